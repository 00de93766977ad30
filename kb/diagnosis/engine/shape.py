"""A diagnosis → the JSON object of contract.md."""

from collections.abc import Iterable

from kb.core.conditions import Judged
from kb.core.errors import ErrorLine
from kb.core.facts.model import Fact, Facts
from kb.core.launch.model import Repair
from kb.core.launch.wire import change_as_json
from kb.core.questions import Question
from kb.core.questions.wording import spoken
from kb.core.ranking import Match
from kb.diagnosis.engine.model import Diagnosed, FixShown, LaunchShown

Json = dict[str, object]
MOST_ERRORS = 50


def shaped(diagnosed: Diagnosed) -> Json:
    """Names and shapes are a contract: add freely, rename nothing."""
    reading = diagnosed.reading
    return {
        "verdict": diagnosed.verdict,
        "errors": [_error(each) for each in reading.errors.errors[:MOST_ERRORS]],
        "cause_is_elsewhere": reading.errors.cause_is_elsewhere,
        **facts_json({n: f for n, f in reading.facts.items() if not n.startswith("check:")}),
        "answers": {n: f.value for n, f in reading.facts.items() if n.startswith("check:")},
        "matches": [_match(each) for each in diagnosed.matches],
        "question": _question(diagnosed.question) if diagnosed.question else None,
        "fix": _fix(diagnosed.fix) if diagnosed.fix else None,
        "launch": _launch(diagnosed.launch) if diagnosed.launch else None,
        "would_apply": [_match(each) for each in diagnosed.would_apply],
        "plan": [
            {"article": m.article.slug, "fix": f.id, "title": f.title} for m, f in diagnosed.plan
        ],
        "find_out": [_to_run(name, diagnosed) for name in diagnosed.find_out],
        "redacted": [{"kind": kind, "count": n} for kind, n in reading.redacted.items()],
    }


def _to_run(name: str, diagnosed: Diagnosed) -> Json:
    kind = diagnosed.vocabulary.facts[name]
    text = spoken(kind.question, diagnosed.language)
    return {"id": name, "text": text, "command": kind.find_out}


def _error(error: ErrorLine) -> Json:
    return {
        "line": error.line,
        "text": error.text,
        "signature": error.signature,
        "role": error.role,
        "count": error.count,
    }


def facts_json(facts: Facts) -> Json:
    """`facts`, and beside them in `bounds` the versions that only the log's wording tells."""
    return {
        "facts": {name: fact_json(fact) for name, fact in facts.items() if not fact.bounds},
        "bounds": {
            name: {"range": fact.bounds, "line": fact.line, "text": fact.text}
            for name, fact in facts.items()
            if fact.bounds
        },
    }


def fact_json(fact: Fact) -> Json:
    """A fact with the line that it was read from."""
    return {
        "value": fact.value,
        "candidates": list(fact.candidates),
        "line": fact.line,
        "text": fact.text,
        "how": fact.how,
        "fork": fact.fork,
    }


def _match(match: Match) -> Json:
    article = match.article
    return {
        "article": article.slug,
        "title": article.title,
        # The contract has four verdicts; what only shares words is none of the known faults.
        "verdict": "aside" if match.verdict == "near" else match.verdict,
        "near": match.verdict == "near",
        "score": match.score,
        "because": [{"line": e.line, "matched": e.matched, "kind": e.kind} for e in match.evidence],
        "reasons": [str(reason) for reason in match.reasons],
        "conditions": list(_conditions(match)),
        "checks": [{"id": o.check.id, "ask": o.check.ask, "state": o.state} for o in match.checks],
        "cause": {"certainty": article.cause.certainty, "open": article.cause.open},
        "fixes": [
            {
                "id": each.fix.id,
                "title": each.fix.title,
                "kind": each.fix.kind,
                "state": each.state,
                "restart": each.fix.restart,
                "reason": str(each.reason) if each.reason else None,
            }
            for each in match.fixes
        ],
    }


def _conditions(match: Match) -> Iterable[Json]:
    for each in match.requires:
        yield _condition(each, "requires")
    for each in match.seen:
        yield _condition(each, "seen")
    for entry in match.clear:
        for each in entry:
            yield _condition(each, "clear")


def _condition(judged: Judged, strength: str) -> Json:
    return {
        "fact": judged.condition.fact,
        "wanted": judged.condition.wanted,
        "have": judged.have,
        "state": judged.state,
        "strength": strength,
        "reason": str(judged.reason) if judged.reason else None,
    }


def _question(question: Question) -> Json:
    return {
        "kind": question.kind,
        "id": question.id,
        "text": question.text,
        "choices": [option.value for option in question.options],
        "options": [
            {
                "value": option.value,
                "label": option.label,
                "left": option.left,
                "disabled": str(option.disabled) if option.disabled else None,
            }
            for option in question.options
        ],
        "help": question.help,
        "find_out": question.find_out or None,
        "separates": str(question.separates),
        "left": question.left,
        "cost": question.cost,
    }


def _fix(shown: FixShown) -> Json:
    return {
        "article": shown.article,
        "fix": shown.fix.id,
        "title": shown.fix.title,
        "kind": shown.fix.kind,
        "restart": shown.fix.restart,
        "provisional": shown.provisional,
        "if": [str(each) for each in shown.rests_on],
        "steps": list(shown.fix.steps),
        "run": list(shown.fix.run),
        "verify": [{"do": v.do, "expect": v.expect, "without": v.without} for v in shown.verify],
    }


def _launch(shown: LaunchShown) -> Json:
    return {
        "origin": shown.origin,
        "form": shown.form,
        "before": shown.before,
        "after": shown.after,
        "changes": [change_as_json(each) for each in shown.changes],
        "already": [change_as_json(each) for each in shown.already],
        "repairs": [_repair(each) for each in shown.repairs],
        "warnings": [str(each) for each in shown.warnings],
        "refused": str(shown.refused) if shown.refused else None,
        "question": str(shown.question) if shown.question else None,
    }


def _repair(repair: Repair) -> Json:
    return {"what": str(repair.what), "before": repair.before, "after": repair.after}
