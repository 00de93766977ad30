"""A run of words in a command line: what they say, and how words are added, changed and taken out
by span."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from kb.core.launch.dialects import Dialect
from kb.core.launch.options import equals_style, looks_like_option
from kb.core.launch.quoting import quote, requote
from kb.core.launch.spans import Edit, Layer
from kb.core.launch.words import Token

_LINE_END = re.compile(r"\r?\n")


@dataclass(frozen=True, slots=True)
class WordList:
    """The words `low` to `high` (exclusive) of one simple command."""

    layer: Layer
    dialect: Dialect
    words: tuple[Token, ...]
    low: int
    high: int

    @property
    def values(self) -> tuple[str, ...]:
        return tuple(word.value for word in self.words[self.low : self.high])

    @property
    def expands(self) -> tuple[bool, ...]:
        return tuple(word.expands for word in self.words[self.low : self.high])

    @property
    def equals_style(self) -> bool:
        return equals_style(self.values)

    def append(self, words: Sequence[str]) -> Edit:
        """`words` after the last one."""
        end = self._end_before(self.high)
        text = " ".join(self._written(word) for word in words)
        gap = self._gap() if self.words[: self.high] else ""
        if not self.words[: self.high] and self.words[self.high :]:
            text += " "
        return self.layer.edit(end, end, gap + text)

    def insert(self, index: int, words: Sequence[str]) -> Edit:
        """`words` right behind item `index`."""
        end = self.words[self.low + index].end
        return self.layer.edit(end, end, "".join(" " + self._written(word) for word in words))

    def insert_line(self, index: int, words: Sequence[str], gap_of: int | None = None) -> Edit:
        """`words` behind item `index`: in a line of their own where item `gap_of` (or else
        the next) has one."""
        at = self.low + index
        gap = (
            self._gap_before(self.low + gap_of) if gap_of is not None else self._gap_before(at + 1)
        )
        if "\n" not in gap:
            gap = " "
        end = self.words[at].end
        text = " ".join(self._written(word) for word in words)
        return self.layer.edit(end, end, self._clean(gap) + text)

    def replace(self, index: int, value: str, keep: str = "") -> Edit:
        """Another value for item `index`; `keep` is its beginning that stays (`--flag=`)."""
        word = self.words[self.low + index]
        raw = self.layer.text[word.start : word.end]
        if self.dialect.name == "powershell" and '\\"' in raw:
            value = value.replace('"', '\\"')
        if keep and raw.startswith(keep):
            new = requote(raw[len(keep) :], value, self.dialect)
            return self.layer.edit(word.start + len(keep), word.end, self.layer.escape(new))
        new = requote(raw, keep + value, self.dialect)
        return self.layer.edit(word.start, word.end, self.layer.escape(new))

    def remove(self, first: int, last: int) -> Edit:
        """Items `first` to `last` (inclusive) with the blanks, and the line where nothing
        else stands in it."""
        low, high = self.low + first, self.low + last
        start, end = self.words[low].start, self.words[high].end
        follows = self.words[high + 1].start if high + 1 < len(self.words) else None
        alone = follows is None or "\n" in self.layer.text[end:follows]
        leads = low == 0 or ("\n" in self._gap_before(low) and not alone)
        if leads and follows is not None:
            return self.layer.edit(start, follows, "")
        return self.layer.edit(self._end_before(low), end, "")

    def _written(self, word: str) -> str:
        return self.layer.escape(quote(word, self.dialect))

    def _end_before(self, index: int) -> int:
        if index:
            return self.words[index - 1].end
        return self.words[0].start if self.words else len(self.layer.text)

    def _gap_before(self, index: int) -> str:
        if not 0 < index < len(self.words):
            return " "
        return self.layer.text[self.words[index - 1].end : self.words[index].start]

    def _gap(self) -> str:
        """What the user puts between two options: a line of its own where the command has lines."""
        for at in range(self.high - 1, 0, -1):
            if "\n" in (gap := self._gap_before(at)):
                return self._clean(gap)
        options = [
            at for at in range(self.low, self.high) if looks_like_option(self.words[at].value)
        ]
        return self._clean(self._gap_before(options[-1])) if options else " "

    def _clean(self, gap: str) -> str:
        """The gap without what is odd in it (padding before the continuation, a comment)."""
        ends = list(_LINE_END.finditer(gap))
        if not ends:
            return gap if gap and not gap.strip() else " "
        continued = self.dialect.newline_ends or self.dialect.escape in gap
        mark = f" {self.dialect.escape}" if continued else ""
        indent = gap[ends[-1].end() :]
        return mark + ends[-1][0] + (indent if not indent.strip() else "")
