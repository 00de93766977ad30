"""Which of the error lines is the first real cause."""

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass

from kb.core.errors.frames import is_banner
from kb.core.errors.generic import FATAL, FOLLOWING
from kb.core.errors.patterns import LOOKED_AT
from kb.core.errors.tracebacks import Tracebacks
from kb.core.errors.weighing import OF_ERROR
from kb.core.text import Line

LEAST = 1.2  # weight under which a line is no root
HARD = 2.7  # an exception, or a stated error that a logger calls one
_LEAST_ALONE = 0.9  # in a paste of few lines, which was chosen by a person
_FEW = 40
_AS_LOUD = 0.7
_FOLLOWING = 0.6  # a factor for what others say after one has died
_POOR = 0.8  # a factor for an exception with hardly a message
_WORDS = 3
_LATER = 0.9  # a factor for what was raised while another was handled
_LASTING = 0.85  # a factor for what comes again in the log: the server lives with it
_OFTEN, _LASTING_OFTEN = 3, 0.75  # … from so many times on
_WHOLE = 0.3  # of the lines
_FATAL = 0.5  # for what stands where the server says that it died: a request's error does not
_BEFORE = 200
_AFTER = 60
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
    run, ones = _last_failing(able, starts)
    fatal = _first_fatal(found, run, starts)
    return max(ones, key=lambda one: (_score(one, lines, traces, fatal), -one.index))


def _last_failing(able: Sequence[Found], starts: Sequence[int]) -> tuple[int, list[Found]]:
    """The last of the runs that failed as hard as any did, and what was met in it."""
    runs: dict[int, list[Found]] = {}
    for one in able:
        for run in {bisect_right(starts, place) for place in one.places}:
            runs.setdefault(run, []).append(one)
    run = max(runs, key=lambda run: (_hardness(runs[run]), run))
    return run, runs[run]


def _hardness(run: Sequence[Found]) -> int:
    heaviest = max(one.weight for one in run)
    return (heaviest >= OF_ERROR) + (heaviest >= HARD)


def _first_fatal(found: Sequence[Found], run: int, starts: Sequence[int]) -> int | None:
    """Where the server first says that it is dead, in a run."""
    places = [
        place
        for one in found
        if one.kind == "generic" and FATAL.are_in(one.signature)
        for place in one.places
        if bisect_right(starts, place) == run
    ]
    return min(places, default=None)


def _score(one: Found, lines: Sequence[Line], traces: Tracebacks, fatal: int | None) -> float:
    text = lines[one.index].text
    score = one.weight
    if FOLLOWING.are_in(text[:LOOKED_AT]):
        score *= _FOLLOWING
    if len(one.signature.split()) < _WORDS:
        score *= _POOR
    if one.index in traces.causes:
        score *= _LATER
    if max(one.places) - min(one.places) > _WHOLE * len(lines) and len(lines) > _FEW:
        score *= _LASTING_OFTEN if one.count >= _OFTEN else _LASTING
    if fatal is None or one.weight < HARD:
        return score
    near = any(-_AFTER <= fatal - place <= _BEFORE for place in one.places)
    return score + _FATAL if near else score
