"""A team's own build: what its `--help` says becomes one more version of the engine's catalogue."""

from bisect import bisect_left
from collections.abc import Iterable, Mapping
from dataclasses import replace

from kb.core.launch.catalogue.help_text import HelpRow
from kb.core.launch.catalogue.lifetimes import numbers_in, spans_from
from kb.core.launch.catalogue.model import CatalogueError, Flag, History, Tables, value_at
from kb.core.launch.catalogue.timeline import Spans, Timeline, exact
from kb.core.messages import msg


def with_build(tables: Tables, rows: Iterable[HelpRow], version: str) -> Tables:
    """`tables` with `version` among those read. Reading a version anew replaces it.

    CatalogueError for a version that cannot be compared: `0.24.0+ours` can."""
    key = exact(version)
    if key is None:
        raise CatalogueError(
            msg("give a version like 0.24.0+ours, not `{version}`", version=version)
        )
    at = tables.timeline.index.get(version)
    if at is None:
        keys = [other for text in tables.timeline.read if (other := exact(text)) is not None]
        at = bisect_left(keys, key) if len(keys) == len(tables.timeline.read) else len(keys)
        tables = _opened(tables, version, at)
    return _written(tables, list(rows), at)


def _opened(tables: Tables, version: str, at: int) -> Tables:
    """Makes room at index `at`: until rows say else, all is as in the version before it."""
    read = (*tables.timeline.read[:at], version, *tables.timeline.read[at:])
    flags = {name: _shifted(flag, at) for name, flag in tables.flags.items()}
    variables = {
        name: replace(row, spans=_shift(row.spans, at)) for name, row in tables.variables.items()
    }
    timeline = Timeline(read, tables.timeline.grain)
    return replace(tables, timeline=timeline, flags=flags, variables=variables)


def _shifted(flag: Flag, at: int) -> Flag:
    deprecated = flag.deprecated
    return replace(
        flag,
        spans=_shift(flag.spans, at),
        kinds=_shift_history(flag.kinds, at),
        defaults=_shift_history(flag.defaults, at),
        aliases=_shift_all(flag.aliases, at),
        negations=_shift_all(flag.negations, at),
        choices=_shift_all(flag.choices, at),
        values=_shift_all(flag.values, at),
        deprecated=deprecated + 1 if deprecated is not None and deprecated >= at else deprecated,
        keys=tuple(replace(key, spans=_shift(key.spans, at)) for key in flag.keys),
    )


def _shift(spans: Spans, at: int) -> Spans:
    """A run that ends just before `at` goes on through it, one that begins at `at` moves behind."""
    return tuple((first + (first >= at), last + (last >= at - 1)) for first, last in spans)


def _shift_all(lives: Mapping[str, Spans], at: int) -> dict[str, Spans]:
    return {name: _shift(spans, at) for name, spans in lives.items()}


def _shift_history(history: History, at: int) -> History:
    return tuple((first + (first >= at), value) for first, value in history)


def _written(tables: Tables, rows: list[HelpRow], at: int) -> Tables:
    """Presence at `at` is what the help shows, for every name and flag."""
    flags = dict(tables.flags)
    found = {_known(row, tables, at): row for row in rows}
    for name, flag in tables.flags.items():
        if name not in found:
            flags[name] = _without(flag, at)
    end = len(tables.timeline.read) - 1
    for name, row in found.items():
        flags[name] = _with(flags.get(name) or _new(name, row, at), row, at, end)
    living = {name: flag for name, flag in sorted(flags.items()) if flag.spans}
    return replace(tables, flags=living)


def _known(row: HelpRow, tables: Tables, at: int) -> str:
    """The catalogue's name of a row: any of its names will do."""
    for name in (row.flag, *row.names):
        if name in tables.flags and at in numbers_in(tables.flags[name].spans):
            return name
    owners = {alias: flag.name for flag in tables.flags.values() for alias in flag.aliases}
    return next((owners[name] for name in row.names if name in owners), row.flag)


def _new(name: str, row: HelpRow, at: int) -> Flag:
    return Flag(name, ((at, at),), ((at, row.kind),), ((at, row.default),), env=row.env)


def _without(flag: Flag, at: int) -> Flag:
    return replace(
        flag,
        spans=_set(flag.spans, at, False),
        aliases={name: _set(spans, at, False) for name, spans in flag.aliases.items()},
        negations={name: _set(spans, at, False) for name, spans in flag.negations.items()},
    )


def _with(flag: Flag, row: HelpRow, at: int, end: int) -> Flag:
    yes = [name for name in row.names if name not in row.negations and name != flag.name]
    choices = row.choices
    return replace(
        flag,
        spans=_set(flag.spans, at, True),
        kinds=_history(flag.kinds, _kind(flag, row, at), at, end),
        defaults=_history(flag.defaults, row.default, at, end),
        aliases=_names(flag.aliases, yes, at),
        negations=_names(flag.negations, row.negations, at),
        choices=_names(flag.choices, choices, at) if choices or flag.choices else flag.choices,
    )


def _kind(flag: Flag, row: HelpRow, at: int) -> str:
    """Help tells one word from none, not JSON or a number from a text."""
    known = value_at(flag.kinds, at)
    word = known.partition(":")[0]
    same = {"json": "value", "pair": "switch"}
    return known if same.get(word, word) == same.get(row.kind, row.kind) else row.kind


def _history(history: History, value: str, at: int, end: int) -> History:
    """`value` at index `at`; behind it what was there before, as far as versions go."""
    before = [one for one in history if one[0] < at]
    behind = [one for one in history if one[0] > at]
    goes_on = before and at < end and not any(first == at + 1 for first, _ in behind)
    back = [(at + 1, value_at(history, at + 1))] if goes_on else []
    changed = [*before, (at, value), *back, *behind]
    return tuple(
        one for number, one in enumerate(changed) if not number or changed[number - 1][1] != one[1]
    )


def _names(lives: Mapping[str, Spans], shown: Iterable[str], at: int) -> dict[str, Spans]:
    names = [*lives, *(name for name in shown if name not in lives)]
    set_here = {name: _set(lives.get(name, ()), at, name in set(shown)) for name in names}
    return {name: spans for name, spans in set_here.items() if spans}


def _set(spans: Spans, at: int, there: bool) -> Spans:
    numbers = numbers_in(spans)
    return spans_from(numbers | {at} if there else numbers - {at})
