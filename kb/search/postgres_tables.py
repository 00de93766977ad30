"""How documents lie in PostgreSQL: words, documents and postings between their numbers.

A build is three tables of its own, named in the one row of `kb_index`; a rebuild fills new ones and
changes the name, so readers meet the old build or the new one, whole. The row is also the writers'
lock: whoever updates holds it until the end of the transaction.
"""

import re
import secrets
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from typing import Any, Protocol

from kb.search.index import IndexDamaged
from kb.search.whoosh_schema import LAYOUT as WEIGHTS

LAYOUT = f"2-{WEIGHTS}"  # raise it when the tables change: older builds count as damaged
_PARTS = ("word", "document", "posting", "unsorted")
_REBUILDING = 0x6B62_0001  # the advisory lock of whoever rebuilds
_UNDEFINED = "42P01"  # SQLSTATE of a table that is not there


class Base(Protocol):
    """A connection as Django and psycopg both offer it."""

    def cursor(self) -> AbstractContextManager[Any]: ...

    def transaction(self) -> AbstractContextManager[Any]:
        """All or nothing; inside another one a part of it."""


def clean(text: str) -> str:
    """PostgreSQL keeps neither NUL nor half a surrogate pair."""
    return text.replace("\0", "").encode("utf-8", "replace").decode("utf-8")


def names(build: str) -> dict[str, str]:
    """The names of a build's tables, for SQL. Raises IndexDamaged for what is none of ours."""
    if not re.fullmatch(r"[0-9a-f]{12}", build):
        raise IndexDamaged("the index names no build")
    return {part: f"kb_index_{build}_{part}" for part in _PARTS}


_STATE = """CREATE TABLE IF NOT EXISTS kb_index (
    sole boolean PRIMARY KEY DEFAULT true CHECK (sole), layout text NOT NULL, build text NOT NULL,
    generation bigint NOT NULL, documents integer NOT NULL)"""
_TABLES = """
CREATE TABLE {word} (
    id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    word text COLLATE "C" NOT NULL UNIQUE, met integer NOT NULL DEFAULT 0,
    changed bigint NOT NULL DEFAULT 0) WITH (fillfactor = 80);
CREATE TABLE {document} (
    id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY, slug text NOT NULL UNIQUE,
    original text NOT NULL, language text NOT NULL, topic text NOT NULL, title text NOT NULL,
    facets jsonb NOT NULL, symptom text NOT NULL, marks text[] NOT NULL,
    facet_words text[] NOT NULL, words integer[] NOT NULL);
CREATE TABLE {posting} (word integer NOT NULL, document integer NOT NULL, impact real NOT NULL);
CREATE TABLE {unsorted} (LIKE {posting})"""
# A word's postings lie side by side: a search reads a page for hundreds of them, not for one.
_INDEXES = """
INSERT INTO {posting} SELECT * FROM {unsorted} ORDER BY word, document;
DROP TABLE {unsorted};
ALTER TABLE {posting} ADD PRIMARY KEY (word, document) INCLUDE (impact);
CREATE INDEX ON {document} USING gin (marks);
CREATE INDEX ON {document} USING gin (facet_words);
UPDATE {word} SET met = counted.met FROM (
    SELECT word, count(*) AS met FROM {posting} GROUP BY word) AS counted WHERE id = counted.word;
ANALYZE {word}; ANALYZE {document}; ANALYZE {posting}"""


@contextmanager
def readable() -> Iterator[None]:
    """A build that was dropped, or none at all, means that the index is damaged."""
    try:
        yield
    except Exception as error:
        if _UNDEFINED in (_state_of(error), _state_of(error.__cause__)):
            raise IndexDamaged("the index is not there") from error
        raise


def _state_of(error: BaseException | None) -> str | None:
    return getattr(error, "sqlstate", None)


def create(cursor: Any) -> str:
    """The name of a new build without documents, that nobody reads yet."""
    build = secrets.token_hex(6)
    cursor.execute(_TABLES.format(**names(build)))
    return build


def filling(build: str) -> dict[str, str]:
    """The names of the tables while a build is filled."""
    found = names(build)
    return found | {"posting": found["unsorted"]}


def finish(cursor: Any, build: str) -> None:
    """Indexes and counts of a build that is filled: much faster than while it fills."""
    cursor.execute(_INDEXES.format(**names(build)))


def swap(cursor: Any, build: str) -> None:
    """Makes `build` the one that is read and drops every other. Under the row's lock."""
    counted = f"SELECT count(*) FROM {names(build)['document']}"
    cursor.execute(
        f"""INSERT INTO kb_index (layout, build, generation, documents)
        VALUES (%s, %s, 1, ({counted})) ON CONFLICT (sole) DO UPDATE SET layout = excluded.layout,
        build = excluded.build, documents = excluded.documents,
        generation = kb_index.generation + 1""",
        [LAYOUT, build],
    )
    _drop_others(cursor, build)


def _drop_others(cursor: Any, build: str) -> None:
    cursor.execute(
        "SELECT tablename FROM pg_tables WHERE schemaname = ANY(current_schemas(false))"
        " AND tablename ~ '^kb_index_[0-9a-f]{12}_'"
    )
    for (name,) in cursor.fetchall():
        if name not in names(build).values():
            cursor.execute(f"DROP TABLE IF EXISTS {name}")


@contextmanager
def alone(base: Base) -> Iterator[None]:
    """The only one who rebuilds, over all machines; others wait here. Within itself it is free."""
    with base.cursor() as cursor:
        cursor.execute("SELECT pg_advisory_lock(%s)", [_REBUILDING])
        cursor.execute(_STATE)
    try:
        yield
    finally:
        with base.cursor() as cursor:
            cursor.execute("SELECT pg_advisory_unlock(%s)", [_REBUILDING])


def locked(cursor: Any) -> str | None:
    """The current build, held against other writers to the end of the transaction."""
    cursor.execute("SELECT build FROM kb_index WHERE layout = %s FOR UPDATE", [LAYOUT])
    row = cursor.fetchone()
    return str(row[0]) if row else None
