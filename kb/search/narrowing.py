"""Which documents a search leaves: facets, needed and unwanted words."""

from collections.abc import Mapping
from functools import reduce
from typing import Protocol

from kb.search.index import Narrowing
from kb.search.whoosh_schema import facet_word


class Lists(Protocol):
    """Where the documents that have a word are looked up."""

    def documents(self, field: str, words: tuple[str, ...]) -> set[int]: ...

    def everyone(self) -> set[int]: ...


def narrowed(
    lists: Lists, narrowing: Narrowing, scores: Mapping[int, float], *, asked: bool
) -> Mapping[int, float]:
    """The scores of those that `narrowing` leaves; of all that it leaves when no word was asked."""
    pool = set(scores) if asked else lists.everyone()
    wanted = [_facet(lists, name, values) for name, values in narrowing.only.items()]
    wanted += [lists.documents("words", (word,)) for word in narrowing.needed]
    refused = [_facet(lists, name, values) for name, values in narrowing.never.items()]
    refused.append(lists.documents("words", narrowing.unwanted))
    left = reduce(set.difference, refused, reduce(set.intersection, wanted, pool))
    return {number: scores.get(number, 0.0) for number in left}


def _facet(lists: Lists, name: str, values: tuple[str, ...]) -> set[int]:
    return lists.documents("facets", tuple(facet_word(name, value) for value in values))
