"""Histories of accepted values in the shared tables → the versions that accept each value.

A table keeps the newest list and what changed when. Where the newest version takes any text the
older lists are lost, yet the changes still tell from when on, or until when, a value was accepted.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from kb.core.launch.catalogue.lifetimes import spans_from
from kb.core.launch.catalogue.timeline import Spans, Timeline

Row = Mapping[str, Any]


def choices_of(row: Row, timeline: Timeline) -> dict[str, Spans]:
    """The closed list by version, undone backwards from the newest; {} where that one is open."""
    newest = [str(choice) for choice in row.get("choices") or ()]
    if not newest:
        return {}
    last, current = timeline.index[row["last_seen"]], set(newest)
    alive: dict[str, set[int]] = {}
    for change in reversed(row.get("choices_history") or ()):
        at = timeline.index[change["at"]]
        _live(alive, current, at, last)
        last, current = at - 1, _before(current, change)
    _live(alive, current, timeline.index[row["since"]], last)
    return _spans(alive, newest)


def values_of(row: Row, timeline: Timeline) -> dict[str, Spans]:
    """Single values of an open list: no claim about any value that is not named here."""
    if row.get("choices"):
        return {}
    first, last = timeline.index[row["since"]], timeline.index[row["last_seen"]]
    known = [str(value) for value in row.get("suggested_values") or ()]
    alive: dict[str, set[int]] = {}
    for change in row.get("choices_history") or ():
        _apply(alive, change, first, timeline.index[change["at"]], last)
    for value in known:
        alive.setdefault(value, set(range(first, last + 1)))
    return _spans({value: numbers for value, numbers in alive.items() if value != "None"}, known)


def _apply(alive: dict[str, set[int]], change: Row, first: int, at: int, last: int) -> None:
    onwards = set(range(at, last + 1))
    for value in map(str, change.get("added") or ()):
        alive.setdefault(value, set()).update(onwards)
    for value in map(str, change.get("removed") or ()):
        alive.setdefault(value, set(range(first, at))).difference_update(onwards)
    if change.get("choices_dropped"):
        for numbers in alive.values():
            numbers |= onwards


def _live(alive: dict[str, set[int]], current: Iterable[str], first: int, last: int) -> None:
    for choice in current:
        alive.setdefault(choice, set()).update(range(first, last + 1))


def _before(current: set[str], change: Row) -> set[str]:
    if change.get("choices_introduced"):
        return set()
    added, removed = change.get("added") or (), change.get("removed") or ()
    return (current - set(map(str, added))) | set(map(str, removed))


def _spans(alive: Mapping[str, set[int]], order: Sequence[str]) -> dict[str, Spans]:
    """In the order of the newest list, values of the past behind it."""
    names = [*order, *sorted(set(alive) - set(order))]
    return {name: spans_from(alive[name]) for name in names if alive.get(name)}
