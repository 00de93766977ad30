"""An article → the values of its form; dressing them again gives the same article."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from kb.core.articles import Article, Change, Check, Fix, Sample, heading_of
from kb.core.articles.changes import short
from kb.core.articles.model import Conditions
from kb.wiki.editing.posted import Values

# What an empty form asks for; the others are added where an article has them.
ASKED = ("summary", "symptom", "cause", "fix", "verification", "notes")


def values_of(article: Article) -> Values:
    """Everything that the form shows, as nested values of text."""
    return {
        "title": article.title,
        "language": article.language,
        "errors": [_sample(sample) for sample in article.errors],
        "hints": _texts(article.hints),
        "environment": {
            "requires": _rows(article.environment.requires),
            "seen": _rows(article.environment.seen),
            "clear": [_rows(entry) for entry in article.environment.clear],
        },
        "checks": [_check(check) for check in article.checks],
        "cause": {
            "certainty": article.cause.certainty,
            "ruled_out": _lines(article.cause.ruled_out),
            "open": article.cause.open,
        },
        "upstream": dict(article.upstream),
        "fixed_in": _versions(article.fixed_in),
        "fixes": [_fix(fix) for fix in article.fixes],
        "verify": [
            {"do": step.do, "expect": step.expect, "without": _truth(step.without)}
            for step in article.verify
        ],
        **_rest(article),
    }


def _rest(article: Article) -> Values:
    return {
        "sources": _lines(article.sources),
        "evidence": article.evidence,
        "checked": article.checked,
        "review_by": article.review_by,
        "matches": {
            "must": _texts(article.matches_must),
            "must_not": _texts(article.matches_must_not),
        },
        "state": article.state,
        "audience": _lines(article.audience),
        "formerly": _lines(article.formerly),
        "superseded_by": article.superseded_by,
        "proposed": [{"path": path, "keep": "true"} for path in article.proposed],
        "mended": [{"before": mend.before, "after": mend.after} for mend in article.mended],
        "sections": _sections(article),
    }


def empty_values(language: str) -> Values:
    """A new article: one row of what every article has."""
    return {
        "language": language,
        "state": "draft",
        "errors": [{}],
        "environment": {"requires": {"rows": [{"fact": name} for name in _BROAD]}},
        "fixes": [{"restart": "true", "launch": [{}]}],
        "verify": [{}],
        "cause": {"certainty": "unknown"},
        "evidence": "reported",
        "sections": [_blank(name, language) for name in ASKED],
    }


_BROAD = ("engine", "symptom", "stage")


def _blank(name: str, language: str) -> dict[str, str]:
    return {"name": name, "heading": heading_of(name, language), "body": ""}


def _sections(article: Article) -> list[dict[str, str]]:
    """The sections as they are, and blank ones for what an article is asked for."""
    found = [
        {"name": part.name, "heading": part.heading, "body": part.body} for part in article.sections
    ]
    named = {part.name for part in article.sections}
    return found + [_blank(name, article.language) for name in ASKED if name not in named]


def _sample(sample: Sample) -> dict[str, str]:
    return {"text": sample.text, "seen_by": sample.seen_by}


def _texts(texts: Sequence[str]) -> list[dict[str, str]]:
    return [{"text": text} for text in texts]


def _lines(texts: Sequence[str]) -> str:
    return "\n".join(texts)


def _rows(conditions: Conditions) -> dict[str, Any]:
    rows = [
        {"fact": each.fact, "not": _truth(each.negated), "value": " or ".join(each.values)}
        for each in conditions
    ]
    return {"rows": rows}


def _truth(value: bool) -> str:
    return "true" if value else ""


def _versions(versions: Mapping[str, str]) -> list[dict[str, str]]:
    return [{"component": name, "version": version} for name, version in versions.items()]


def _check(check: Check) -> dict[str, str]:
    return {
        "id": check.id,
        "ask": check.ask,
        "command": check.command,
        "expect": check.expect,
    }


def _fix(fix: Fix) -> Values:
    return {
        "id": fix.id,
        "title": fix.title,
        "kind": fix.kind,
        "when": [_rows(entry) for entry in fix.when],
        "restart": _truth(fix.restart),
        "steps": _texts(fix.steps),
        "launch": [_change(change) for change in fix.launch],
        "run": _texts(fix.run),
        "command": fix.command,
        "until": _versions(fix.until),
    }


def _change(change: Change) -> Values:
    form, value = short(change)
    return {
        "form": form,
        "value": value,
        "reads": "\n".join(change.reads),
        "because": change.because,
        "price": change.price,
        "when": _rows(change.when),
    }
