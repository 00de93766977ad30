"""Which of the error lines is the first real cause."""

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass

from kb.core.errors.frames import is_banner
from kb.core.errors.generic import FOLLOWING
from kb.core.errors.patterns import LOOKED_AT
from kb.core.errors.tracebacks import Tracebacks
from kb.core.errors.weighing import OF_ERROR
from kb.core.text import Line

LEAST = 1.2  # weight under which a line is no root
_LEAST_ALONE = 0.9  # in a paste of few lines, which was chosen by a person
_FEW = 40
_AS_LOUD = 0.7
_FOLLOWING = 0.6  # a factor for what others say after one has died
_POOR = 0.8  # a factor for an exception with hardly a message
_WORDS = 3
_UNABLE = ("generic", "benign")


@dataclass(slots=True)
class Found:
    """One signature: the first of its heaviest lines, and every index where it was met."""

    index: int
    weight: float
    kind: str
    signature: str
    places: list[int]

    @property
    def count(self) -> int:
        return len(self.places)

    def met(self, index: int, weight: float) -> None:
        """Once more; the earliest line that says it as loud is the one to show."""
        self.places.append(index)
        if weight >= self.weight * _AS_LOUD and index < self.index:
            self.index = index


def choose_root(found: Sequence[Found], lines: Sequence[Line], traces: Tracebacks) -> Found | None:
    """The first real cause of the last run that failed; None where nothing but wrappers broke."""
    least = _LEAST_ALONE if len(lines) <= _FEW else LEAST
    able = [one for one in found if one.kind not in _UNABLE and one.weight >= least]
    if not able:
        return None
    starts = [index for index, line in enumerate(lines) if is_banner(line.text)]
    runs = _by_run(able, starts)
    last = max(runs, key=lambda run: (_fails(runs[run]), run))
    return max(runs[last], key=lambda one: (_score(one, lines, traces), -one.index))


def _by_run(able: Sequence[Found], starts: Sequence[int]) -> dict[int, list[Found]]:
    runs: dict[int, list[Found]] = {}
    for one in able:
        for run in {bisect_right(starts, place) for place in one.places}:
            runs.setdefault(run, []).append(one)
    return runs


def _fails(run: Sequence[Found]) -> bool:
    return any(one.weight >= OF_ERROR for one in run)


def _score(one: Found, lines: Sequence[Line], traces: Tracebacks) -> float:
    text = lines[one.index].text
    score = one.weight
    if FOLLOWING.are_in(text[:LOOKED_AT]):
        score *= _FOLLOWING
    if len(one.signature.split()) < _WORDS:
        score *= _POOR
    if one.index in traces.causes:
        score *= 0.9
    return score
