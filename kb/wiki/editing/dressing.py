"""Values of the form → the source of an article, and where each part of it stands in the form.

Nothing is judged here: the source goes through the same parser as a file."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from kb.core.articles import Section, heading_of
from kb.core.articles.headings import HEADINGS
from kb.core.articles.sections import body
from kb.core.documents import Flow, emit
from kb.core.documents.emitter import Value
from kb.wiki.editing.makers import (
    Dressed,
    Maker,
    Pairs,
    block,
    flag,
    is_empty,
    line,
    lines,
    many,
    record,
    sample,
    step,
    texts,
)
from kb.wiki.editing.posted import rows_of, text_of

SECTIONS = tuple(HEADINGS)


def dress(values: Mapping[str, Any]) -> Dressed:
    """The whole source. Parts that hold nothing are left out."""
    dressed = Dressed()
    front = {name: make(values.get(name, ""), name, name, dressed) for name, make in FIELDS.items()}
    sections = _sections(values, dressed)
    head = emit({key: value for key, value in front.items() if not is_empty(value)})
    text = body(sections)
    dressed.source = f"---\n{head}---\n" + (f"\n{text}\n" if text else "")
    return dressed


def _conditions(value: Any, path: str, name: str, dressed: Dressed) -> Value:
    """Rows of fact, not, value. Values are parted by ` or `, of a row they are OR."""
    dressed.places[path] = f"{name}.rows.0.fact"
    pairs: list[tuple[str, Value]] = []
    for at, row in enumerate(rows_of(value, "rows") if isinstance(value, Mapping) else []):
        fact, wanted = text_of(row, "fact").strip(), text_of(row, "value").strip()
        if fact or wanted:
            dressed.places[f"{path}.{fact}"] = f"{name}.rows.{at}.value"
            pairs.append((fact or "?", _wanted(wanted, text_of(row, "not") == "true")))
    return Pairs(pairs)


def _wanted(text: str, negated: bool) -> Value:
    parts = [part.strip() for part in text.replace("\n", " or ").split(" or ") if part.strip()]
    value: Value = Flow(parts) if len(parts) > 1 else (parts[0] if parts else "")
    return Flow({"not": value}) if negated else value


def _flow_conditions(value: Any, path: str, name: str, dressed: Dressed) -> Value:
    return Flow(_conditions(value, path, name, dressed))  # type: ignore[arg-type]


def _versions(value: Any, path: str, name: str, dressed: Dressed) -> Value:
    """Rows of component and version."""
    dressed.places[path] = f"{name}.0.version"
    pairs: list[tuple[str, Value]] = []
    for at, row in enumerate(value if isinstance(value, list) else []):
        component, version = text_of(row, "component").strip(), text_of(row, "version").strip()
        if component or version:
            dressed.places[f"{path}.{component}"] = f"{name}.{at}.version"
            pairs.append((component or "?", version))
    return Flow(Pairs(pairs))


def _change(value: Any, path: str, name: str, dressed: Dressed) -> Value:
    form = text_of(value, "form") or "add"
    given = text_of(value, "value").strip()
    dressed.places[f"{path}.{form}"] = dressed.places[path] = f"{name}.value"
    rest = record(_BESIDE)(value, path, name, dressed)
    others = dict(rest) if isinstance(rest, Mapping) else {}
    return {form: given, **others} if given or others else {}


_BESIDE: Mapping[str, Maker] = {
    "reads": lines,
    "because": line,
    "price": line,
    "when": _flow_conditions,
}
_CHECK = {"id": line, "ask": line, "command": block, "expect": line}
_FIX: Mapping[str, Maker] = {
    "id": line,
    "title": line,
    "kind": line,
    "when": many(_flow_conditions),
    "restart": lambda value, path, name, dressed: "" if flag(value, path, name, dressed) else False,
    "steps": many(step),
    "launch": many(_change),
    "run": many(texts),
    "command": block,
    "until": _versions,
}


def _fix(value: Any, path: str, name: str, dressed: Dressed) -> Value:
    """A fix of which nothing is written is none: its switch alone says nothing."""
    made = record(_FIX)(value, path, name, dressed)
    assert isinstance(made, dict)
    return made if set(made) - {"restart", "kind"} else {}


def _verify(value: Any, path: str, name: str, dressed: Dressed) -> Value:
    made = record({"do": line, "expect": line})(value, path, name, dressed)
    assert isinstance(made, dict)
    dressed.places[f"{path}.without"] = f"{name}.without"
    return made | {"without": True} if made and text_of(value, "without") == "true" else made


def _listed_flow(value: Any, path: str, name: str, dressed: Dressed) -> Value:
    found = lines(value, path, name, dressed)
    return Flow(found if isinstance(found, list) else [])


def _proposed(value: Any, path: str, name: str, dressed: Dressed) -> Value:
    """The paths that nobody has confirmed yet."""
    rows = rows_of({"rows": value}, "rows")
    return [text_of(row, "path") for row in rows if text_of(row, "keep") == "true"]


FIELDS: Mapping[str, Maker] = {
    "title": line,
    "language": line,
    "errors": many(sample),
    "hints": many(texts),
    "environment": record(
        {"requires": _conditions, "seen": _conditions, "clear": many(_flow_conditions)}
    ),
    "checks": many(record(_CHECK)),
    "cause": record({"certainty": line, "ruled_out": lines, "open": line}),
    "upstream": record({"state": line, "link": line, "checked": line}, flow=True),
    "fixed_in": _versions,
    "fixes": many(_fix),
    "verify": many(_verify),
    "sources": _listed_flow,
    "evidence": line,
    "checked": line,
    "review_by": line,
    "matches": record({"must": many(texts), "must_not": many(texts)}),
    "state": line,
    "audience": _listed_flow,
    "formerly": _listed_flow,
    "superseded_by": line,
    "proposed": _proposed,
    "mended": many(record({"before": line, "after": line}, flow=True)),
}


def _sections(values: Mapping[str, Any], dressed: Dressed) -> list[Section]:
    """The sections in the order of the form; an empty one is left out."""
    found = []
    for at, row in enumerate(rows_of(values, "sections")):
        name, written = text_of(row, "name"), text_of(row, "body").strip("\n")
        heading = " ".join(text_of(row, "heading").split())
        if name in SECTIONS and not heading and (at or name != "summary"):
            heading = heading_of(name, text_of(values, "language") or "en")
        dressed.places[f"sections.{name or heading}"] = f"sections.{at}.body"
        if written.strip():
            found.append(Section(name, heading, written))
    return found
