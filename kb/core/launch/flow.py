"""Flow nodes of YAML and JSON: maps, lists and scalars with their places."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from kb.core.launch.yamllines import Scalar, unquoted

_GAP = re.compile(r"(?:\s|#[^\n]*)*")
_COMMENTED = re.compile(r"(?:[\s,]|#[^\n]*)*")
_QUOTED = re.compile(r"\"(?:[^\"\\]|\\.)*\"|'(?:[^']|'')*'", re.S)
_PLAIN = re.compile(r"(?:[^\s,\[\]{}:#\"']|:(?![\s,\[\]{}])|(?<=\S)#)(?:[^,\[\]{}:\n]|:(?![\s,]))*")
_DEEPEST = 60


@dataclass(frozen=True, slots=True)
class Flow:
    """One node, `start` to `end`. A map has `keys` beside its `items`; a scalar has neither."""

    start: int
    end: int
    scalar: Scalar | None = None
    items: tuple["Flow", ...] = ()
    keys: tuple[Scalar, ...] | None = None

    def get(self, key: str) -> "Flow | None":
        """The value of a key of a map; the last of several."""
        pairs = zip(self.keys or (), self.items, strict=False)
        return next((value for name, value in reversed(list(pairs)) if name.value == key), None)

    @property
    def scalars(self) -> tuple[Scalar, ...] | None:
        """The items of a list of scalars; None for any other node."""
        found = tuple(item.scalar for item in self.items if item.scalar)
        plain = self.scalar is None and self.keys is None and len(found) == len(self.items)
        return found if plain else None

    def maps(self) -> Iterator["Flow"]:
        """Every map in it, the outer ones first."""
        if self.keys is not None:
            yield self
        for item in self.items:
            yield from item.maps()


def read_flow(text: str, at: int, depth: int = 0) -> Flow | None:
    """The node that begins at `at`; None where none does, or it does not end."""
    if depth > _DEEPEST or at >= len(text):
        return None
    if text[at] == "[":
        return _list(text, at, depth)
    if text[at] == "{":
        return read_members(text, at + 1, depth)
    return _scalar(text, at)


def _scalar(text: str, at: int) -> Flow | None:
    if quoted := _QUOTED.match(text, at):
        scalar = Scalar(at, quoted.end(), unquoted(quoted[0]), quoted[0][0])
        return Flow(at, quoted.end(), scalar)
    plain = _PLAIN.match(text, at)
    if not plain:
        return None
    raw = plain[0].rstrip()
    return Flow(at, at + len(raw), Scalar(at, at + len(raw), raw))


def _past(pattern: re.Pattern[str], text: str, at: int) -> int:
    found = pattern.match(text, at)
    return found.end() if found else at


def _list(text: str, at: int, depth: int) -> Flow | None:
    items, spot = [], _past(_COMMENTED, text, at + 1)
    while text[spot : spot + 1] != "]":
        item = read_flow(text, spot, depth + 1)
        if item is None:
            return None
        items.append(item)
        spot = _past(_COMMENTED, text, item.end)
    return Flow(at, spot + 1, items=tuple(items))


def read_members(text: str, at: int, depth: int = 0, open_ended: bool = False) -> Flow | None:
    """The map whose first member stands at or behind `at`, one character behind its brace;
    `open_ended`: it may end with the text."""
    keys, items, spot = [], [], _past(_COMMENTED, text, at)
    while text[spot : spot + 1] not in ("}", ""):
        key = _scalar(text, spot)
        colon = _past(_GAP, text, key.end) if key else spot
        value = None
        if key and text[colon : colon + 1] == ":":
            value = read_flow(text, _past(_GAP, text, colon + 1), depth + 1)
        if key is None or key.scalar is None or value is None:
            return None
        keys.append(key.scalar)
        items.append(value)
        spot = _past(_COMMENTED, text, value.end)
    if spot >= len(text) and not open_ended:
        return None
    return Flow(at - 1, min(spot + 1, len(text)), items=tuple(items), keys=tuple(keys))
