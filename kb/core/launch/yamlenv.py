"""Environment variables in YAML: name/value items (Kubernetes), a map or `NAME=value` items
(compose)."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from kb.core.launch.flow import read_flow
from kb.core.launch.flowenv import FlowEnv, style_of
from kb.core.launch.itemlists import BlockList, usual_quote
from kb.core.launch.model import LaunchQuestion
from kb.core.launch.spans import Edit, Layer
from kb.core.launch.target import Variable
from kb.core.launch.yamllines import Row, Scalar, children, scalar_at
from kb.core.launch.yamllists import node_at
from kb.core.launch.yamlvalues import write, write_flow
from kb.core.messages import msg

_FLOW_NAME = re.compile(r"\{[^{}\n]*?\bname:[ ]*[\"']?(\w+)")


@dataclass(frozen=True, slots=True)
class Entry:
    """One variable: its value and the lines it takes."""

    name: str
    value: Scalar | None
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class YamlEnv:
    """`style` is pairs (Kubernetes), map or items. `key` is the line of the key, if there is
    one; without it a
    new key goes before `spot`, with `indent`, or behind it."""

    layer: Layer
    style: str
    entries: tuple[Entry, ...]
    head: str  # what stands before the name of an entry: indentation and dash
    key: tuple[int, int] | None = None
    spot: int = 0
    indent: str = ""
    before: bool = True
    word: str = "env"

    @property
    def variables(self) -> tuple[Variable, ...]:
        return tuple(
            Variable(one.name, one.value.value if one.value else "", at)
            for at, one in enumerate(self.entries)
        )

    def add(self, name: str, value: str) -> Edit:
        entry = self._entry(name, value)
        if self.entries:
            at = self.entries[-1].end
            return self.layer.edit(at, at, self._newline + entry)
        block = f"{self.indent}{self.word}:{self._newline}{entry}"
        if self.key:
            return self.layer.edit(self.key[1], self.key[1], self._newline + entry)
        text = block + self._newline if self.before else self._newline + block
        return self.layer.edit(self.spot, self.spot, text)

    @property
    def _newline(self) -> str:
        return "\r\n" if "\r\n" in self.layer.text else "\n"

    def _entry(self, name: str, value: str) -> str:
        values = [one.value for one in self.entries if one.value]
        quote = values[-1].quote if values and values[-1].quote in ("'", '"') else ""
        if self.style == "items":
            return self.head + self.layer.escape(write(f"{name}={value}", quote))
        if self.style == "map":
            return f"{self.head}{name}: {self.layer.escape(write(value, quote))}"
        below = " " * len(self.head)
        return (
            f"{self.head}name: {name}{self._newline}{below}value: {write(value, quote or chr(34))}"
        )

    def change(self, variable: Variable, value: str) -> Edit:
        old = self.entries[variable.index].value
        if old is None:
            raise LaunchQuestion(
                msg("{name} gets its value from elsewhere: change it there", name=variable.name)
            )
        text = f"{variable.name}={value}" if self.style == "items" else value
        new = write(text, old.quote if old.quote in ("'", '"') else "")
        return self.layer.edit(old.start, old.end, self.layer.escape(new))

    def drop(self, variable: Variable) -> Edit:
        entry = self.entries[variable.index]
        start = self.key[0] if self.key and len(self.entries) == 1 else entry.start
        after = re.compile(r"\r?\n").match(self.layer.text, entry.end)
        if after:
            return self.layer.edit(start, after.end(), "")
        before = re.compile(r"\r?\n\Z").search(self.layer.text, 0, start)
        return self.layer.edit(before.start() if before else start, entry.end, "")


def read_env(layer: Layer, rows: Sequence[Row], at: int) -> YamlEnv | FlowEnv | None:
    """The variables at the key of row `at`; None where they are written in another way (alias)."""
    below = children(rows, at)
    key = (rows[at].start, rows[at].end)
    text = layer.text
    if text[rows[at].value : rows[at].value + 1] in ("{", "["):
        return _flow(layer, rows[at])
    if text[rows[at].value : rows[at].end].strip().startswith(("*", "&")) or not below:
        return None
    if any(text[row.value : row.value + 2] == "{{" and not row.key for row in below):
        return None  # a template makes the variables
    if below[0].dash >= 0 and (below[0].key == "name" or text[below[0].value] == "{"):
        head = text[below[0].start : below[0].start + below[0].indent]
        return YamlEnv(layer, "pairs", _pairs(text, below), head, key)
    if below[0].dash >= 0:
        return _items(layer, rows, at)
    head = text[below[0].start : below[0].start + below[0].indent]
    entries = tuple(
        _mapped(text, row) for row in below if row.indent == below[0].indent and row.key
    )
    return YamlEnv(layer, "map", entries, head, key)


def _flow(layer: Layer, row: Row) -> FlowEnv | None:
    node = read_flow(layer.text, row.value)
    if node is None or (node.items and not style_of(node)):
        return None
    style = style_of(node) or ("map" if node.keys is not None else "items")
    newline = layer.text.find("\n", node.end)
    line = (row.start, newline + 1 if newline >= 0 else len(layer.text))
    return FlowEnv(layer, style, node, write_flow, line)


def _mapped(text: str, row: Row) -> Entry:
    return Entry(row.key, scalar_at(text, row.value, row.end), row.start, row.end)


def _items(layer: Layer, rows: Sequence[Row], at: int) -> YamlEnv | None:
    node = node_at(layer, rows, at)
    if node is None or not isinstance(node.list, BlockList):
        return None
    entries = []
    for item, (start, end) in zip(node.list.items, node.list.lines, strict=True):
        name, equals, value = item.value.partition("=")
        setting = Scalar(item.start, item.end, value, item.quote) if equals else None
        entries.append(Entry(name, setting, start, end))
    first = node.list.lines[0][0]
    head = layer.text[first : node.list.items[0].start]
    quote = usual_quote(node.list.items)
    head = head.removesuffix(quote) if quote else head
    return YamlEnv(layer, "items", tuple(entries), head, (rows[at].start, rows[at].end))


def _pairs(text: str, below: Sequence[Row]) -> tuple[Entry, ...]:
    starts = [at for at, row in enumerate(below) if row.dash == below[0].dash]
    ends = [*starts[1:], len(below)]
    return tuple(_pair(text, below[at:end]) for at, end in zip(starts, ends, strict=True))


def _pair(text: str, group: Sequence[Row]) -> Entry:
    """One item: `name:` and `value:` lines, or `{name: A, value: "1"}`, which is read for its
    name."""
    flow = _FLOW_NAME.search(text, group[0].start, group[0].end)
    if flow:
        return Entry(flow[1], None, group[0].start, group[-1].end)
    by_key = {row.key: scalar_at(text, row.value, row.end) for row in group if row.key}
    name = by_key["name"].value if "name" in by_key else ""
    return Entry(name, by_key.get("value"), group[0].start, group[-1].end)
