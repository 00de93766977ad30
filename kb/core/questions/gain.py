"""How much an answer would tell: expected information over the causes still alive."""

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from itertools import chain
from math import log2
from operator import itemgetter, mul, truediv
from typing import NamedTuple

from kb.core.articles.model import Check, Conditions
from kb.core.conditions import Condition, State, judge_fact
from kb.core.facts import Fact, Facts, Vocabulary, implied
from kb.core.questions.causes import Causes, Hypothesis, expected
from kb.core.questions.points import Point, points
from kb.core.ranking import Match
from kb.core.ranking.conditions import sentence

States = Mapping[Condition, State]  # of the conditions on what an answer tells
Likely = tuple[float, ...]  # how well an answer goes with each hypothesis, 0 to 1
Telling = Mapping[Likely, float]  # with the weight of all the answers that tell just that

# People and articles err: an answer weakens a cause, it does not rule out the truth.
_AGAINST = 0.02
_NOT_SEEN = 0.5
_OPEN = 0.5


class Answer(NamedTuple):
    """A possible answer: how probable it is while nothing is known, how well it goes with each
    hypothesis, and the causes that it leaves."""

    value: str
    weight: float
    likely: Likely
    left: tuple[Match, ...]
    named: bool = False

    def likelihood(self, at: int) -> float:
        """Its probability under one of the hypotheses."""
        return self.weight * self.likely[at]


class _Alike(NamedTuple):
    """Answers, each with its place among all, that decide the same `states`; None for one that
    implies other facts as well, which depends on what is known."""

    states: States | None
    points: tuple[tuple[int, Point], ...]
    weight: float


def information(causes: Causes, telling: Telling, *, doubt: bool = False) -> float:
    """Bits that the answer is expected to tell about which cause it is and which of its fixes; with
    `doubt` also about whether it is any of them."""
    weights = [each.weight if doubt or each.match else 0.0 for each in causes.hypotheses]
    if sum(weight > 0 for weight in weights) < 2:
        return 0.0
    total = sum(weights)
    shares = [weight / total for weight in weights]
    columns = ([weight * p for p in likely] for likely, weight in telling.items())
    totals = [sum(each) or 1.0 for each in zip(*columns, strict=True)]
    return sum(weight * _bits(shares, likely, totals) for likely, weight in telling.items())


def _bits(shares: Sequence[float], likelihood: Sequence[float], totals: Sequence[float]) -> float:
    """What one answer tells. `totals` make each hypothesis' likelihoods add up to 1."""
    column: list[float] = list(map(truediv, likelihood, totals))
    whole: float = sum(map(mul, shares, column))
    if whole <= 0 or min(column) == max(column):
        return 0.0  # as likely under each of them
    told = ((share, p) for share, p in zip(shares, column, strict=True) if share > 0 and p > 0)
    return sum(share * p * log2(p / whole) for share, p in told)


def telling_of_fact(name: str, causes: Causes, facts: Facts, vocabulary: Vocabulary) -> Telling:
    """What the answers to a fact tell."""
    return _telling(
        (_likely(causes, states), sum(each.weight for each in alike))
        for states, alike in _decided_of(name, causes, facts, vocabulary)
    )


def telling_of(answers: Iterable[Answer]) -> Telling:
    """What some answers tell."""
    return _telling((each.likely, each.weight) for each in answers)


def _telling(weighed: Iterable[tuple[Likely, float]]) -> Telling:
    found: dict[Likely, float] = {}
    for likely, weight in weighed:
        found[likely] = found.get(likely, 0.0) + weight
    return found


def answers_to_fact(
    name: str, causes: Causes, facts: Facts, vocabulary: Vocabulary
) -> tuple[Answer, ...]:
    """The possible answers to a fact."""
    found: list[tuple[int, Answer]] = []
    for states, alike in _decided_of(name, causes, facts, vocabulary):
        likely, left = _likely(causes, states), _left(causes, states)
        for at, point in chain.from_iterable(each.points for each in alike):
            found.append((at, Answer(point.value, point.weight, likely, left, point.named)))
    return tuple([answer for _, answer in sorted(found, key=itemgetter(0))])


def _decided_of(
    name: str, causes: Causes, facts: Facts, vocabulary: Vocabulary
) -> Iterable[tuple[States, list[_Alike]]]:
    """What answers to a fact decide of the open conditions, with those that decide just that."""
    met: dict[object, States] = {}
    found: dict[int, tuple[States, list[_Alike]]] = {}
    for alike in _decided(name, causes.on(frozenset((name,))), vocabulary):
        states = alike.states
        if states is None:
            ((_, point),) = alike.points
            told = assume(facts, name, point.value, vocabulary)
            states = _states(causes.on(frozenset(told)), told, vocabulary, met)
        found.setdefault(id(states), (states, []))[1].append(alike)
    return found.values()


@lru_cache(maxsize=256)
def _decided(name: str, own: Conditions, vocabulary: Vocabulary) -> tuple[_Alike, ...]:
    """The answers to a fact by what they decide of `own`, the conditions on it, which is the same
    for all pastes."""
    met: dict[object, States] = {}
    found: dict[int, tuple[States | None, list[tuple[int, Point]]]] = {}
    for at, point in enumerate(points(vocabulary.facts[name], own)):
        told = _told(name, point.value, vocabulary)
        states = None
        if len(told) == 1 and own:
            states = _states(own, {name: told[0]}, vocabulary, met)
        found.setdefault(-at if states is None else id(states), (states, []))[1].append((at, point))
    return tuple(
        _Alike(states, tuple(placed), sum(point.weight for _, point in placed))
        for states, placed in found.values()
    )


def _states(
    conditions: Conditions, told: Facts, vocabulary: Vocabulary, met: dict[object, States]
) -> States:
    """What facts decide of conditions on them; that of `met` which is the same."""
    states = tuple([judge_fact(each, told[each.fact], vocabulary).state for each in conditions])
    if (same := (id(conditions), states)) not in met:
        met[same] = dict(zip(conditions, states, strict=True))
    return met[same]


def _likely(causes: Causes, states: States) -> Likely:
    return tuple([_how_likely(each, states) for each in causes.hypotheses])


def _left(causes: Causes, states: States) -> tuple[Match, ...]:
    """The matches that an answer leaves."""
    gone = {id(each.match) for each in causes.hypotheses if _ends(each, states)}
    return tuple(match for match in causes.matches if id(match) not in gone)


def answers_to_check(check: Check, causes: Causes) -> tuple[Answer, ...]:
    """Yes and no, of which one speaks for the check's own causes and against no other."""
    ask = sentence(check)
    wanted = {id(m): expected(m, ask) for m in causes.matches}
    return tuple(
        Answer(
            value,
            1.0,
            tuple(_observed(wanted.get(id(h.match)), value) for h in causes.hypotheses),
            tuple(m for m in causes.matches if wanted[id(m)] in (None, value)),
            named=True,
        )
        for value in ("yes", "no")
    )


def _observed(wanted: str | None, value: str) -> float:
    if wanted is None:
        return 0.5
    return 0.97 if wanted == value else 0.03


def assume(facts: Facts, name: str, value: str, vocabulary: Vocabulary) -> dict[str, Fact]:
    """What an answer tells: the fact itself and what it implies, unless it is known already."""
    told = _told(name, value, vocabulary)
    if len(told) == 1:
        return {name: told[0]}
    return {
        each.name: each
        for each in told
        if each.name == name or (each.how != "estimated" and _is_open(each.name, facts))
    }


@lru_cache(maxsize=4_096)
def _told(name: str, value: str, vocabulary: Vocabulary) -> tuple[Fact, ...]:
    answer = Fact(name, value, how="answered", text=value)
    return tuple(implied({name: answer}, vocabulary).values())


def _is_open(name: str, facts: Facts) -> bool:
    fact = facts.get(name)
    return fact is None or fact.how in {"estimated", "default"}


def _how_likely(hypothesis: Hypothesis, states: States) -> float:
    """How well an answer goes with a hypothesis, 0 to 1."""
    likely = 1.0
    for condition in (*hypothesis.requires, *hypothesis.when):
        likely *= _WEIGHT[states.get(condition)]
    for condition in hypothesis.seen:
        likely *= _WEIGHT_SEEN[states.get(condition)]
    for entry in (*hypothesis.clear, *hypothesis.instead):
        likely *= _AGAINST if entry and _all_hold(entry, states) else 1.0
    return likely


# Without a state the answer tells nothing of the condition's fact.
_WEIGHT = {None: 1.0, State.HOLDS: 1.0, State.FAILS: _AGAINST, State.UNKNOWN: _OPEN}
_WEIGHT_SEEN = _WEIGHT | {State.FAILS: _NOT_SEEN}


def _all_hold(entry: Conditions, states: States) -> bool:
    return all(states.get(condition) == State.HOLDS for condition in entry)


def _ends(hypothesis: Hypothesis, states: States) -> bool:
    """Would the answer put its match aside: what it requires fails, or a `clear` entry is whole?"""
    if any(states.get(condition) == State.FAILS for condition in hypothesis.requires):
        return True
    return any(_all_hold(entry, states) for entry in hypothesis.clear)
