"""The list below a YAML key, block or flow, as scalars with their places."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from kb.core.launch.itemlists import BlockList, FlowList
from kb.core.launch.spans import Layer
from kb.core.launch.yamllines import (
    Row,
    Scalar,
    block_span,
    children,
    over_lines,
    rows_from,
    scalar_at,
    unquoted,
)
from kb.core.launch.yamlvalues import write_flow

_FLOW_ITEM = re.compile(
    r"[\s,]*(?:#[^\n]*\n[\s,]*)*(?P<item>\"(?:[^\"\\]|\\.)*\"|'(?:[^']|'')*'|(?:\{\{.*?\}\}|[^,\[\]\s#{}\"'])(?:\{\{.*?\}\}|[^,\[\]\n{}])*)"
)
_FLOW_END = re.compile(r"[\s,]*(?:#[^\n]*\n[\s,]*)*\]")
_IF = re.compile(r"\{\{-?\s*(?:if|with|range)\b")
_END = re.compile(r"\{\{-?\s*end\b")


@dataclass(frozen=True, slots=True)
class Node:
    """The value of a key: a list, or one scalar (`text`), with the line of its key."""

    row: int
    list: BlockList | FlowList | None = None
    text: Scalar | None = None
    end: int = 0  # behind the node's last line, without the line end


def node_at(layer: Layer, rows: Sequence[Row], at: int) -> Node | None:
    """What stands at the key of row `at`; None for a mapping, an alias or nothing."""
    row = rows[at]
    head = layer.text[row.value : row.end]
    if head.startswith("["):
        return _flow(layer, at, row)
    if head and not head.startswith("#"):
        return _scalar(layer, rows, at)
    return _block(layer, rows, at)


def _scalar(layer: Layer, rows: Sequence[Row], at: int) -> Node | None:
    row = rows[at]
    if layer.text[row.value] in "&*{":
        return None
    scalar = scalar_at(layer.text, row.value, row.end)
    if scalar.quote in ("|", ">"):
        start, end = block_span(layer.text, rows, at)
        return Node(at, None, Scalar(start, end, layer.text[start:end], scalar.quote), end)
    if not scalar.quote and (found := over_lines(layer.text, row.value, _below(rows, at))):
        return Node(at, None, found, found.end)
    end = _folded_end(layer.text, rows, at, scalar)
    return Node(
        at, None, Scalar(scalar.start, end, layer.text[scalar.start : end], scalar.quote), end
    )


def _below(rows: Sequence[Row], at: int) -> int:
    """Where the lines below the row end."""
    below = children(rows, at)
    return below[-1].end if below else rows[at].end


def _folded_end(text: str, rows: Sequence[Row], at: int, scalar: Scalar) -> int:
    """A plain or quoted scalar may go on in deeper lines."""
    below = children(rows, at)
    if (
        scalar.quote
        or not below
        or any(row.dash >= 0 and row.dash == rows[at].indent for row in below)
    ):
        return scalar.end
    return scalar_at(text, below[-1].start, below[-1].end).end if below else scalar.end


def flow_items(text: str, at: int) -> tuple[tuple[Scalar, ...], int] | None:
    """The items of the flow list whose `[` is at `at`, and the place of its `]`."""
    items, spot = [], at + 1
    while not (end := _FLOW_END.match(text, spot)):
        found = _FLOW_ITEM.match(text, spot)
        if not found:
            return None
        raw = found["item"].rstrip()
        start = found.start("item")
        items.append(
            Scalar(start, start + len(raw), unquoted(raw), raw[0] if raw[0] in "'\"" else "")
        )
        spot = start + len(raw)
    return tuple(items), end.end() - 1


def _flow(layer: Layer, at: int, row: Row) -> Node | None:
    found = flow_items(layer.text, row.value)
    if found is None:
        return None
    items, end = found
    return Node(at, FlowList(layer, items, write=write_flow, start=row.value + 1), None, end + 1)


def _block(layer: Layer, rows: Sequence[Row], at: int) -> Node | None:
    below = children(rows, at)
    first = next((row for row in below if row.dash >= 0), None)
    if first is None or any(row.key for row in below if row.dash == first.dash):
        return None  # a list of mappings holds no words
    items: list[Scalar] = []
    lines: list[tuple[int, int]] = []
    depth, tail = 0, 0
    for place, row in enumerate(below, at + 1):
        if row.dash == first.dash:
            item = _item(layer.text, rows, place)
            items.append(item)
            lines.append((row.start, max(row.end, item.end)))
        depth += bool(_IF.search(layer.text, row.start, row.end))
        depth -= bool(_END.search(layer.text, row.start, row.end))
        tail = row.end if depth <= 0 else tail
    key = None if rows[at].dash >= 0 else rows[at].start
    found = BlockList(layer, tuple(items), tuple(lines), tail=tail, key=key)
    return Node(at, found, None, below[-1].end)


def _item(text: str, rows: Sequence[Row], at: int) -> Scalar:
    row = rows[at]
    start = row.start + row.dash + 1
    start += len(text[start : row.end]) - len(text[start : row.end].lstrip())
    scalar = scalar_at(text, start, row.end)
    if not scalar.quote and (found := over_lines(text, start, _deeper(text, rows, at))):
        return found
    if scalar.quote not in ("|", ">"):
        return _folded(text, rows, at, scalar)
    low, high = block_span(text, rows, at)
    return Scalar(low, high, text[low:high], scalar.quote)


def _deeper(text: str, rows: Sequence[Row], at: int) -> int:
    """Where the lines that are deeper than the dash of row `at` end."""
    end = rows[at].end
    for row in rows_from(rows, at + 1):
        line = text[row.start : row.end]
        if len(line) - len(line.lstrip()) <= rows[at].dash:
            break
        end = row.end
    return end


def _folded(text: str, rows: Sequence[Row], at: int, scalar: Scalar) -> Scalar:
    """A plain item goes on in the lines that are deeper than its dash."""
    end = scalar.end
    if scalar.quote or scalar.end < rows[at].end or text[scalar.start : scalar.end][:1] in "{[&*!":
        return scalar
    for row in rows_from(rows, at + 1):
        line = text[row.start : row.end]
        if row.key or row.dash >= 0 or len(line) - len(line.lstrip()) <= rows[at].dash:
            break
        end = scalar_at(text, row.value, row.end).end
    return Scalar(scalar.start, end, text[scalar.start : end])
