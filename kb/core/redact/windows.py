"""Where in a text a rule can match at all: the lines that hold what each of its matches holds."""

import re
from collections.abc import Callable, Iterator

from kb.core.redact.model import Rule

_DENSE = 200  # characters a window; where they stand denser, looking at all of it is cheaper

Window = tuple[int, int]
Finder = Callable[[str, int], int]  # text, from where → where the next one is, -1 for none


def finders(rule: Rule) -> tuple[Finder, ...]:
    """What finds the places of a rule in a lower-cased text."""
    if rule.run:
        return (_running(rule.run),)
    if rule.tail:
        return tuple(_followed(re.compile(re.escape(need) + rule.tail)) for need in rule.needs)
    return tuple(map(_spelled, rule.needs))


def _spelled(need: str) -> Finder:
    return lambda text, start: text.find(need, start)


def _followed(needed: re.Pattern[str]) -> Finder:
    def find(text: str, start: int) -> int:
        found = needed.search(text, start)
        return found.start() if found else -1

    return find


def _running(size: int) -> Finder:
    """A run of `size` covers one of the blocks of half that size, wherever it begins."""
    half = size // 2

    def find(text: str, start: int) -> int:
        for at in range(start, len(text) - half + 1, half):
            if text[at : at + half].isalnum():
                return at
        return -1

    return find


def windows(lower: str, find: tuple[Finder, ...], reach: int) -> list[Window]:
    """The parts of a text that hold every match, in order: whole lines, with both line ends."""
    most = len(lower) // _DENSE + 10
    found: list[Window] = []
    for each in find:
        for window in _lines(lower, each, reach):
            found.append(window)
            if len(found) > most:
                return [(0, len(lower))]
    return _merged(found if len(find) == 1 else sorted(found))


def _lines(lower: str, find: Finder, reach: int) -> Iterator[Window]:
    at = find(lower, 0)
    while at >= 0:
        end = lower.find("\n", at)
        if end < 0:
            yield max(lower.rfind("\n", 0, at), 0), len(lower)
            return
        last = lower.find("\n", end + reach) if reach else end
        yield max(lower.rfind("\n", 0, at), 0), last + 1 or len(lower)
        at = find(lower, end + 1)


def _merged(found: list[Window]) -> list[Window]:
    merged: list[Window] = []
    for start, end in found:
        if merged and start <= merged[-1][1]:
            merged[-1] = (merged[-1][0], max(end, merged[-1][1]))
        else:
            merged.append((start, end))
    return merged
