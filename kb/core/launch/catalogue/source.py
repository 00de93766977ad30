"""Nested text values of `articles/_flags/<engine>.yaml` → Tables; the file's schema."""

from collections.abc import Mapping
from typing import cast

from kb.core.launch.catalogue import lifetimes
from kb.core.launch.catalogue.model import CatalogueError, Flag, Key, Pin, Tables, Variable
from kb.core.launch.catalogue.timeline import Spans, Timeline
from kb.core.messages import msg

Values = Mapping[str, object]

TOP = frozenset({"engine", "read", "grain", "flags", "env", "pins"})
FLAG = frozenset(
    {"kind", "since", "removed", "versions", "default", "aliases", "negations", "choices", "values"}
    | {"deprecated", "replaced_by", "env", "secret", "keys", "explain"}
)
VARIABLE = frozenset(
    {"since", "removed", "versions", "default", "replaced_by", "secret", "explain"}
)
PIN = frozenset({"torch", "python", "transformers", "flashinfer", "xformers", "entrypoint", "cuda"})


def read_tables(source: Values) -> Tables:
    """Tables out of a loaded file. CatalogueError names the first thing that does not fit."""
    _closed(source, TOP, "the file")
    timeline = Timeline(_names(source.get("read")), _text(source, "grain") or "minor")
    flags = {name: _flag(name, row, timeline) for name, row in _rows(source, "flags", FLAG)}
    variables = {
        name: _variable(name, row, timeline) for name, row in _rows(source, "env", VARIABLE)
    }
    pins = {version: _pin(version, row) for version, row in _rows(source, "pins", PIN)}
    return Tables(_text(source, "engine"), timeline, flags, variables, pins)


def _rows(source: Values, section: str, allowed: frozenset[str]) -> list[tuple[str, Values]]:
    rows = _mapping(source.get(section, {}), section)
    for name, row in rows.items():
        _closed(_mapping(row, name), allowed, name)
    return [(str(name), _mapping(row, name)) for name, row in rows.items()]


def _flag(name: str, row: Values, timeline: Timeline) -> Flag:
    spans = _life(row, timeline)
    first = spans[0][0]
    deprecated = _text(row, "deprecated")
    return Flag(
        name=name,
        spans=spans,
        kinds=lifetimes.history_of(_history(row, "kind", "switch"), first, timeline),
        defaults=lifetimes.history_of(_history(row, "default", ""), first, timeline),
        aliases=_lives(row, "aliases", spans, timeline),
        negations=_lives(row, "negations", spans, timeline),
        choices=_lives(row, "choices", spans, timeline),
        values=_lives(row, "values", spans, timeline),
        deprecated=lifetimes.index_of(deprecated, timeline) if deprecated else None,
        replaced_by=_text(row, "replaced_by"),
        env=_text(row, "env"),
        secret=_text(row, "secret") == "true",
        keys=_keys(row, timeline),
        explain=_texts(row, "explain"),
    )


def _keys(row: Values, timeline: Timeline) -> tuple[Key, ...]:
    keys = _mapping(row.get("keys", {}), "keys")
    return tuple(_key(str(name), str(line), timeline) for name, line in keys.items())


def _key(name: str, line: str, timeline: Timeline) -> Key:
    """`0.9.0.1..0.17.1 int`: the lifetime, then the type."""
    life, _, kind = line.partition(" ")
    return Key(name, kind, lifetimes.spans_of(life, timeline))


def _variable(name: str, row: Values, timeline: Timeline) -> Variable:
    return Variable(
        name=name,
        spans=_life(row, timeline),
        default=_text(row, "default"),
        replaced_by=_text(row, "replaced_by"),
        secret=_text(row, "secret") == "true",
        explain=_texts(row, "explain"),
    )


def _pin(version: str, row: Values) -> Pin:
    requires = {
        name: str(value) for name, value in row.items() if name not in ("entrypoint", "cuda")
    }
    return Pin(version, requires, _text(row, "entrypoint"), _text(row, "cuda"))


def _life(row: Values, timeline: Timeline) -> Spans:
    """`versions` where a thing came back, else `since` and `removed` (the first without it)."""
    if versions := _text(row, "versions"):
        return lifetimes.spans_of(versions, timeline)
    since, removed = _text(row, "since"), _text(row, "removed")
    first = lifetimes.index_of(since, timeline) if since else 0
    last = lifetimes.index_of(removed, timeline) if removed else len(timeline.read)
    if last <= first and removed:
        raise CatalogueError(msg("`{version}` is not after the first version", version=removed))
    return ((first, last - 1),)


def _lives(row: Values, field: str, whole: Spans, timeline: Timeline) -> dict[str, Spans]:
    """A list: each for the flag's whole life. A mapping: each with its own lifetime."""
    given = row.get(field)
    if isinstance(given, Mapping):
        return {str(name): lifetimes.spans_of(str(life), timeline) for name, life in given.items()}
    return dict.fromkeys(_names(given), whole)


def _history(row: Values, field: str, otherwise: str) -> Mapping[str, str] | str:
    given = row.get(field, otherwise)
    return cast(Mapping[str, str], given) if isinstance(given, Mapping) else str(given)


def _texts(row: Values, field: str) -> dict[str, str]:
    return {str(key): str(value) for key, value in _mapping(row.get(field, {}), field).items()}


def _mapping(value: object, where: str) -> Values:
    if not isinstance(value, Mapping):
        raise CatalogueError(msg("{where}: a mapping is expected", where=where))
    return value


def _names(value: object) -> tuple[str, ...]:
    if value is None:
        return ()
    if not isinstance(value, list | tuple):
        raise CatalogueError(msg("`{value}`: a list is expected", value=str(value)[:80]))
    return tuple(str(item) for item in value)


def _text(row: Values, field: str) -> str:
    value = row.get(field, "")
    if not isinstance(value, str):
        raise CatalogueError(msg("`{field}`: a text is expected", field=field))
    return str(value)


def _closed(row: Values, allowed: frozenset[str], where: str) -> None:
    unknown = [str(key) for key in row if key not in allowed]
    if unknown:
        raise CatalogueError(
            msg("{where}: `{key}` is no field of a catalogue", where=where, key=unknown[0])
        )
