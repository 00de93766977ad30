"""What a document holds: text, items and fields, each with the place where it was written."""

from collections.abc import Mapping
from dataclasses import dataclass

from kb.core.messages import Message


@dataclass(frozen=True, slots=True)
class Text:
    """A scalar exactly as written: `1.10` and `no` are text. Lines and columns count from 1.

    `cut` tells that a plain scalar was followed by ` #`: what came after is a comment to YAML."""

    value: str
    line: int
    column: int
    cut: bool = False


@dataclass(frozen=True, slots=True)
class Items:
    values: tuple["Node", ...]
    line: int
    column: int


@dataclass(frozen=True, slots=True)
class Fields:
    """A mapping in the order of the text; `keys` gives the place of each key."""

    entries: Mapping[str, "Node"]
    keys: Mapping[str, Text]
    line: int
    column: int


Node = Text | Items | Fields


@dataclass(frozen=True, slots=True)
class Fault:
    """Why a document is refused, and where (both from 1)."""

    line: int
    column: int
    message: Message


@dataclass(frozen=True, slots=True)
class Document:
    """`root` is None where the text could not be read to its end."""

    root: Node | None
    faults: tuple[Fault, ...] = ()


def plain(node: Node) -> object:
    """The bare value of `node`: str, list or dict of such."""
    if isinstance(node, Text):
        return node.value
    if isinstance(node, Items):
        return [plain(value) for value in node.values]
    return {key: plain(value) for key, value in node.entries.items()}


def place_of(node: Node, path: str) -> tuple[int, int]:
    """Line and column of what `path` names (`engine.choices.llama.cpp.label`), or of the nearest
    thing around it. Keys may hold dots themselves: the longest that fits is meant."""
    line, column = node.line, node.column
    while isinstance(node, Fields) and (key := _key_in(node, path)):
        line, column = node.keys[key].line, node.keys[key].column
        node, path = node.entries[key], path[len(key) + 1 :]
    return line, column


def _key_in(fields: Fields, path: str) -> str:
    """The longest beginning of `path` that is a key; "" where none is."""
    while path and path not in fields.entries:
        path = path.rpartition(".")[0]
    return path
