"""What is kept of a masked paste: the lines that say something, with two lines around each."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from kb.core.text import Line

AROUND = 2
MOST = 200  # lines
LONGEST = 2_000  # characters of a line

Excerpt = list[tuple[int, str]]  # line number, masked text


def excerpt(lines: Sequence[Line], telling: Iterable[int]) -> Excerpt:
    """The lines whose number is in `telling` (the most telling first) and their neighbours."""
    at = {line.number: place for place, line in enumerate(lines)}
    places: set[int] = set()
    for number in telling:
        place = at.get(number)
        if place is None:
            continue
        near = range(max(0, place - AROUND), min(len(lines), place + AROUND + 1))
        if len(places.union(near)) > MOST:
            break
        places.update(near)
    return [(lines[place].number, lines[place].raw[:LONGEST]) for place in sorted(places)]


def as_paste(kept: Iterable[tuple[int, str]]) -> str:
    """The excerpt as a text in which each line has its old number; gaps are empty lines."""
    text: list[str] = []
    for number, line in kept:
        text += [""] * (number - 1 - len(text))
        text += line.split("\n")  # a rejoined line has several
    return "\n".join(text)
