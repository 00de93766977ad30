"""How much an answer would tell: expected information over the causes still alive."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import log2
from operator import mul, truediv

from kb.core.articles.model import Check, Conditions
from kb.core.conditions import Condition, State, judge_fact
from kb.core.facts import Fact, Facts, Vocabulary, implied
from kb.core.questions.causes import Causes, Hypothesis, expected
from kb.core.questions.points import points
from kb.core.ranking import Match
from kb.core.ranking.conditions import sentence

# People and articles err: an answer weakens a cause, it does not rule out the truth.
_AGAINST = 0.02
_NOT_SEEN = 0.5
_OPEN = 0.5


@dataclass(frozen=True, slots=True)
class Answer:
    """A possible answer: its likelihood under each hypothesis, and the causes that it leaves."""

    value: str
    likelihood: tuple[float, ...]
    left: tuple[Match, ...]
    named: bool = False


def information(causes: Causes, answers: Sequence[Answer], *, doubt: bool = False) -> float:
    """Bits that the answer is expected to tell about which cause it is and which of its fixes; with
    `doubt` also about whether it is any of them."""
    weights = [each.weight if doubt or each.match else 0.0 for each in causes.hypotheses]
    if sum(weight > 0 for weight in weights) < 2:
        return 0.0
    total = sum(weights)
    shares = [weight / total for weight in weights]
    totals = [sum(each) or 1.0 for each in zip(*(a.likelihood for a in answers), strict=True)]
    return sum(_bits(shares, each.likelihood, totals) for each in answers)


def _bits(shares: Sequence[float], likelihood: Sequence[float], totals: Sequence[float]) -> float:
    """What one answer tells. `totals` make each hypothesis' likelihoods add up to 1."""
    column: list[float] = list(map(truediv, likelihood, totals))
    whole: float = sum(map(mul, shares, column))
    if whole <= 0 or min(column) == max(column):
        return 0.0  # as likely under each of them
    told = ((share, p) for share, p in zip(shares, column, strict=True) if share > 0 and p > 0)
    return sum(share * p * log2(p / whole) for share, p in told)


def answers_to_fact(
    name: str, causes: Causes, facts: Facts, vocabulary: Vocabulary
) -> tuple[Answer, ...]:
    """The possible answers to a fact."""
    kind = vocabulary.facts[name]
    judge = _judging(vocabulary)
    found = []
    for point in points(kind, _conditions_on(name, causes)):
        told = assume(facts, name, point.value, vocabulary)
        likelihood, gone = [point.weight] * len(causes.hypotheses), set()
        for at in causes.waiting_for(frozenset(told)):
            likelihood[at] *= _likely(each := causes.hypotheses[at], told, judge)
            if _ends(each, told, judge):
                gone.add(id(each.match))
        left = tuple(match for match in causes.matches if id(match) not in gone)
        found.append(Answer(point.value, tuple(likelihood), left, point.named))
    return tuple(found)


def answers_to_check(check: Check, causes: Causes) -> tuple[Answer, ...]:
    """Yes and no, of which one speaks for the check's own causes and against no other."""
    ask = sentence(check)
    wanted = {id(m): expected(m, ask) for m in causes.matches}
    return tuple(
        Answer(
            value,
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
    return {
        each.name: each
        for each in _told(name, value, vocabulary)
        if each.name == name or (each.how != "estimated" and _is_open(each.name, facts))
    }


@lru_cache(maxsize=4_096)
def _told(name: str, value: str, vocabulary: Vocabulary) -> tuple[Fact, ...]:
    answer = Fact(name, value, how="answered", text=value)
    return tuple(implied({name: answer}, vocabulary).values())


def _is_open(name: str, facts: Facts) -> bool:
    fact = facts.get(name)
    return fact is None or fact.how in {"estimated", "default"}


Judge = Callable[[Condition, Mapping[str, Fact]], State]


def _judging(vocabulary: Vocabulary) -> Judge:
    """Judges a condition by what an answer tells."""

    def judge(condition: Condition, told: Mapping[str, Fact]) -> State:
        fact = told.get(condition.fact)
        return State.UNKNOWN if fact is None else judge_fact(condition, fact, vocabulary).state

    return judge


def _likely(hypothesis: Hypothesis, told: Mapping[str, Fact], judge: Judge) -> float:
    """How well an answer goes with a hypothesis that waits for it, 0 to 1."""
    likely = 1.0
    for condition in (*hypothesis.requires, *hypothesis.when):
        likely *= _weight(condition, told, judge, _AGAINST)
    for condition in hypothesis.seen:
        likely *= _weight(condition, told, judge, _NOT_SEEN)
    for entry in (*hypothesis.clear, *hypothesis.instead):
        likely *= _AGAINST if entry and _all_hold(entry, told, judge) else 1.0
    return likely


def _weight(condition: Condition, told: Mapping[str, Fact], judge: Judge, against: float) -> float:
    if condition.fact not in told:
        return 1.0
    state = judge(condition, told)
    return {State.HOLDS: 1.0, State.FAILS: against, State.UNKNOWN: _OPEN}[state]


def _all_hold(entry: Conditions, told: Mapping[str, Fact], judge: Judge) -> bool:
    return all(judge(condition, told) == State.HOLDS for condition in entry)


def _ends(hypothesis: Hypothesis, told: Mapping[str, Fact], judge: Judge) -> bool:
    """Would the answer put its match aside: what it requires fails, or a `clear` entry is whole?"""
    if any(judge(condition, told) == State.FAILS for condition in hypothesis.requires):
        return True
    return any(_all_hold(entry, told, judge) for entry in hypothesis.clear)


def _conditions_on(name: str, causes: Causes) -> list[Condition]:
    every = (c for h in causes.hypotheses if name in h.waits_for for c in h.conditions())
    return [condition for condition in dict.fromkeys(every) if condition.fact == name]
