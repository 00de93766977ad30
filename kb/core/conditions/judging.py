"""Does a condition hold over known facts? An unknown fact never fails one."""

import re
from collections.abc import Callable
from dataclasses import replace
from fnmatch import fnmatchcase
from functools import lru_cache
from operator import eq, ge, gt, le, lt, ne

from kb.core.conditions.model import Condition, Judged, State
from kb.core.facts import forks, wording
from kb.core.facts.model import Fact, FactKind, Facts, Vocabulary
from kb.core.messages import msg
from kb.core.versions import Answer, bounds_in, satisfies

ESTIMATED = msg("only an estimate")
SEVERAL = msg("the text holds several values")
LOCAL = msg("a local path: cannot tell which model it is")
SHORT = msg("a short name: cannot tell which build of the model it is")

_ORDER: dict[str, Callable[[float, float], bool]] = {
    "": eq, "!=": ne, "<": lt, "<=": le, ">": gt, ">=": ge,
}  # fmt: skip
_COMPARISON = re.compile(r"(!=|<=|>=|<|>|)(.+)")
_LOCAL = re.compile(r"(?:[/~.$]|[A-Za-z]:[\\/]).*|[^/]*")


def judge(condition: Condition, facts: Facts, vocabulary: Vocabulary) -> Judged:
    """Holds, fails or unknown over `facts`; an unknown fact never fails a condition."""
    return judge_fact(condition, facts.get(condition.fact), vocabulary)


def judge_fact(condition: Condition, fact: Fact | None, vocabulary: Vocabulary) -> Judged:
    """The same for one fact, None when it is not known.

    Several candidates: it holds (fails) only if it does for all.
    An estimate leaves it unknown, and is shown."""
    if fact is None:
        return _open(condition)
    if fact.how == "estimated":
        return _judge_estimate(condition, fact, vocabulary)
    if fact.value is None:
        return _judge_candidates(condition, fact.candidates, vocabulary)
    have, answered = (fact.value, *fact.also), fact.how == "answered"
    judged = _judge_value(condition, have, answered, vocabulary)
    return _of_fork(judged, fact.fork) if fact.fork and not answered else judged


def _of_fork(judged: Judged, fork: str) -> Judged:
    """A fork's own number proves nothing of the upstream's code; a plugin's neighbour is it."""
    state = State.UNKNOWN if forks.is_own(fork) else judged.state
    return replace(judged, state=state, reason=judged.reason or forks.told(fork))


def _judge_estimate(condition: Condition, fact: Fact, vocabulary: Vocabulary) -> Judged:
    """Unknown, though bounds that lie wholly inside or outside of what is wanted lean."""
    if not fact.bounds:
        return Judged(condition, State.UNKNOWN, fact.value, ESTIMATED)
    wanted = (bound for value in condition.values for bound in bounds_in(value))
    answers = {
        _judge_value(condition, (version,), False, vocabulary).state
        for version in wording.within(fact.bounds, wanted)
    }
    leans = next(iter(answers)) if len(answers) == 1 else State.UNKNOWN
    return Judged(condition, State.UNKNOWN, None, wording.told(fact.bounds), leans)


@lru_cache(maxsize=8_192)  # the same few thousand conditions are asked of every paste
def _open(condition: Condition) -> Judged:
    return Judged(condition, State.UNKNOWN, None)


@lru_cache(maxsize=16_384)
def _judge_value(
    condition: Condition, have: tuple[str, ...], answered: bool, vocabulary: Vocabulary
) -> Judged:
    kind = vocabulary.facts[condition.fact]
    answer = _answer(condition, have, kind, alone=kind.exclusive and answered)
    return Judged(condition, _state(answer.holds), have[0], answer.reason)


def _judge_candidates(
    condition: Condition, candidates: tuple[str, ...], vocabulary: Vocabulary
) -> Judged:
    kind = vocabulary.facts[condition.fact]
    states = {_state(_answer(condition, (have,), kind).holds) for have in candidates}
    state = states.pop() if len(states) == 1 else State.UNKNOWN
    return Judged(condition, state, " or ".join(candidates), SEVERAL)


def _answer(
    condition: Condition, have: tuple[str, ...], kind: FactKind, *, alone: bool = False
) -> Answer:
    """`alone`: the value is the only one, whatever may be true beside it."""
    answers = [_one(wanted, have, kind) for wanted in condition.values]
    if alone:
        answers = [Answer(bool(answer.holds), answer.reason) for answer in answers]
    answer = next((a for a in answers if a.holds), None)
    answer = answer or next((a for a in answers if a.holds is None), None) or answers[0]
    if condition.negated and answer.holds is not None:
        return Answer(not answer.holds, answer.reason)
    return answer


def _one(wanted: str, have: tuple[str, ...], kind: FactKind) -> Answer:
    if kind.kind == "choice":
        return Answer(_chosen(wanted, have, kind))
    if kind.kind == "version":
        return satisfies(have[0], wanted)
    if kind.kind == "number":
        return Answer(_compared(wanted, have[0]))
    return _globbed(wanted, have[0], local=kind.name == "model")


def _chosen(wanted: str, have: tuple[str, ...], kind: FactKind) -> bool | None:
    """Is one of the values `have` the wanted one, or a kind of it?

    None where they can be true together, and where the vocabulary does not know the value."""
    if wanted in have or any(wanted in _broader(value, kind) for value in have):
        return True
    if not any(value in kind.by_name for value in have):
        return None
    return None if any(_compatible(wanted, value, kind) for value in have) else False


def _compatible(wanted: str, value: str, kind: FactKind) -> bool:
    mine = {wanted, *_broader(wanted, kind)}
    theirs = {value, *_broader(value, kind)}
    if value in mine:
        return True
    return any(_beside(a, theirs, kind) or _beside(b, mine, kind) for a in mine for b in theirs)


def _beside(value: str, others: set[str], kind: FactKind) -> bool:
    choice = kind.by_name.get(value)
    return choice is not None and ("*" in choice.beside or not others.isdisjoint(choice.beside))


def _broader(value: str, kind: FactKind) -> tuple[str, ...]:
    choice = kind.by_name.get(value)
    if choice is None:
        return ()
    return tuple(choice.kind_of) + tuple(b for k in choice.kind_of for b in _broader(k, kind))


def _compared(wanted: str, have: str) -> bool | None:
    try:
        number = float(have)
    except ValueError:
        return None
    parts = [_COMPARISON.fullmatch(part) for part in wanted.split(",")]
    return all(_ORDER[p[1]](number, float(p[2])) for p in parts if p)


def _globbed(wanted: str, have: str, *, local: bool) -> Answer:
    pattern, text = wanted.casefold().replace("[", "[[]"), have.casefold()
    tail = re.split(r"[/\\]", text.rstrip("/\\"))[-1]
    if fnmatchcase(text, pattern) or ("/" not in pattern and fnmatchcase(tail, pattern)):
        return Answer(True)
    if local and _LOCAL.fullmatch(have) and _may_be(tail, pattern):
        return Answer(None, LOCAL)
    if local and "/" not in have and _begins(tail, pattern):
        return Answer(None, SHORT)
    return Answer(False)


def _begins(tail: str, pattern: str) -> bool:
    """People leave the end of a name out: `Qwen1.5-14B-Chat` may be its GPTQ build."""
    first, *more = [part for part in pattern.split("/")[-1].split("*") if part] or [""]
    return bool(more) and first in tail


def _may_be(tail: str, pattern: str) -> bool:
    """May a local folder of this name hold the model? Not if it bears another model's name."""
    named = re.search(r"\d", tail) and re.search(r"[a-z]{2}", tail)
    return not named or fnmatchcase(tail, pattern.split("/")[-1])


def _state(holds: bool | None) -> State:
    if holds is None:
        return State.UNKNOWN
    return State.HOLDS if holds else State.FAILS
