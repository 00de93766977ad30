"""Two long texts cut into pairs of short ones at the lines that both have exactly once.

What difflib needs grows with the pairs of equal lines, and a flag catalogue has thousands of lines
`since: 0.2.7`; its flags, though, stand there once each. Known as patience diff (Bram Cohen).
"""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Iterator, Sequence

FEW = 400  # lines of both texts; below this difflib alone is quick enough and cuts nothing

Pair = tuple[int, int]  # the index of a line in either text


def sections(old: list[str], new: list[str]) -> Iterator[tuple[list[str], list[str]]]:
    """Parts of both, in their order, that put together are the texts. Each begins with a line that
    is the same in both, but for the first."""
    start, other = 0, 0
    for a, b in _anchors(old, new) if len(old) + len(new) > FEW else ():
        if (a, b) != (start, other):
            yield old[start:a], new[other:b]
            start, other = a, b
    yield old[start:], new[other:]


def _anchors(old: Sequence[str], new: Sequence[str]) -> list[Pair]:
    """The longest run of lines, each once in either text, that both have in the same order."""
    once, again = Counter(old), Counter(new)
    places = {line: at for at, line in enumerate(new) if again[line] == 1}
    pairs = [
        (at, places[line]) for at, line in enumerate(old) if once[line] == 1 and line in places
    ]
    return _rising(pairs)


def _rising(pairs: list[Pair]) -> list[Pair]:
    """The longest part of `pairs` in which the second numbers rise as the first do."""
    tops: list[int] = []  # the lowest second number that a run of this length ends in
    ends: list[int] = []  # … and which pair that is
    before: list[int] = []
    for number, (_, b) in enumerate(pairs):
        length = bisect_left(tops, b)
        before.append(ends[length - 1] if length else -1)
        tops[length : length + 1] = [b]
        ends[length : length + 1] = [number]
    return _traced(pairs, before, ends[-1] if ends else -1)


def _traced(pairs: list[Pair], before: list[int], last: int) -> list[Pair]:
    found: list[Pair] = []
    while last >= 0:
        found.append(pairs[last])
        last = before[last]
    return found[::-1]
