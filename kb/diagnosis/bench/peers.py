"""What a user would search with otherwise, over the same documents and asked the same words."""

import os
import sqlite3
from collections.abc import Iterable, Iterator, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from tempfile import TemporaryDirectory
from typing import Any, Protocol

from whoosh.analysis import Token
from whoosh.fields import ID, TEXT, Schema
from whoosh.filedb.filestore import FileStorage
from whoosh.query import Or, Term

from kb.search.analysis import signature_words, words
from kb.search.index import SearchDocument
from kb.search.postgres_index import PostgresIndex

LIMIT = 50
POSTGRES = "KB_BENCH_POSTGRES"  # address of a server in which a schema may be made and dropped


Worded = tuple[SearchDocument, Sequence[str]]  # a document and all of its words


class Peer(Protocol):
    """A search engine that is filled once and asked many times. `whole`: it compares lines, so it
    is asked all of their words and not the ones that our own selection would ask."""

    name: str
    whole: bool

    def fill(self, documents: Iterable[Worded]) -> None: ...

    def search(self, asked: Sequence[str]) -> list[str]:
        """The slugs that have most of the words `asked`, best first."""

    def close(self) -> None: ...


def peers() -> Iterator[Peer]:
    """Every peer that can run here."""
    yield WhooshSearch()
    yield Fts5("fts5_unicode61", "tokenize='unicode61', detail=full")
    yield Fts5("fts5_trigram", "tokenize='trigram'")
    if url := os.environ.get(POSTGRES):
        yield TsRank(url)
        yield Trigrams(url)


def worded(documents: Iterable[SearchDocument]) -> Iterator[Worded]:
    """Documents with their words."""
    return ((document, all_words(document)) for document in documents)


def all_words(document: SearchDocument) -> list[str]:
    """The words of a document as our own index has them."""
    plain = (document.title, document.symptom, document.body)
    found = [word for text in plain for word in words(text)]
    signed = (*document.errors, *document.hints)
    return found + [word for text in signed for word in signature_words(text)]


class _Given:
    """A Whoosh analyzer for words that are separated already."""

    def __call__(self, value: str, **_: Any) -> Iterator[Token]:
        token = Token()
        for at, word in enumerate(value.split("\n")):
            token.text, token.pos, token.boost, token.stopped = word, at, 1.0, False
            yield token

    def has_morph(self) -> bool:
        return False

    def clean(self) -> None:
        """Nothing is kept."""


class WhooshSearch:
    """Whoosh's own `searcher.search` with an OR of the words."""

    name = "whoosh_search"
    whole = False

    def __init__(self) -> None:
        schema = Schema(slug=ID(stored=True), text=TEXT(analyzer=_Given(), phrase=False))
        # In a folder of its own: indexes in memory share their scratch files with every process.
        self._folder = TemporaryDirectory()
        self._index = FileStorage(self._folder.name).create_index(schema)
        self._searcher: Any = None

    def fill(self, documents: Iterable[Worded]) -> None:
        writer = self._index.writer()
        for document, found in documents:
            writer.add_document(slug=document.slug, text="\n".join(found))
        writer.commit()
        self._searcher = self._index.searcher()

    def search(self, asked: Sequence[str]) -> list[str]:
        query = Or([Term("text", word) for word in asked])
        return [hit["slug"] for hit in self._searcher.search(query, limit=LIMIT)]

    def close(self) -> None:
        self._searcher.close()
        self._folder.cleanup()


class Fts5:
    """SQLite's full text search, ordered by its bm25."""

    whole = False

    def __init__(self, name: str, options: str) -> None:
        self.name = name
        self._base = sqlite3.connect(":memory:")
        self._base.execute(
            f"CREATE VIRTUAL TABLE found USING fts5(slug UNINDEXED, text, {options})"
        )

    def fill(self, documents: Iterable[Worded]) -> None:
        rows = ((document.slug, " ".join(found)) for document, found in documents)
        self._base.executemany("INSERT INTO found VALUES (?, ?)", rows)
        self._base.commit()

    def search(self, asked: Sequence[str]) -> list[str]:
        quoted = [f'"{word}"' for word in asked if '"' not in word]
        if self.name == "fts5_trigram":
            quoted = [word for word in quoted if len(word) >= 5]
        if not quoted:
            return []
        return self._matching(" OR ".join(quoted))

    def typed(self, text: str) -> list[str]:
        """Documents for a text whose last word may be unfinished."""
        found = [word for word in words(text) if '"' not in word]
        return self._matching(" OR ".join(f'"{word}"*' for word in found)) if found else []

    def _matching(self, query: str) -> list[str]:
        sql = "SELECT slug FROM found WHERE found MATCH ? ORDER BY rank LIMIT ?"
        return [slug for (slug,) in self._base.execute(sql, (query, LIMIT))]

    def close(self) -> None:
        self._base.close()


class _Postgres:
    """A table in PostgreSQL that is filled, then indexed."""

    whole = False
    _columns = "slug text, text text"
    _index = ""
    _asked = ""

    def __init__(self, url: str) -> None:
        import psycopg  # only a base on PostgreSQL has it

        self._base = psycopg.connect(url, autocommit=True)
        self._base.execute("CREATE EXTENSION IF NOT EXISTS pg_trgm")
        self._base.execute(f"CREATE TEMPORARY TABLE found ({self._columns})")

    def fill(self, documents: Iterable[Worded]) -> None:
        with (
            self._base.cursor() as cursor,
            cursor.copy("COPY found (slug, text) FROM STDIN") as copy,
        ):
            for document, found in documents:
                for text in self._rows(document, found):
                    copy.write_row((document.slug, text.replace("\0", "")))
        self._base.execute(self._index)
        self._base.execute("ANALYZE found")

    def _rows(self, document: SearchDocument, found: Sequence[str]) -> Iterable[str]:
        """The texts of a document, a row each."""
        return [" ".join(found)]

    def _answer(self, text: str) -> list[str]:
        rows = self._base.execute(self._asked, (text, LIMIT))
        return list(dict.fromkeys(slug for (slug,) in rows))

    def close(self) -> None:
        self._base.close()


class TsRank(_Postgres):
    """PostgreSQL's own full-text search, by `ts_rank`."""

    name = "postgres_ts_rank"
    _columns = (
        "slug text, text text,"
        " vector tsvector GENERATED ALWAYS AS (to_tsvector('simple', text)) STORED"
    )
    _index = "CREATE INDEX ON found USING gin (vector)"
    _asked = (
        "SELECT slug FROM found, to_tsquery('simple', %s) asked WHERE vector @@ asked"
        " ORDER BY ts_rank(vector, asked) DESC LIMIT %s"
    )

    def search(self, asked: Sequence[str]) -> list[str]:
        quoted = ("'" + word.replace("'", "''").replace("\\", "") + "'" for word in asked)
        return self._answer(" | ".join(quoted))


class Trigrams(_Postgres):
    """`pg_trgm` over the signatures of the error lines: over whole articles it takes seconds."""

    name = "postgres_trigram"
    whole = True
    _index = "CREATE INDEX ON found USING gin (text gin_trgm_ops)"
    _asked = (
        "SELECT slug FROM found, (SELECT %s::text AS words) asked WHERE text %% words"
        " ORDER BY similarity(text, words) DESC LIMIT %s"
    )

    def _rows(self, document: SearchDocument, found: Sequence[str]) -> Iterable[str]:
        return [" ".join(signature_words(line)) for line in document.errors]

    def search(self, asked: Sequence[str]) -> list[str]:
        return self._answer(" ".join(asked))


@dataclass(frozen=True)
class _Connected:
    """What our own index in PostgreSQL needs of a connection."""

    base: Any

    def cursor(self) -> AbstractContextManager[Any]:
        found: AbstractContextManager[Any] = self.base.cursor()
        return found

    def transaction(self) -> AbstractContextManager[Any]:
        found: AbstractContextManager[Any] = self.base.transaction()
        return found


def in_postgres(documents: Iterable[SearchDocument]) -> Iterator[PostgresIndex]:
    """Our own index in the PostgreSQL of KB_BENCH_POSTGRES, in temporary tables; none without."""
    if not (url := os.environ.get(POSTGRES)):
        return
    import psycopg  # only a base on PostgreSQL has it

    with psycopg.connect(url, autocommit=True, options="-c jit=off") as base:
        base.execute("SET temp_buffers TO '512MB'")  # as a server's own memory would be
        base.execute("SET search_path TO pg_temp")
        index = PostgresIndex(_Connected(base))
        index.rebuild(documents)
        yield index
