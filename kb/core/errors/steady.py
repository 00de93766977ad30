"""Lines that are said all through a run: chatter that a server lives with, however it sounds."""

from bisect import bisect_right
from collections.abc import Mapping, Sequence

from kb.core.errors.frames import is_banner
from kb.core.text import Line

_OFTEN = 6  # times, and parts of the run out of _PARTS in which it is said
_PARTS = 10
_LEAST_LINES = 60  # of a run that has parts


def steady(said: Mapping[str, Sequence[int]], lines: Sequence[Line]) -> frozenset[str]:
    """Which of the texts stand all through a run; `said` are the indexes of each, in order."""
    often = {text: places for text, places in said.items() if len(places) >= _OFTEN}
    if not often or len(lines) < _LEAST_LINES:
        return frozenset()
    starts = [0, *(index for index, line in enumerate(lines) if is_banner(line.text)), len(lines)]
    return frozenset(text for text, places in often.items() if _all_through(places, starts))


def _all_through(places: Sequence[int], starts: Sequence[int]) -> bool:
    parts: dict[int, set[int]] = {}
    for place in places:
        run = bisect_right(starts, place) - 1
        length = starts[run + 1] - starts[run]
        if length >= _LEAST_LINES:
            parts.setdefault(run, set()).add(_PARTS * (place - starts[run]) // length)
    return any(len(each) >= _OFTEN for each in parts.values())
