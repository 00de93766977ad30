"""Numbers of this site, counted by all server processes together and kept while it runs.

Memory that the server's first process shares with those it forks; each process adds to a row of its
own, so that none waits for another and one that is killed takes nothing with it.
"""

from __future__ import annotations

import mmap
import os
import time
from bisect import bisect_left
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import accumulate
from threading import Lock

_ROWS = 128  # more than there are server processes at a time: at most 64
BUCKETS = (0.005, 0.02, 0.05, 0.1, 0.3, 1.0, 3.0)  # seconds

KINDS = ("page", "article", "search", "diagnose", "wizard", "write", "api", "operator", "static")
_STATUSES = ("2xx", "3xx", "4xx", "5xx")
VERDICTS = ("match", "ask", "none")
TIMED = ("request", "analysis", "search")

# name → help; a series is a name with its labels.
COUNTERS = {
    "kb_requests_total": "Requests that were answered",
    "kb_diagnoses_total": "Diagnoses by verdict",
}


def _buckets(name: str) -> list[str]:
    """The series of a duration, by bound. Each has a cell for what fell between it and the one
    before; as they are told, each holds those before it."""
    return [f'kb_{name}_seconds_bucket{{le="{bound}"}}' for bound in (*BUCKETS, "+Inf")]


def _series() -> Iterator[str]:
    for kind in KINDS:
        yield from (f'kb_requests_total{{kind="{kind}",status="{each}"}}' for each in _STATUSES)
    yield from (f'kb_diagnoses_total{{verdict="{each}"}}' for each in VERDICTS)
    for name in TIMED:
        yield from (*_buckets(name), f"kb_{name}_seconds_sum", f"kb_{name}_seconds_count")


_BUCKETS = {name: _buckets(name) for name in TIMED}
_PLACE = {series: place for place, series in enumerate(_series())}
_cells = memoryview(mmap.mmap(-1, _ROWS * len(_PLACE) * 8)).cast("d")
_lock = Lock()  # of the threads of one process
_row = [0]


def _next_row() -> None:
    """Called before each fork: the child counts in the next row; a row of an older one goes on."""
    _row[0] = (_row[0] + 1) % _ROWS


os.register_at_fork(before=_next_row)


def _add(series: str, value: float) -> None:
    at = _row[0] * len(_PLACE) + _PLACE[series]
    with _lock:
        _cells[at] += value


def count_request(kind: str, status: int, seconds: float) -> None:
    _add(f'kb_requests_total{{kind="{kind}",status="{status // 100}xx"}}', 1)
    took("request", seconds)


def count_diagnosis(verdict: str) -> None:
    _add(f'kb_diagnoses_total{{verdict="{verdict}"}}', 1)


def took(name: str, seconds: float) -> None:
    """A duration of one of TIMED."""
    _add(_BUCKETS[name][bisect_left(BUCKETS, seconds)], 1)
    _add(f"kb_{name}_seconds_sum", seconds)
    _add(f"kb_{name}_seconds_count", 1)


@contextmanager
def timed(name: str) -> Iterator[None]:
    start = time.perf_counter()
    try:
        yield
    finally:
        took(name, time.perf_counter() - start)


def totals() -> dict[str, float]:
    """Every series with what all processes counted."""
    width = len(_PLACE)
    found = {
        series: sum(_cells[row * width + place] for row in range(_ROWS))
        for series, place in _PLACE.items()
    }
    for buckets in _BUCKETS.values():
        found |= zip(buckets, accumulate(found[each] for each in buckets), strict=True)
    return found
