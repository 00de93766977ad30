"""Article → its canonical source: fields in one order, defaults left out, samples as blocks."""

from collections.abc import Mapping, Sequence

from kb.core.articles.applies import written
from kb.core.articles.changes import written_changes
from kb.core.articles.model import (
    Article,
    Cause,
    Check,
    Conditions,
    Environment,
    Fix,
    Sample,
    Verification,
)
from kb.core.articles.sections import body
from kb.core.documents import Block, Flow, emit
from kb.core.documents.emitter import Value


def format(article: Article) -> str:
    """The canonical text; parsing it gives the same article, and formatting that the same text."""
    front = emit(_full({**_head(article), **_facts(article), **_rest(article)}))
    text = body(article.sections)
    return f"---\n{front}---\n" + (f"\n{text}\n" if text else "")


def _full(fields: Mapping[str, Value]) -> dict[str, Value]:
    """Without the fields that hold nothing."""
    return {key: value for key, value in fields.items() if not _is_empty(value)}


def _is_empty(value: Value) -> bool:
    if isinstance(value, Flow):
        return not value.value
    if isinstance(value, Block):
        return not value.text
    return value is not False and not value


def prose(text: str) -> Value:
    return Block(text) if "\n" in text else text


def _head(article: Article) -> dict[str, Value]:
    return {
        "title": article.title,
        "language": article.language,
        "translation_of": article.translation_of,
        "follows": article.follows,
    }


def _facts(article: Article) -> dict[str, Value]:
    return {
        "errors": [_sample(sample) for sample in article.errors],
        "hints": [Block(hint) for hint in article.hints],
        "environment": _environment(article.environment),
        "checks": [_check(check) for check in article.checks],
        "cause": _cause(article.cause),
        "upstream": Flow(dict(article.upstream)),
        "fixed_in": Flow(dict(article.fixed_in)),
        "fixes": [_fix(fix) for fix in article.fixes],
        "verify": [_verification(step) for step in article.verify],
        "sources": Flow(article.sources),
    }


def _rest(article: Article) -> dict[str, Value]:
    original = not article.translation_of
    return {
        "evidence": article.evidence if original else "",
        "checked": article.checked,
        "review_by": article.review_by,
        "matches": _full(
            {
                "must": [Block(paste) for paste in article.matches_must],
                "must_not": [Block(paste) for paste in article.matches_must_not],
            }
        ),
        "state": article.state,
        "audience": Flow(article.audience),
        "formerly": Flow(article.formerly),
        "superseded_by": article.superseded_by,
        "proposed": list(article.proposed),
        "mended": [Flow({"before": m.before, "after": m.after}) for m in article.mended],
    }


def _sample(sample: Sample) -> Value:
    if not sample.seen_by:
        return Block(sample.text)
    return {"text": Block(sample.text), "seen_by": sample.seen_by}


def _environment(environment: Environment) -> dict[str, Value]:
    return _full(
        {
            "requires": written(environment.requires),
            "seen": written(environment.seen),
            "clear": _flows(environment.clear),
        }
    )


def _flows(alternatives: Sequence[Conditions]) -> list[Value]:
    return [Flow(written(found)) for found in alternatives]


def _check(check: Check) -> Value:
    expect = check.expect if check.expect != "yes" or check.command else ""
    return _full(
        {"id": check.id, "ask": check.ask, "command": Block(check.command), "expect": expect}
    )


def _cause(cause: Cause) -> dict[str, Value]:
    certainty = cause.certainty if cause.certainty != "unknown" else ""
    return _full(
        {
            "certainty": certainty,
            "ruled_out": [prose(text) for text in cause.ruled_out],
            "open": prose(cause.open),
        }
    )


def _fix(fix: Fix) -> Value:
    when: Value = Flow(written(fix.when[0])) if len(fix.when) == 1 else _flows(fix.when)
    return _full(
        {
            "id": fix.id,
            "title": fix.title,
            "kind": fix.kind,
            "when": when,
            "restart": "" if fix.restart else False,
            "steps": [prose(step) for step in fix.steps],
            "launch": written_changes(fix.launch),
            "run": [Block(block) for block in fix.run],
            "command": Block(fix.command),
            "until": Flow(dict(fix.until)),
        }
    )


def _verification(step: Verification) -> Value:
    without: Value = True if step.without else ""
    return _full({"do": prose(step.do), "expect": prose(step.expect), "without": without})
