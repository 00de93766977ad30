"""Arguments as list items: YAML block lists and flow lists, JSON and Python lists."""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from kb.core.launch.options import equals_style, looks_like_option
from kb.core.launch.spans import Edit, Layer
from kb.core.launch.yamllines import Scalar
from kb.core.launch.yamlvalues import write

BLOCK = ("|", ">")  # quotes of a block scalar, whose text is written as it is
Writer = Callable[[str, str], str]  # value, quote of its neighbours → text


_DASH = re.compile(r"[ ]*-[ ]+")


def _word(item: Scalar) -> str:
    """What a program gets; the lines of a block scalar as one."""
    if item.quote not in BLOCK:
        return item.value
    return " ".join(line.strip() for line in item.value.splitlines())


def usual_quote(items: Sequence[Scalar]) -> str:
    """The quote of the last option, else of the last item."""
    options = [one for one in items if looks_like_option(one.value)] or list(items)
    quote = options[-1].quote if options else ""
    return quote if quote in ("'", '"') else ""


@dataclass(frozen=True, slots=True)
class BlockList:
    """`- item` lines; `low` items belong to what stands before the engine's arguments. `tail`
    is where the
    list ends, behind the line of its last item (or behind the template's `end`)."""

    layer: Layer
    items: tuple[Scalar, ...]
    lines: tuple[tuple[int, int], ...]  # the lines of each item, without the last line end
    low: int = 0
    tail: int = 0
    write: Writer = write
    key: int | None = None  # where the line of the key begins; it goes with the last item

    @property
    def values(self) -> tuple[str, ...]:
        return tuple(_word(item) for item in self.items[self.low :])

    @property
    def expands(self) -> tuple[bool, ...]:
        return tuple("$" in value or "{{" in value for value in self.values)

    @property
    def equals_style(self) -> bool:
        return equals_style(self.values)

    def append(self, words: Sequence[str]) -> Edit:
        at = self.tail or self.lines[-1][1]
        return self.layer.edit(at, at, self._lines(words))

    def insert(self, index: int, words: Sequence[str]) -> Edit:
        at = self.lines[self.low + index][1]
        return self.layer.edit(at, at, self._lines(words))

    def _lines(self, words: Sequence[str]) -> str:
        start, end = self.lines[-1]
        dash = _DASH.match(self.layer.text, start, end)
        head = dash[0] if dash else self.layer.text[start : self.items[-1].start]
        newline = "\r\n" if "\r\n" in self.layer.text else "\n"
        quote = usual_quote(self.items)
        return "".join(
            newline + head + self.layer.escape(self.write(word, quote)) for word in words
        )

    def replace(self, index: int, value: str, keep: str = "") -> Edit:
        item = self.items[self.low + index]
        new = self.write(keep + value, item.quote if item.quote in ("'", '"') else "")
        if item.quote in BLOCK:
            new = item.value[: len(item.value) - len(item.value.lstrip(" "))] + keep + value
        return self.layer.edit(item.start, item.end, self.layer.escape(new))

    def remove(self, first: int, last: int) -> Edit:
        start, end = self.lines[self.low + first][0], self.lines[self.low + last][1]
        if self.key is not None and last - first + 1 == len(self.items):
            start = self.key
        after = re.compile(r"\r?\n").match(self.layer.text, end)
        if after:
            return self.layer.edit(start, after.end(), "")
        before = re.compile(r"\r?\n\Z").search(self.layer.text, 0, start)
        return self.layer.edit(before.start() if before else start, end, "")


@dataclass(frozen=True, slots=True)
class FlowList:
    """`[a, b]`, over one line or several."""

    layer: Layer
    items: tuple[Scalar, ...]
    low: int = 0
    write: Writer = write
    start: int = 0  # behind the bracket

    @property
    def values(self) -> tuple[str, ...]:
        return tuple(item.value for item in self.items[self.low :])

    @property
    def expands(self) -> tuple[bool, ...]:
        return tuple("$" in value or "{" in value for value in self.values)

    @property
    def equals_style(self) -> bool:
        return equals_style(self.values)

    def append(self, words: Sequence[str]) -> Edit:
        return self._behind(len(self.items) - 1, words)

    def insert(self, index: int, words: Sequence[str]) -> Edit:
        return self._behind(self.low + index, words)

    def _behind(self, at: int, words: Sequence[str]) -> Edit:
        end = self.items[at].end if self.items else self.start
        quote = usual_quote(self.items)
        written = [self.layer.escape(self.write(word, quote)) for word in words]
        options = [i for i, item in enumerate(self.items) if looks_like_option(item.value)]
        first = self._gap((options[-1] if options else at) or 1) if self.items else ""
        pairs = [i for i in options if i + 1 < len(self.items) and i + 1 not in options]
        between = self._gap(pairs[-1] + 1 if pairs else len(self.items) - 1)
        return self.layer.edit(end, end, first + between.join(written))

    def _gap(self, index: int) -> str:
        """What stands before an item: the comma, a line end and indentation or a blank."""
        if not 0 < index < len(self.items):
            return ", "
        gap = self.layer.text[self.items[index - 1].end : self.items[index].start]
        found = re.search(r"\r?\n[ \t]*\Z", gap)
        return "," + found[0] if found else ("," if gap.strip() == gap and gap == "," else ", ")

    def replace(self, index: int, value: str, keep: str = "") -> Edit:
        item = self.items[self.low + index]
        new = self.write(keep + value, item.quote if item.quote in ("'", '"') else "")
        return self.layer.edit(item.start, item.end, self.layer.escape(new))

    def remove(self, first: int, last: int) -> Edit:
        low, high = self.low + first, self.low + last
        if low:
            return self.layer.edit(self.items[low - 1].end, self.items[high].end, "")
        if high + 1 < len(self.items):
            return self.layer.edit(self.items[0].start, self.items[high + 1].start, "")
        return self.layer.edit(self.items[0].start, self.items[high].end, "")
