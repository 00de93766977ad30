"""Posting lists and cards of a PostgreSQL index, kept in this process while they are the newest.

A word's row, which is asked for anyway, tells which change of its list was the last; a card belongs
to the number of a document, which no other document of the build ever gets.
"""

from array import array
from collections import OrderedDict
from collections.abc import Callable, Iterable, Mapping, Sequence
from threading import Lock
from typing import Any

from kb.search.postings import CACHED_POSTINGS, MOST_CARDS
from kb.search.scoring import Postings

Card = tuple[Any, ...]  # slug, original, language, topic, title, facets, symptom


class Kept:
    """What threads of this process share of an index. Bounded; the longest unused goes first."""

    def __init__(self) -> None:
        self._lists: OrderedDict[tuple[str, int], tuple[str, Postings]] = OrderedDict()
        self._cards: OrderedDict[tuple[str, int], Card] = OrderedDict()
        self._held = 0
        self._lock = Lock()

    def lists(
        self,
        build: str,
        changed: Mapping[int, str],
        read: Callable[[list[int]], Iterable[tuple[int, Sequence[int], Sequence[float]]]],
    ) -> dict[int, Postings]:
        """The lists of words as new as `changed` (word → its last change) says; others come from
        `read`."""
        found: dict[int, Postings] = {}
        with self._lock:
            for word, change in changed.items():
                known = self._lists.get((build, word))
                if known and known[0] == change:
                    found[word] = known[1]
                    self._lists.move_to_end((build, word))
        if missing := [word for word in changed if word not in found]:
            for word, numbers, weights in read(missing):
                found[word] = array("I", numbers), array("f", weights)
                self._keep((build, word), changed[word], found[word])
        return found

    def _keep(self, key: tuple[str, int], change: str, fresh: Postings) -> None:
        with self._lock:
            if old := self._lists.pop(key, None):
                self._held -= len(old[1][0]) + 1
            self._lists[key] = change, fresh
            self._held += len(fresh[0]) + 1
            while self._held > CACHED_POSTINGS and len(self._lists) > 1:
                self._held -= len(self._lists.popitem(last=False)[1][1][0]) + 1

    def cards(
        self,
        build: str,
        numbers: Iterable[int],
        read: Callable[[list[int]], Iterable[tuple[int, Card]]],
    ) -> dict[int, Card]:
        """Cards by the number of the document; those that are not kept come from `read`."""
        wanted = dict.fromkeys(numbers)
        with self._lock:
            keys = {number: (build, number) for number in wanted}
            found = {n: self._cards[key] for n, key in keys.items() if key in self._cards}
        if missing := [number for number in wanted if number not in found]:
            found |= read(missing)
        with self._lock:
            for number, card in found.items():
                self._cards[build, number] = card
                self._cards.move_to_end((build, number))
            while len(self._cards) > MOST_CARDS:
                self._cards.popitem(last=False)
        return found
