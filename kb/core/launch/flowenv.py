"""Environment variables in one flow node: `{A: b}`, `["A=b"]`, `[{name: A, value: b}]`."""

import re
from collections.abc import Callable
from dataclasses import dataclass

from kb.core.launch.flow import Flow
from kb.core.launch.model import LaunchQuestion
from kb.core.launch.spans import Edit, Layer, splice
from kb.core.launch.target import Variable
from kb.core.launch.yamllines import Scalar
from kb.core.messages import msg

Writer = Callable[[str, str], str]
_LINE = re.compile(r"\r?\n[ \t]*\Z")


@dataclass(frozen=True, slots=True)
class FlowEntry:
    """One variable, `start` to `end`; `value` is None where it comes from elsewhere."""

    start: int
    end: int
    name: Scalar
    value: Scalar | None
    joined: bool = False  # `NAME=value` in one scalar, which is then `name`


@dataclass(frozen=True, slots=True)
class FlowEnv:
    """`style` is map, items or pairs. `member` is what goes with the last variable: the key with
    its value. `new` is the key to write where `node` is None: before `member`."""

    layer: Layer
    style: str
    node: Flow | None
    write: Writer
    member: tuple[int, int]
    new: str = ""

    @property
    def entries(self) -> tuple[FlowEntry, ...]:
        return tuple(_entries(self.style, self.node)) if self.node else ()

    @property
    def variables(self) -> tuple[Variable, ...]:
        return tuple(Variable(_name(one), _value(one), at) for at, one in enumerate(self.entries))

    def add(self, name: str, value: str) -> Edit:
        if self.node is None:
            return self._with_key(name, value)
        entries = self.entries
        if not entries:
            at = self.node.start + 1
            return self.layer.edit(at, at, self._fresh(name, value))
        gap = self.layer.text[entries[-2].end : entries[-1].start] if len(entries) > 1 else ""
        first = self.layer.text[self.node.start + 1 : entries[0].start]
        line = _LINE.search(gap or first)
        at = entries[-1].end
        apart = "," + line[0] if line else ", "
        return self.layer.edit(at, at, apart + self._like(entries[-1], name, value))

    def _with_key(self, name: str, value: str) -> Edit:
        at = self.member[0]
        before = _LINE.search(self.layer.text[:at])
        brackets = "{}" if self.style == "map" else "[]"
        text = brackets[0] + self._fresh(name, value) + brackets[1]
        return self.layer.edit(at, at, f"{self.new}: {text},{before[0] if before else ' '}")

    def _fresh(self, name: str, value: str) -> str:
        quote = '"'
        if self.style == "items":
            return self.write(f"{name}={value}", quote)
        if self.style == "map":
            return f"{self.write(name, quote)}: {self.write(value, quote)}"
        key, said = self.write("name", quote), self.write("value", quote)
        return f"{{{key}: {self.write(name, quote)}, {said}: {self.write(value, quote)}}}"

    def _like(self, last: FlowEntry, name: str, value: str) -> str:
        """One more variable, written as the last one is."""
        if last.joined:
            return self.write(f"{name}={value}", last.name.quote)
        if last.value is None:
            return self._fresh(name, value)
        text = self.layer.text[last.start : last.end]
        new = [
            Edit(old.start - last.start, old.end - last.start, self.write(said, old.quote))
            for old, said in ((last.name, name), (last.value, value))
        ]
        return splice(text, new)

    def change(self, variable: Variable, value: str) -> Edit:
        entry = self.entries[variable.index]
        if entry.joined:
            new = self.write(f"{variable.name}={value}", entry.name.quote)
            return self.layer.edit(entry.start, entry.end, new)
        if entry.value is None:
            said = msg("{name} gets its value from elsewhere: change it there", name=variable.name)
            raise LaunchQuestion(said)
        old = entry.value
        return self.layer.edit(old.start, old.end, self.write(value, old.quote))

    def drop(self, variable: Variable) -> Edit:
        entries, at = self.entries, variable.index
        if len(entries) == 1:
            return self.layer.edit(*self.member, "")
        if at:
            return self.layer.edit(entries[at - 1].end, entries[at].end, "")
        return self.layer.edit(entries[0].start, entries[1].start, "")


def _entries(style: str, node: Flow) -> list[FlowEntry]:
    if style == "map":
        pairs = zip(node.keys or (), node.items, strict=True)
        return [FlowEntry(key.start, item.end, key, item.scalar) for key, item in pairs]
    if style == "items":
        return [FlowEntry(one.start, one.end, one, None, True) for one in node.scalars or ()]
    found = []
    for item in node.items:
        name, value = item.get("name"), item.get("value")
        if name and name.scalar:
            given = value.scalar if value else None
            found.append(FlowEntry(item.start, item.end, name.scalar, given))
    return found


def _name(entry: FlowEntry) -> str:
    return entry.name.value.partition("=")[0] if entry.joined else entry.name.value


def _value(entry: FlowEntry) -> str:
    if entry.joined:
        return entry.name.value.partition("=")[2]
    return entry.value.value if entry.value else ""


def style_of(node: Flow) -> str:
    """How a node holds variables; "" for one that holds none."""
    if node.keys is not None:
        return "map" if all(item.scalar for item in node.items) else ""
    if node.scalars is not None and node.items:
        return "items"
    return "pairs" if node.items and all(item.get("name") for item in node.items) else ""
