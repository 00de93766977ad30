"""What this process keeps of a PostgreSQL index while it is the newest.

What an index tells of a word or a fingerprint belongs to a state of it, which every question asks
for. A posting list belongs to its last change, which the word's row tells, so that it survives what
changes others; a card to the number of its document, which no other one of the build ever gets.
"""

from array import array
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from kb.core.last_used import LastUsed
from kb.search.postings import CACHED_POSTINGS, MOST_CARDS, size_of
from kb.search.scoring import Postings

_MOST_TOLD = 20_000  # words and fingerprints; some 300 bytes each

Card = tuple[Any, ...]  # slug, original, language, topic, title, facets, symptom
Told = tuple[Any, ...]  # empty for a name that the index does not have


class Kept:
    """What threads of this process share of an index. Bounded; the longest unused goes first."""

    def __init__(self, most: int = CACHED_POSTINGS, cards: int = MOST_CARDS) -> None:
        self._told: LastUsed[tuple[str, str, str], Told] = LastUsed(_MOST_TOLD)
        self._lists: LastUsed[tuple[str, int], tuple[str, Postings]] = LastUsed(
            most, lambda kept: size_of(kept[1])
        )
        self._cards: LastUsed[tuple[str, int], Card] = LastUsed(cards)

    def told(
        self,
        state: str,
        kind: str,
        names: Iterable[str],
        read: Callable[[list[str]], tuple[str, Mapping[str, Told]]],
    ) -> dict[str, Told]:
        """What the index tells of names in a `state`; of those that are not kept `read` tells it,
        with the state that it has met: somebody may have changed the index meanwhile."""
        keys = {(state, kind, name): name for name in names}
        found = {keys[key]: value for key, value in self._told.found(keys).items()}
        if missing := [name for name in keys.values() if name not in found]:
            met, new = read(missing)
            found |= {name: new.get(name, ()) for name in missing}
            self._told.keep({(met, kind, name): found[name] for name in missing})
        return {name: value for name, value in found.items() if value}

    def lists(
        self,
        build: str,
        changed: Mapping[int, str],
        read: Callable[[list[int]], Iterable[tuple[int, Sequence[int], Sequence[float]]]],
    ) -> dict[int, Postings]:
        """The lists of words as new as `changed` (word → its last change) says; others come from
        `read`."""
        kept = self._lists.found((build, word) for word in changed)
        found = {word: each for (_, word), (last, each) in kept.items() if last == changed[word]}
        if missing := [word for word in changed if word not in found]:
            new = {word: (array("I", ids), array("f", each)) for word, ids, each in read(missing)}
            self._lists.keep({(build, word): (changed[word], each) for word, each in new.items()})
            found |= new
        return found

    def cards(
        self,
        build: str,
        numbers: Iterable[int],
        read: Callable[[list[int]], Iterable[tuple[int, Card]]],
    ) -> dict[int, Card]:
        """Cards by the number of the document; those that are not kept come from `read`."""
        wanted = dict.fromkeys(numbers)
        kept = self._cards.found((build, number) for number in wanted)
        found = {number: card for (_, number), card in kept.items()}
        if missing := [number for number in wanted if number not in found]:
            new = dict(read(missing))
            self._cards.keep({(build, number): card for number, card in new.items()})
            found |= new
        return found
