"""How well a candidate's evidence agrees: is its line known, and how much does the text say?"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import IntEnum

from kb.core.articles.model import Article
from kb.core.errors import ErrorReading
from kb.core.facts.model import Facts
from kb.core.ranking.model import Candidate, Evidence


@dataclass(frozen=True, slots=True)
class Thresholds:
    """From which agreement on a line of an article, or its description, counts as said: below it
    the words are only alike."""

    line: float
    symptom: float


THRESHOLDS = Thresholds(line=0.9, symptom=0.6)
"""Chosen by `bench --only calibration`, in four of its five folds: the middle of the pairs that
are right most often when they are sure, a wrong answer weighing as much as eleven right ones."""

_CHATTER = 0.3  # weight of an error line below which it is a notice


class Known(IntEnum):
    """What of a fault is in the paste. A generic line repeats that something broke: it can name a
    fault, never decide for one."""

    NOTHING = 0
    GENERIC = 1
    SYMPTOM = 2
    LINE = 3


def known(
    candidate: Candidate,
    errors: ErrorReading,
    facts: Facts,
    symptom_holds: bool,
    thresholds: Thresholds = THRESHOLDS,
) -> Known:
    """The strongest thing of the candidate that the paste shows."""
    shown = (_of(each, errors, thresholds) for each in candidate.evidence)
    best = max(shown, default=Known.NOTHING)
    if best < Known.SYMPTOM and _symptom_stands(errors, facts, symptom_holds):
        return Known.SYMPTOM
    return best


def _of(evidence: Evidence, errors: ErrorReading, thresholds: Thresholds) -> Known:
    if evidence.kind == "symptom" and evidence.agreement >= thresholds.symptom:
        return Known.SYMPTOM
    if evidence.kind != "error" or not (evidence.exact or evidence.agreement >= thresholds.line):
        return Known.NOTHING
    spoken = role(evidence, errors)
    if spoken in {"root", "other"}:
        return Known.LINE
    if errors.root is not None or (spoken == "unread" and not evidence.exact):
        return Known.NOTHING
    return Known.GENERIC


def _symptom_stands(errors: ErrorReading, facts: Facts, symptom_holds: bool) -> bool:
    """A symptom that the user names is all there is where no error was printed."""
    fact = facts.get("symptom")
    return symptom_holds and not errors.errors and fact is not None and fact.how != "estimated"


def role(evidence: Evidence, errors: ErrorReading) -> str:
    """Role of the evidence's line among the errors of the paste; "unread" where it is none of them
    or weighs next to nothing: a healthy server says the like."""
    found = next((each for each in errors.errors if each.line == evidence.line), None)
    if found is None or (found.role == "other" and found.weight < _CHATTER):
        return "unread"
    return found.role


def text_score(candidate: Candidate, errors: ErrorReading) -> float:
    """0 to 1: the best line's agreement first, then the search score and the hints. Where no line
    agrees (prose), the search score has to stand for it."""
    lines = max((_weighed(each, errors) for each in candidate.evidence), default=0.0)
    hints = min(1.0, 0.5 * sum(1 for each in candidate.evidence if each.kind == "hint"))
    search = min(1.0, max(0.0, candidate.score))
    return 0.65 * max(lines, 0.75 * search) + 0.2 * search + 0.15 * hints


_BY_KIND = {"error": 1.0, "symptom": 0.9, "title": 0.5, "words": 0.4, "hint": 0.4}
_BY_ROLE = {"root": 1.0, "other": 0.8, "unread": 0.4, "generic": 0.3}


def _weighed(evidence: Evidence, errors: ErrorReading) -> float:
    agreement = 1.0 if evidence.exact else 0.95 * evidence.agreement
    weight = _BY_KIND[evidence.kind]
    if evidence.kind == "error":
        weight *= _BY_ROLE[role(evidence, errors)]
    return agreement * weight


def best_agreements(candidates: Sequence[Candidate]) -> Mapping[int | None, float]:
    """The best agreement that an error line of the paste finds in any candidate."""
    best: dict[int | None, float] = {}
    for each in (e for c in candidates for e in c.evidence if e.kind == "error"):
        best[each.line] = max(best.get(each.line, 0.0), _agreement(each))
    return best


def beside_others(candidate: Candidate, best: Mapping[int | None, float]) -> float:
    """0 to 1: how near the candidate's best line comes to what another candidate has for it."""
    errors = [each for each in candidate.evidence if each.kind == "error"]
    if not errors:
        return 1.0
    own = max(errors, key=_agreement)
    return _agreement(own) / max(best[own.line], 0.01)


def _agreement(evidence: Evidence) -> float:
    return 1.0 if evidence.exact else evidence.agreement


def lines_of(evidence: Sequence[Evidence]) -> tuple[Evidence, ...]:
    """Evidence best first, each line of the paste once."""
    ordered = sorted(evidence, key=lambda each: (-each.exact, -each.agreement))
    once: dict[tuple[int | None, str], Evidence] = {}
    for each in ordered:
        once.setdefault((each.line, each.kind), each)
    return tuple(once.values())


def prints_nothing(article: Article) -> bool:
    """A fault that shows itself by a symptom alone."""
    return not article.errors
