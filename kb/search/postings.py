"""One committed state of a Whoosh index, read by posting lists."""

from array import array
from bisect import bisect_left
from collections.abc import Iterable, Sequence
from itertools import islice
from threading import Lock
from typing import Any

from whoosh.reading import IndexReader, TermNotFound

from kb.core.last_used import LastUsed
from kb.search.scoring import Asked, Postings

MOST_EXPANSIONS = 400  # words that begin as typed; more are not looked at
_CHEAPER = 8  # numbers that are put into a set in the time in which one is looked up
CACHED_WORDS = 100_000  # whose number of documents is remembered
CACHED_POSTINGS = 2_000_000  # 16 MB of decoded lists
MOST_CARDS = 2_000  # some 6 KB each


def size_of(postings: Postings) -> int:
    """Of CACHED_POSTINGS; an empty list takes room as well."""
    return len(postings[0]) + 1


def _holds(numbers: Sequence[int], number: int) -> bool:
    """Of numbers in their order."""
    at = bisect_left(numbers, number)
    return at < len(numbers) and numbers[at] == number


class Snapshot:
    """A reader with a cache of decoded posting lists. Threads may share it."""

    def __init__(self, reader: IndexReader, generation: str) -> None:
        self.reader = reader
        self.generation = generation
        self.count: int = reader.doc_count_all()
        self.living: int = reader.doc_count()
        self._lists: LastUsed[tuple[str, str], Postings] = LastUsed(CACHED_POSTINGS, size_of)
        self._cards: LastUsed[int, Any] = LastUsed(MOST_CARDS)
        self._frequencies: dict[str, int] = {}
        self._reading = Lock()  # Whoosh's files have one place that all threads would move

    def postings(self, field: str, word: str) -> Postings:
        """The documents that have `word`, deleted ones included."""
        key = (field, word)
        if (known := self._lists.get(key)) is not None:
            return known
        with self._reading:
            fresh = self._read(field, word.encode("utf-8", "replace"))
        self._lists.keep({key: fresh})
        return fresh

    def _read(self, field: str, word: bytes) -> Postings:
        numbers, weights = array("I"), array("f")
        for leaf, offset in self.reader.leaf_readers():
            try:
                matcher = leaf.postings(field, word)
            except TermNotFound:
                continue
            while matcher.is_active():
                numbers.append(offset + matcher.id())
                weights.append(matcher.weight())
                matcher.next()
        return numbers, weights

    def frequency(self, word: str) -> int:
        """How many documents have `word` in their text."""
        known = self._frequencies.get(word)
        if known is None:
            with self._reading:
                known = int(self.reader.doc_frequency("words", word.encode("utf-8", "replace")))
            if len(self._frequencies) >= CACHED_WORDS:  # somebody's 200,000 words
                self._frequencies = {}
            self._frequencies[word] = known
        return known

    def having(self, field: str, words: tuple[str, ...], among: set[int]) -> set[int]:
        """Those of some documents that have any of `words`."""
        found: set[int] = set()
        for word in words:
            numbers = self.postings(field, word)[0]
            few = _CHEAPER * len(among) < len(numbers)
            found |= {n for n in among if _holds(numbers, n)} if few else among & {*numbers}
        return found

    def begins(self, prefix: str) -> list[str]:
        """Words that begin with `prefix`, at most 400."""
        encoded = prefix.encode("utf-8", "replace")
        with self._reading:
            found = [*islice(self.reader.expand_prefix("words", encoded), MOST_EXPANSIONS)]
        return [word.decode("utf-8") for word in found]

    def lists(self, chosen: Iterable[tuple[str, float]]) -> list[Asked]:
        """The posting lists of words, each with what the word may add."""
        return [(self.postings("words", word), worth) for word, worth in chosen]

    def everyone(self) -> set[int]:
        return {n for n in range(self.count) if not self.reader.is_deleted(n)}

    def slugs(self) -> frozenset[str]:
        """Of every document."""
        with self._reading:
            return frozenset(fields["card"][0] for fields in self.reader.all_stored_fields())

    def card(self, number: int) -> Any:
        """What is stored of a document."""
        if (known := self._cards.get(number)) is not None:
            return known
        with self._reading:
            fresh = self.reader.stored_fields(number)["card"]
        self._cards.keep({number: fresh})
        return fresh
