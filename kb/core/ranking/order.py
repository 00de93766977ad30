"""The verdict on each candidate, and their order."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from heapq import nsmallest
from operator import itemgetter

from kb.core.conditions import Judged, State
from kb.core.errors import ErrorReading
from kb.core.facts.model import Facts, Vocabulary
from kb.core.ranking import knowledge, reasons
from kb.core.ranking.conditions import (
    BROAD,
    answered,
    decide_all,
    judge_fix,
    observe,
    together,
)
from kb.core.ranking.knowledge import THRESHOLDS, Known, Thresholds
from kb.core.ranking.model import Candidate, FixMatch, Match, Observed, Present, Verdict
from kb.core.ranking.odds import MOST, agreement_of, score_of

_RANK: Mapping[Verdict, int] = {
    "confirmed": 0,
    "likely": 1,
    "same-error": 2,
    "aside": 3,
    "near": 4,
}
# Faults share the advice in their lines: where one has more of a line, the others have another.
_STEEP = 12
_NOT_EVEN_NEAR = 5  # put aside, and only words agreed


@dataclass(frozen=True, slots=True)
class _Case:
    """What is known of one paste."""

    errors: ErrorReading
    facts: Facts
    vocabulary: Vocabulary
    present: Present
    answers: Mapping[str, str]
    best: Mapping[int | None, float]
    thresholds: Thresholds


def rank(
    candidates: Sequence[Candidate],
    errors: ErrorReading,
    facts: Facts,
    vocabulary: Vocabulary,
    present: Present | None = None,
    near: int | None = None,
    thresholds: Thresholds = THRESHOLDS,
) -> tuple[Match, ...]:
    """The candidates as matches, best first. `present` are the flags and variables of the user's
    own command: a fault whose fix is already there is not this one. The rules of the verdicts are
    those of article-format.md, *Conditions*. With `near`, of those whose error is not in the paste
    only so many are told, the best: all others that share words are not judged at all."""
    answers = answered((each.article for each in candidates), facts)
    best = knowledge.best_agreements(candidates)
    case = _Case(errors, facts, vocabulary, present or {}, answers, best, thresholds)
    if near is None:
        matches = [_match(each, case) for each in candidates]
    else:
        known, others = list[Candidate](), list[Candidate]()
        for each in candidates:
            (known if _may_be_known(each, case) else others).append(each)
        matches = [_match(each, case) for each in known]
        matches += _nearest(others, case, near) if near else ()
    return tuple(sorted(matches, key=_place))


def _may_be_known(candidate: Candidate, case: _Case) -> bool:
    return _known(candidate, case, symptom_holds=True) > Known.NOTHING


def _known(candidate: Candidate, case: _Case, *, symptom_holds: bool) -> Known:
    return knowledge.known(candidate, case.errors, case.facts, symptom_holds, case.thresholds)


def _nearest(others: Sequence[Candidate], case: _Case, most: int) -> Iterator[Match]:
    """The best `most` of the others: by what each could score, until none can do better."""
    bounds = [(-_at_most(each, case), each.article.slug, each) for each in others]
    places: list[tuple[float, str]] = []
    for bound, slug, each in sorted(bounds, key=itemgetter(0, 1)):
        if len(places) >= most and (bound, slug) > nsmallest(most, places)[-1]:
            return
        if _is_elsewhere(each, case):
            continue
        match = _match(each, case)
        if match.verdict == "near":
            places.append((-match.score, slug))
            yield match


def _is_elsewhere(candidate: Candidate, case: _Case) -> bool:
    """It needs another environment: whatever else is known of it, it is put aside."""
    requires = decide_all(candidate.article.environment.requires, case.facts, case.vocabulary)
    return together(requires) == State.FAILS


def _at_most(candidate: Candidate, case: _Case) -> float:
    """What a candidate that only shares words scores at the most."""
    article = candidate.article
    judged = (*article.environment.requires, *article.environment.seen)
    told = sum(each.fact in case.facts for each in judged) + len(article.checks)
    agreement = MOST**told * knowledge.beside_others(candidate, case.best) ** _STEEP
    return score_of(knowledge.text_score(candidate, case.errors), agreement, "near")


def _place(match: Match) -> tuple[int, float, str]:
    """A fault whose line is known comes before one that shares words, also where it is put aside:
    its reason is an answer."""
    put_aside = match.verdict == "aside" and not match.known
    rank_ = _NOT_EVEN_NEAR if put_aside else _RANK[match.verdict]
    return rank_, -match.score, match.article.slug


def _match(candidate: Candidate, case: _Case) -> Match:
    article, vocabulary = candidate.article, case.vocabulary
    requires = decide_all(article.environment.requires, case.facts, vocabulary)
    seen = decide_all(article.environment.seen, case.facts, vocabulary)
    clear = tuple(decide_all(e, case.facts, vocabulary) for e in article.environment.clear)
    checks = observe(article, case.answers)
    fixes = _fixes(candidate, case)
    shown = _known(candidate, case, symptom_holds=_symptom_holds(requires))
    against = reasons.against(requires, clear, checks, fixes, case.present, vocabulary)
    verdict = _verdict(shown, requires, seen, checks, bool(against))
    text = knowledge.text_score(candidate, case.errors)
    agreement = agreement_of(requires, seen, checks, vocabulary)
    agreement *= knowledge.beside_others(candidate, case.best) ** _STEEP
    return Match(
        article=article,
        verdict=verdict,
        score=score_of(text, agreement, verdict),
        evidence=knowledge.lines_of(candidate.evidence),
        requires=requires,
        seen=seen,
        clear=clear,
        checks=checks,
        fixes=fixes,
        reasons=against + reasons.lowered(seen, verdict, vocabulary),
        known=shown > Known.NOTHING,
    )


def _fixes(candidate: Candidate, case: _Case) -> tuple[FixMatch, ...]:
    judged = (judge_fix(fix, case.facts, case.vocabulary) for fix in candidate.article.fixes)
    return tuple(reasons.leave_out_done(fix, case.present) for fix in judged)


def _symptom_holds(requires: tuple[Judged, ...]) -> bool:
    return any(each.condition.fact == "symptom" and each.state == State.HOLDS for each in requires)


def _verdict(
    shown: Known,
    requires: tuple[Judged, ...],
    seen: tuple[Judged, ...],
    checks: tuple[Observed, ...],
    against: bool,
) -> Verdict:
    if against:
        return "aside"
    if shown == Known.NOTHING:
        return "near"
    by_fact = _agrees(requires, seen)
    if shown == Known.GENERIC or not (by_fact or _observed(checks)):
        return "same-error"
    elsewhere = State.FAILS in {each.state for each in seen}
    if by_fact and together(requires) == State.HOLDS and not elsewhere:
        return "confirmed"
    return "likely" if shown == Known.LINE else "same-error"


def _agrees(requires: tuple[Judged, ...], seen: tuple[Judged, ...]) -> bool:
    """Something of this environment holds, beyond where and how it broke."""
    held = (each for each in (*requires, *seen) if each.state == State.HOLDS)
    return any(each.condition.fact not in BROAD for each in held)


def _observed(checks: tuple[Observed, ...]) -> bool:
    return any(each.state == State.HOLDS for each in checks)
