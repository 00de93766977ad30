"""Posting lists in PostgreSQL, scored in SQL: for any number of web processes on any machines."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import islice
from typing import Any

from kb.search import postgres_tables as tables
from kb.search import postgres_writing as writing
from kb.search.analysis import words
from kb.search.index import EVERYTHING, Hit, IndexDamaged, Narrowing, SearchDocument
from kb.search.postgres_kept import Card, Kept
from kb.search.postgres_queries import (
    CARD,
    State,
    Terms,
    best_of,
    card_of,
    cards_of,
    chosen_of,
    conditions,
    continuations,
    frequency,
    groups_of,
    hit,
    is_there,
    lists_of,
    met_of,
    state_of,
)
from kb.search.postgres_tables import Base, clean
from kb.search.scoring import Asked, Postings, rarity

_CHUNK = 200  # documents of one insert
_UNFINISHED = 0.6  # weight of a word that may be meant
_LONGEST_TYPED = 400  # characters of a search that is still being typed

Changes = tuple[Iterable[SearchDocument], Iterable[str]]


class PostgresIndex:
    """An Index (see kb.search.index) in the base that `reading` and `writing` connect to.

    `update` is part of the transaction that it is called in; every search reads what is committed.
    """

    def __init__(self, reading: Base, writing: Base | None = None) -> None:
        self._reading, self._writing = reading, writing or reading
        self._there = False
        self._held: State | None = None
        self._kept = Kept()

    def steady(self) -> "PostgresIndex":
        """The same index for one question of several parts: its build is read once."""
        found = PostgresIndex(self._reading, self._writing)
        found._kept = self._kept
        with tables.readable(), self._reading.cursor() as cursor:
            found._held = self._state(cursor)
        return found

    def update(self, documents: Iterable[SearchDocument], removed: Iterable[str] = ()) -> None:
        newest = {clean(document.slug): document for document in documents}
        with tables.readable(), self._writing.transaction(), self._writing.cursor() as cursor:
            build = tables.locked(cursor)
            if build is None:
                raise IndexDamaged("there is no index yet")
            writing.change(cursor, build, newest, {*removed})

    def rebuild(
        self,
        documents: Iterable[SearchDocument],
        meanwhile: Callable[[], Changes] = lambda: ((), ()),
    ) -> None:
        """A new build of `documents`; the old one serves, and is written to, meanwhile. What was
        changed since then is asked of `meanwhile` while nobody can write."""
        base = self._writing
        with tables.alone(base):
            build = self._filled(documents)
            with base.transaction(), base.cursor() as cursor:
                cursor.execute("LOCK TABLE kb_index IN EXCLUSIVE MODE")  # readers go on
                late, removed = meanwhile()
                changed = {clean(document.slug): document for document in late}
                if gone := {*changed, *removed}:
                    writing.change(cursor, build, changed, gone)
                tables.swap(cursor, build)

    def _filled(self, documents: Iterable[SearchDocument]) -> str:
        """The name of a new build of `documents`, a few hundred in memory at a time."""
        base, stream, seen = self._writing, iter(documents), set[str]()
        with base.cursor() as cursor:
            build = tables.create(cursor)
        while chunk := list(islice(stream, _CHUNK)):
            newest = {clean(document.slug): document for document in chunk}
            with base.transaction(), base.cursor() as cursor:
                if again := seen & set(newest):
                    writing.remove(cursor, tables.filling(build), sorted(again))
                writing.insert(cursor, tables.filling(build), newest)
            seen |= set(newest)
        with base.transaction(), base.cursor() as cursor:
            tables.finish(cursor, build)
        return build

    def candidates(
        self, terms: Terms, limit: int = 50, narrowing: Narrowing = EVERYTHING
    ) -> tuple[Hit, ...]:
        if not terms:
            return self._narrowed(limit, narrowing)
        return self.candidates_each([(terms, limit)], narrowing)[0]

    def candidates_each(
        self, queries: Sequence[tuple[Terms, int]], narrowing: Narrowing = EVERYTHING
    ) -> tuple[tuple[Hit, ...], ...]:
        if not queries:
            return ()
        with tables.readable(), self._reading.cursor() as cursor:
            state = self._state(cursor)
            asked = (clean(word) for terms, _ in queries for word in terms)
            met = met_of(cursor, state, self._kept, asked)
            chosen = [chosen_of(terms, met, state.documents) for terms, _ in queries]
            lists = lists_of(cursor, state, self._kept, met, chosen)
            found = [
                best_of(cursor, state, _asked(each, lists), most, narrowing)
                for each, (_, most) in zip(chosen, queries, strict=True)
            ]
            numbers = (number for best in found for number, _ in best)
            cards = cards_of(cursor, state, self._kept, numbers)
        return tuple(_hits(*each, cards) for each in zip(chosen, found, strict=True))

    def _narrowed(self, limit: int, narrowing: Narrowing) -> tuple[Hit, ...]:
        if narrowing == EVERYTHING:
            return ()
        with tables.readable(), self._reading.cursor() as cursor:
            state = self._state(cursor)
            sql, given = conditions(state, narrowing)
            cursor.execute(
                f"SELECT {CARD} FROM {state.names['document']} d WHERE {sql}"
                " ORDER BY d.id LIMIT %s",
                [*given, limit],
            )
            return tuple(hit(card_of(row), 0.0) for row in cursor.fetchall())

    def fingerprints(self, fingerprints: Iterable[str]) -> Mapping[str, tuple[str, ...]]:
        marks = [clean(mark) for mark in fingerprints]
        with tables.readable(), self._reading.cursor() as cursor:
            return groups_of(cursor, self._state(cursor), self._kept, marks)

    def suggest(
        self, typed: str, limit: int = 8, narrowing: Narrowing = EVERYTHING
    ) -> tuple[Hit, ...]:
        *finished, last = typed[:_LONGEST_TYPED].split() or [""]
        terms = dict.fromkeys((word for part in finished for word in words(part)), 1.0)
        with tables.readable(), self._reading.cursor() as cursor:
            for word in continuations(cursor, self._state(cursor), last):
                terms.setdefault(word, _UNFINISHED)
        return self.candidates(terms, limit, narrowing) if terms else ()

    def rarity(self, words: Iterable[str]) -> Mapping[str, float]:
        asked = list(words)
        with tables.readable(), self._reading.cursor() as cursor:
            state = self._state(cursor)
            met = met_of(cursor, state, self._kept, map(clean, asked))
        count = state.documents
        return {word: rarity(frequency(met, clean(word)), count) for word in asked}

    def slugs(self) -> frozenset[str]:
        with tables.readable(), self._reading.cursor() as cursor:
            cursor.execute(f"SELECT slug FROM {self._state(cursor).names['document']}")
            return frozenset(slug for (slug,) in cursor.fetchall())

    @property
    def generation(self) -> str:
        with tables.readable(), self._reading.cursor() as cursor:
            state = self._state(cursor)
            return f"{state.build}.{state.generation}"

    @property
    def count(self) -> int:
        with tables.readable(), self._reading.cursor() as cursor:
            return self._state(cursor).documents

    def _state(self, cursor: Any) -> State:
        if self._held:
            return self._held
        if not self._there:  # asked first: a statement that fails would end a transaction
            self._there = is_there(cursor)
        return state_of(cursor, self._there)


def _asked(chosen: Sequence[tuple[int, float]], lists: Mapping[int, Postings]) -> list[Asked]:
    """A word that was taken out meanwhile has no list."""
    return [(lists[word], worth) for word, worth in chosen if word in lists]


def _hits(
    asked: Sequence[tuple[int, float]],
    best: Sequence[tuple[int, float]],
    cards: Mapping[int, Card],
) -> tuple[Hit, ...]:
    most = sum(worth for _, worth in asked) or 1.0
    return tuple(hit(cards[number], score / most) for number, score in best if number in cards)
