"""Counts by week → the bars of a small chart, as numbers that a template draws."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, timedelta

WEEKS = 12
WIDTH, HEIGHT = 320, 80
_STEP = WIDTH // WEEKS


@dataclass(frozen=True, slots=True)
class Bar:
    """A rectangle: `second` stands for the other of the two counts."""

    x: int
    y: int
    width: int
    height: int
    second: bool


@dataclass(frozen=True, slots=True)
class Chart:
    """`rows` are (first day of the week, first count, second count), for a table beside it."""

    bars: list[Bar]
    rows: list[tuple[date, int, int]]
    most: int


def chart(first: Mapping[date, int], second: Mapping[date, int], today: date) -> Chart:
    """Two counts by day, as pairs of bars of the last twelve weeks."""
    monday = today - timedelta(days=today.weekday())
    weeks = [monday - timedelta(weeks=back) for back in reversed(range(WEEKS))]
    rows = [(week, _sum(first, week), _sum(second, week)) for week in weeks]
    most = max((max(one, two) for _, one, two in rows), default=0)
    bars: list[Bar] = []
    for at, (_, one, two) in enumerate(rows):
        bars += [_bar(at, one, most, False), _bar(at, two, most, True)]
    return Chart(bars, rows, most)


def _sum(counts: Mapping[date, int], week: date) -> int:
    return sum(counts.get(week + timedelta(days=day), 0) for day in range(7))


def _bar(at: int, count: int, most: int, second: bool) -> Bar:
    height = round(HEIGHT * count / most) if most else 0
    width = _STEP // 2 - 2
    return Bar(at * _STEP + (width + 1 if second else 0), HEIGHT - height, width, height, second)
