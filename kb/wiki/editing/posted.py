"""The flat fields of a form (`fixes.0.launch.1.value`) ⇄ nested values, its lists grown by hand."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from kb.core.redact import redact

Values = dict[str, Any]
DEPTH = 8  # parts of a name; deeper ones are not ours
MOST_ROWS = 200  # of one list


def nested(flat: Mapping[str, str]) -> Values:
    """Names with dots as nested mappings; keys that are all numbers make a list, in their order."""
    root: Values = {}
    for name, text in flat.items():
        parts = name.split(".")
        if len(parts) <= DEPTH:
            _put(root, parts, text.replace("\r\n", "\n").replace("\r", "\n"))
    return {key: _listed(value) for key, value in root.items()}


def _put(root: Values, parts: list[str], text: str) -> None:
    here = root
    for part in parts[:-1]:
        inner = here.setdefault(part, {})
        if not isinstance(inner, dict):
            return
        here = inner
    here.setdefault(parts[-1], text)


def _listed(value: Any) -> Any:
    if not isinstance(value, dict):
        return value
    if value and all(key.isdecimal() and len(key) < 5 for key in value):
        ordered = sorted(value, key=int)[:MOST_ROWS]
        return [_listed(value[key]) for key in ordered]
    return {key: _listed(inner) for key, inner in value.items()}


def masked(values: Any) -> Any:
    """The same values without secrets: nothing typed is kept before it went through here."""
    if isinstance(values, str):
        return redact(values, personal=False).text if values else values
    if isinstance(values, Mapping):
        return {str(key): masked(value) for key, value in values.items()}
    if isinstance(values, list | tuple):
        return [masked(value) for value in values]
    return values


def changed(values: Values, verb: str, path: str) -> Values:
    """The values with a row added to the list at `path`, or the row at `path` dropped or moved."""
    parts = path.split(".")[:DEPTH]
    if verb == "add":
        place = _list_at(values, parts, make=True)
        if place is not None and len(place) < MOST_ROWS:
            place.append({})
    elif parts[-1].isdecimal() and (place := _list_at(values, parts[:-1])) is not None:
        _move(place, int(parts[-1]), verb)
    return values


def _move(rows: list[Any], at: int, verb: str) -> None:
    if not at < len(rows):
        return
    row = rows.pop(at)
    if verb == "up":
        rows.insert(max(0, at - 1), row)


def _list_at(values: Values, parts: list[str], make: bool = False) -> list[Any] | None:
    here: Any = values
    for at, part in enumerate(parts):
        last = at == len(parts) - 1
        if isinstance(here, list):
            here = here[int(part)] if part.isdecimal() and int(part) < len(here) else None
        elif isinstance(here, dict):
            if make and not here.get(part):
                here[part] = [] if last else {}
            here = here.get(part)
        else:
            return None
    return here if isinstance(here, list) else None


def rows_of(values: Mapping[str, Any], name: str) -> list[dict[str, Any]]:
    """The rows of a list of mappings; what is no such list has none."""
    found = values.get(name)
    return [row for row in found if isinstance(row, dict)] if isinstance(found, list) else []


def text_of(values: Any, name: str) -> str:
    value = values.get(name, "") if isinstance(values, Mapping) else ""
    return value if isinstance(value, str) else ""


def flat(values: Any, name: str = "") -> Iterator[tuple[str, str]]:
    """The other way round: names with dots and their texts."""
    if isinstance(values, Mapping):
        for key, value in values.items():
            yield from flat(value, f"{name}.{key}" if name else str(key))
    elif isinstance(values, list):
        for at, value in enumerate(values):
            yield from flat(value, f"{name}.{at}")
    else:
        yield name, str(values)
