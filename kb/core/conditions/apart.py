"""Can two groups of conditions hold in one environment? Tried with values on both sides of every
bound that they name."""

import re
from collections.abc import Iterable, Iterator

from kb.core.conditions.judging import judge_fact
from kb.core.conditions.model import Condition, State
from kb.core.facts.model import Fact, Vocabulary

_BOUND = re.compile(r"b?\d[\w.]*")
_COUNT = re.compile(r"b(\d+)")


def apart(one: Iterable[Condition], other: Iterable[Condition], vocabulary: Vocabulary) -> bool:
    """Whether no environment meets both groups. False where that cannot be told."""
    theirs = tuple(other)
    return any(
        _differ(mine, yours, vocabulary)
        for mine in one
        for yours in theirs
        if mine.fact == yours.fact
    )


def _differ(one: Condition, other: Condition, vocabulary: Vocabulary) -> bool:
    """Whether no value that is tried may meet both conditions, which are about one fact."""
    if one.negated and other.negated:
        return False
    tried = {*_values(one, vocabulary), *_values(other, vocabulary)}
    return not any(_may(one, v, vocabulary) and _may(other, v, vocabulary) for v in tried)


def _may(condition: Condition, value: str, vocabulary: Vocabulary) -> bool:
    fact = Fact(condition.fact, value)
    return judge_fact(condition, fact, vocabulary).state is not State.FAILS


def _values(condition: Condition, vocabulary: Vocabulary) -> Iterator[str]:
    kind = vocabulary.facts[condition.fact]
    if kind.kind == "choice":
        yield from kind.by_name
    for wanted in condition.values if kind.kind != "choice" else ():
        if kind.kind == "text":
            yield _text(wanted)
            continue
        for bound in _BOUND.findall(wanted):
            yield from _around(bound, number=kind.kind == "number")


def _text(pattern: str) -> str:
    """A name that the pattern fits, of a hub repository: a bare name may be any build."""
    name = pattern.replace("*", "")
    return name if "/" in name else f"example/{name}"


def _around(bound: str, *, number: bool) -> Iterator[str]:
    """The bound, a little less and a little more."""
    if number:
        yield from (bound, str(float(bound) - 0.5), str(float(bound) + 0.5))
    elif build := _COUNT.fullmatch(bound):
        yield from (bound, f"b{int(build[1]) - 1}", f"b{int(build[1]) + 1}")
    else:
        parts = [int(part) for part in re.findall(r"\d+", bound)[:4]]
        yield from (bound, f"{'.'.join(map(str, parts))}.1", _below(parts))


def _below(parts: list[int]) -> str:
    """0.9.0 → 0.8.9999."""
    last = max((at for at, part in enumerate(parts) if part), default=0)
    start = [*parts[:last], max(0, parts[last] - 1)]
    return ".".join(map(str, [*start, 9999]))
