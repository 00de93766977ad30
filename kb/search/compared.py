"""Lines of a paste that are compared with the lines of articles."""

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from heapq import nlargest
from itertools import accumulate

from kb.core.agreement import KNOWN, Worded, agreement, statement, told
from kb.core.errors import fingerprint, signature
from kb.core.text import Line
from kb.search.analysis import LONGEST_LINE, line_words

_COMPARED = 4  # lines of the paste that are compared with one sample: those that share most
_ANCHOR = 6  # characters of a word by which a line is looked up in the whole paste
_PLACES = 5  # at which a word is looked up


@dataclass(frozen=True, slots=True)
class Row:
    """A line of the paste, its fingerprint and its words. `weight` is how much it says, 0 to 1."""

    number: int
    text: str
    mark: str
    worded: Worded
    weight: float = 1.0


@dataclass(frozen=True, slots=True)
class Said:
    """A line of an article, and its longest word, by which it is looked up."""

    mark: str
    worded: Worded
    anchor: str


@lru_cache(maxsize=8_192)
def said(text: str) -> Said:
    """A line of an article, read once."""
    signed = signature(text[:LONGEST_LINE])
    worded = _worded(signed)
    longest = max(worded.whole.words, key=lambda word: (len(word), word), default="")
    return Said(fingerprint(signed), worded, longest if len(longest) >= _ANCHOR else "")


def row(number: int, text: str, signed: str, weight: float = 1.0) -> Row:
    """A line of a paste; `signed` is its signature."""
    signed = signed[:LONGEST_LINE]
    return Row(number, text[:LONGEST_LINE], fingerprint(signed), _worded(signed), weight)


def _worded(signed: str) -> Worded:
    whole, stated = told(line_words(signed)), statement(signed)
    return Worded(whole, whole if stated == signed else told(line_words(stated)))


class Rows:
    """Rows by their words, so that a sample meets only those that share some with it."""

    def __init__(self, rows: Sequence[Row]) -> None:
        self.rows = rows
        self._marked = {row.mark: row for row in reversed(rows)}
        self._having: dict[str, list[int]] = {}
        for at, each in enumerate(rows):
            for word in each.worded.whole.words:
                self._having.setdefault(word, []).append(at)

    def best(self, said: Said) -> tuple[Row | None, float]:
        """The row that agrees best, the first of equals, with its agreement 0 to 1."""
        if equal := self._marked.get(said.mark):
            return equal, 1.0
        shared: dict[int, int] = {}
        for word, (weight, _) in said.worded.whole.words.items():
            for at in self._having.get(word, ()):
                shared[at] = shared.get(at, 0) + weight
        likest: Iterable[int] = shared
        if len(shared) > _COMPARED:
            likest = nlargest(_COMPARED, shared, key=lambda at: (shared[at], -at))
        rated = [(agreement(self.rows[at].worded, said.worded), -at) for at in likest]
        agrees, at = max(rated, default=(0.0, 0))
        if not rated:
            return None, 0.0
        met = self.rows[-at]
        return met, agrees if agrees >= KNOWN else agrees * met.weight


class WholeText:
    """All lines of a paste, looked up by a word."""

    def __init__(self, lines: Sequence[Line]) -> None:
        folded = [line.text.casefold() for line in lines]
        self._lines = lines
        self._text = "\n".join(folded)
        self._starts = list(accumulate((len(text) + 1 for text in folded), initial=0))

    def known(self, said: Said) -> tuple[Row, float] | None:
        """A line that is the article's, with its agreement."""
        for line in self._having(said.anchor):
            met = row(line.number, line.text, signature(line.text[:LONGEST_LINE]))
            agrees = 1.0 if met.mark == said.mark else agreement(met.worded, said.worded, cut=False)
            if agrees >= KNOWN:
                return met, agrees
        return None

    def _having(self, word: str) -> Iterator[Line]:
        """The first lines that hold `word`."""
        at = 0
        for _ in range(_PLACES if word else 0):
            at = self._text.find(word, at)
            if at < 0:
                return
            place = bisect_right(self._starts, at) - 1
            yield self._lines[place]
            at = self._starts[place + 1]
