"""The shapes of answers, as JSON Schema. Fields may be added to an answer; none is renamed."""

from __future__ import annotations

from typing import Any

Schema = dict[str, Any]
TEXT: Schema = {"type": "string"}
WHOLE: Schema = {"type": "integer"}
FLAG: Schema = {"type": "boolean"}
ANY_OBJECT: Schema = {"type": "object"}


def or_null(schema: Schema) -> Schema:
    return {"anyOf": [schema, {"type": "null"}]}


def listed(schema: Schema) -> Schema:
    return {"type": "array", "items": schema}


def one_of(*values: str) -> Schema:
    return {"type": "string", "enum": list(values)}


def named(name: str) -> Schema:
    """A reference to one of COMPONENTS."""
    return {"$ref": f"#/components/schemas/{name}"}


def thing(**fields: Schema) -> Schema:
    """An object that has at least these fields."""
    return {"type": "object", "required": list(fields), "properties": fields}


def mapping(schema: Schema) -> Schema:
    return {"type": "object", "additionalProperties": schema}


_STATE = one_of("holds", "fails", "unknown")
_PERCENT: Schema = {"type": "number", "minimum": 0, "maximum": 1}
_FACT = thing(
    value=or_null(TEXT),
    candidates=listed(TEXT),
    line=or_null(WHOLE),
    text=TEXT,
    how=one_of("stated", "resolved", "implied", "default", "estimated", "answered"),
    fork=TEXT,
)
_ERROR_LINE = thing(line=WHOLE, text=TEXT, signature=TEXT, role=one_of("root", "generic", "other"))
_CONDITION = thing(
    fact=TEXT,
    wanted=TEXT,
    have=or_null(TEXT),
    state=_STATE,
    strength=one_of("requires", "seen", "clear"),
    reason=or_null(TEXT),
)
_FIX_OF_MATCH = thing(id=TEXT, title=TEXT, kind=TEXT, state=_STATE, restart=FLAG)
_MATCH = thing(
    article=TEXT,
    title=TEXT,
    verdict=one_of("confirmed", "likely", "same-error", "aside"),
    near=FLAG,
    score=_PERCENT,
    because=listed(thing(line=or_null(WHOLE), matched=TEXT, kind=TEXT)),
    reasons=listed(TEXT),
    conditions=listed(named("Condition")),
    checks=listed(thing(id=TEXT, ask=TEXT, state=TEXT)),
    cause=thing(certainty=one_of("confirmed", "likely", "unknown"), open=TEXT),
    fixes=listed(_FIX_OF_MATCH),
)
_QUESTION = thing(
    kind=one_of("fact", "check"),
    id=TEXT,
    text=TEXT,
    choices=listed(TEXT),
    find_out=or_null(TEXT),
    separates=TEXT,
    left=WHOLE,
)
_FIX = thing(
    article=TEXT,
    fix=TEXT,
    title=TEXT,
    kind=TEXT,
    provisional=FLAG,
    steps=listed(TEXT),
    run=listed(TEXT),
    verify=listed(thing(do=TEXT, expect=TEXT, without=FLAG)),
)
_FIX["required"].append("if")  # a word of Python's own
_FIX["properties"]["if"] = listed(TEXT)
_CHANGE = {**thing(op=TEXT), "additionalProperties": True}
_REPAIR = thing(what=TEXT, before=TEXT, after=TEXT)
_LAUNCH = thing(
    origin=one_of("yours", "article", "built"),
    form=TEXT,
    before=or_null(TEXT),
    after=or_null(TEXT),
    changes=listed(named("Change")),
    warnings=listed(TEXT),
    repairs=listed(named("Repair")),
    refused=or_null(TEXT),
    question=or_null(TEXT),
)
_DIAGNOSIS = thing(
    verdict=one_of("match", "ask", "none"),
    errors=listed(named("ErrorLine")),
    facts=mapping(named("Fact")),
    bounds=mapping(named("Bounds")),
    matches=listed(named("Match")),
    question=or_null(named("Question")),
    fix=or_null(named("Fix")),
    launch=or_null(named("Launch")),
    would_apply=listed(named("Match")),
    redacted=listed(thing(kind=TEXT, count=WHOLE)),
)
_LAUNCHED: Schema = {
    **thing(
        form=or_null(TEXT),
        changes=listed(named("Change")),
        repairs=listed(named("Repair")),
        warnings=listed(TEXT),
    ),
    "anyOf": [{"required": [name]} for name in ("after", "question", "refused")],
}
_BRIEF = thing(article=TEXT, title=TEXT, topic=TEXT, language=TEXT, state=TEXT, url=TEXT)
_ERROR = thing(error=thing(code=TEXT, message=TEXT, field=or_null(TEXT), hint=or_null(TEXT)))

COMPONENTS: dict[str, Schema] = {
    "Error": _ERROR,
    "ErrorLine": _ERROR_LINE,
    "Fact": _FACT,
    "Condition": _CONDITION,
    "Match": _MATCH,
    "Question": _QUESTION,
    "Fix": _FIX,
    "Change": _CHANGE,
    "Repair": _REPAIR,
    "Launch": _LAUNCH,
    "Diagnosis": _DIAGNOSIS,
    "Launched": _LAUNCHED,
    "Noted": thing(noted=FLAG),
    "Bounds": thing(range=TEXT, line=or_null(WHOLE), text=TEXT),
    "Facts": thing(facts=mapping(named("Fact")), bounds=mapping(named("Bounds"))),
    "Vocabulary": thing(facts=listed(thing(name=TEXT, kind=TEXT, choices=listed(TEXT)))),
    "Article": thing(slug=TEXT, title=TEXT, language=TEXT, topic=TEXT, fixes=listed(ANY_OBJECT)),
    "Articles": thing(articles=listed(_BRIEF), page=WHOLE, pages=WHOLE, count=WHOLE),
    "Results": thing(results=listed(thing(article=TEXT, title=TEXT, score=_PERCENT, url=TEXT))),
}
