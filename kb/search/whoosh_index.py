"""Whoosh as a store of posting lists: the embedded default, on disk or in memory."""

import secrets
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext
from functools import partial
from pathlib import Path
from threading import Lock

from whoosh.filedb.filestore import RamStorage, Storage
from whoosh.index import FileIndex

from kb.search import folders, whoosh_schema
from kb.search.analysis import words
from kb.search.index import (
    EVERYTHING,
    Hit,
    IndexBusy,
    IndexDamaged,
    Narrowing,
    SearchDocument,
)
from kb.search.narrowing import narrowed
from kb.search.postings import Snapshot
from kb.search.scoring import best, rarity, select
from kb.search.whoosh_files import Files

_PATIENCE = 5.0  # seconds that a writer waits for another one
_EXPANDED = 30  # of the words that begin as typed, the commonest
_UNFINISHED = 0.6  # weight of a word that may be meant
_LONGEST_TYPED = 400  # characters of a search that is still being typed


class _Memory(RamStorage):  # type: ignore[misc]
    """Whoosh puts the scratch files of an index in memory into one folder of /tmp that all
    processes share, and each deletes it: here they stay in memory."""

    def temp_storage(self, name: str | None = None) -> RamStorage:
        return RamStorage()


class WhooshIndex:
    """An Index (see kb.search.index) in `folder`, or in memory without one.

    Threads and processes may share it; each search reads the newest commit.
    """

    def __init__(self, folder: Path | None = None) -> None:
        self._folder = folder
        self._opened: tuple[str, FileIndex] | None = None
        self._snapshot: Snapshot | None = None
        self._held: Snapshot | None = None
        self._lock = Lock()
        if folder is None:
            self._opened = ("memory", _create(_Memory()))

    def steady(self) -> "WhooshIndex":
        """The same index for one question of several parts: the newest commit is looked up once."""
        found = WhooshIndex(self._folder)
        with _readable():
            found._held = self._state()
        return found

    def update(self, documents: Iterable[SearchDocument], removed: Iterable[str] = ()) -> None:
        newest = {document.slug: document for document in documents}
        with _readable(), self._alone():
            _write(self._index()[1], newest.values(), {*removed, *newest})

    def rebuild(self, documents: Iterable[SearchDocument]) -> None:
        """A new index of `documents` in place of what is there; the old one serves meanwhile.

        Raises IndexBusy when another process is writing.
        """
        if self._folder is None:
            fresh = _create(_Memory())
            _write(fresh, documents, ())
            self._opened = (f"memory-{secrets.token_hex(6)}", fresh)
            return
        folders.prepare(self._folder)
        with self._alone(), folders.new_build(self._folder, whoosh_schema.LAYOUT) as build:
            _write(_create(Files(str(build))), documents, ())
            folders.swap(self._folder, build)

    def candidates(
        self, terms: Mapping[str, float], limit: int = 50, narrowing: Narrowing = EVERYTHING
    ) -> tuple[Hit, ...]:
        return self.candidates_each([(terms, limit)], narrowing)[0]

    def candidates_each(
        self,
        queries: Sequence[tuple[Mapping[str, float], int]],
        narrowing: Narrowing = EVERYTHING,
    ) -> tuple[tuple[Hit, ...], ...]:
        with _readable():
            state = self._state()
            return tuple(tuple(_found(state, *query, narrowing)) for query in queries)

    def fingerprints(self, fingerprints: Iterable[str]) -> Mapping[str, tuple[str, ...]]:
        with _readable():
            state = self._state()
            met = {mark: state.postings("marks", mark)[0] for mark in fingerprints}
            return {mark: _groups(state, numbers) for mark, numbers in met.items() if numbers}

    def suggest(
        self, typed: str, limit: int = 8, narrowing: Narrowing = EVERYTHING
    ) -> tuple[Hit, ...]:
        *finished, last = typed[:_LONGEST_TYPED].split() or [""]
        terms = dict.fromkeys((word for part in finished for word in words(part)), 1.0)
        with _readable():
            for word in _continuations(self._state(), last):
                terms.setdefault(word, _UNFINISHED)
        return self.candidates(terms, limit, narrowing) if terms else ()

    def rarity(self, words: Iterable[str]) -> Mapping[str, float]:
        with _readable():
            state = self._state()
            return {word: rarity(state.frequency(word), state.count) for word in words}

    def slugs(self) -> frozenset[str]:
        with _readable():
            return self._state().slugs()

    @property
    def generation(self) -> str:
        with _readable():
            return self._state().generation

    @property
    def count(self) -> int:
        with _readable():
            return self._state().living

    def _alone(self) -> AbstractContextManager[None]:
        return folders.lock(self._folder, _PATIENCE) if self._folder else nullcontext()

    def _index(self) -> tuple[str, FileIndex]:
        """The current build and its name."""
        if self._folder is None:
            assert self._opened
            return self._opened
        build = folders.current(self._folder, whoosh_schema.LAYOUT)
        if self._opened is None or self._opened[0] != build.name:
            self._opened = (build.name, _open(Files(str(build))))
        return self._opened

    def _state(self) -> Snapshot:
        """The newest commit; the one that is open as long as it is the newest."""
        if self._held is not None:
            return self._held
        name, index = self._index()
        generation = f"{name}.{index.latest_generation()}"
        if (held := self._snapshot) and held.generation == generation:
            return held
        with self._lock:
            if self._snapshot is None or self._snapshot.generation != generation:
                self._snapshot = Snapshot(index.reader(), generation)
            return self._snapshot


def _create(storage: Storage) -> FileIndex:
    return FileIndex.create(storage, whoosh_schema.SCHEMA, "kb")


def _open(storage: Storage) -> FileIndex:
    return FileIndex(storage, whoosh_schema.SCHEMA, "kb")


def _write(index: FileIndex, documents: Iterable[SearchDocument], removed: Iterable[str]) -> None:
    """One commit that takes out the `removed` slugs and adds `documents`, each as it comes."""
    writer = index.writer(timeout=_PATIENCE, codec=whoosh_schema.codec())
    try:
        for slug in removed:
            writer.delete_by_term("slug", slug)
        for document in documents:
            writer.add_document(**whoosh_schema.fields(document))
    except BaseException:
        writer.cancel()
        raise
    writer.commit()


def _groups(state: Snapshot, numbers: Iterable[int]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(state.card(number)[1] for number in sorted(numbers)))


def _found(
    state: Snapshot, terms: Mapping[str, float], limit: int, narrowing: Narrowing
) -> Iterator[Hit]:
    chosen = select(terms, state.frequency, state.count)
    left = None if narrowing == EVERYTHING else partial(_left, state, narrowing)
    if terms:
        found = best(state.lists(chosen), limit, left)
    else:
        found = [(number, 0.0) for number in sorted(left(state.everyone()))[:limit]] if left else []
    most = sum(worth for _, worth in chosen) or 1.0
    for number, score in found:
        yield whoosh_schema.hit(state.card(number), score / most)


def _left(state: Snapshot, narrowing: Narrowing, numbers: Iterable[int]) -> set[int]:
    return narrowed(state, narrowing, {*numbers})


def _continuations(state: Snapshot, last: str) -> Iterable[str]:
    """The last word as typed, its parts, and the commonest words that begin like it."""
    parts = list(words(last))
    if not parts:
        return ()
    longer = sorted(state.begins(parts[0]), key=lambda word: -state.frequency(word))
    return (*parts, *longer[:_EXPANDED])


@contextmanager
def _readable() -> Iterator[None]:
    """Whatever goes wrong inside a file of the index means that it is damaged."""
    try:
        yield
    except (IndexBusy, IndexDamaged):
        raise
    except Exception as error:  # Whoosh unpickles and seeks: any exception may come out
        raise IndexDamaged(f"the index cannot be read: {error!r}") from error
