"""Which documents a search leaves: facets, needed and unwanted words."""

from collections.abc import Iterator
from typing import Protocol

from kb.search.index import Narrowing
from kb.search.whoosh_schema import facet_word

Asked = tuple[str, tuple[str, ...]]  # a field, and the words of which a document has one


class Lists(Protocol):
    """Where it is looked up which of some documents have one of several words."""

    def having(self, field: str, words: tuple[str, ...], among: set[int]) -> set[int]: ...


def narrowed(lists: Lists, narrowing: Narrowing, documents: set[int]) -> set[int]:
    """Those of `documents` that `narrowing` leaves."""
    left = documents
    for asked in _wanted(narrowing):
        left = lists.having(*asked, left)
    for asked in _refused(narrowing):
        left = left - lists.having(*asked, left)
    return left


def _wanted(narrowing: Narrowing) -> Iterator[Asked]:
    for name, values in narrowing.only.items():
        yield _facet(name, values)
    for word in narrowing.needed:
        yield "words", (word,)


def _refused(narrowing: Narrowing) -> Iterator[Asked]:
    for name, values in narrowing.never.items():
        yield _facet(name, values)
    yield "words", narrowing.unwanted


def _facet(name: str, values: tuple[str, ...]) -> Asked:
    return "facets", tuple(facet_word(name, value) for value in values)
