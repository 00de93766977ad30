"""Documents into the tables of a build, and out of them. One writer at a time comes here."""

import json
from collections.abc import Mapping, Sequence
from typing import Any

from kb.search.index import SearchDocument
from kb.search.postgres_tables import clean, names
from kb.search.scoring import impacts
from kb.search.whoosh_schema import LONGEST_SYMPTOM, facet_word

Tables = Mapping[str, str]


def change(
    cursor: Any, build: str, documents: Mapping[str, SearchDocument], removed: set[str]
) -> None:
    """Puts `documents` into a build in place of what has their slugs, and takes out `removed`."""
    tables, slugs = names(build), sorted({clean(slug) for slug in {*removed, *documents}})
    _count(cursor, tables, slugs, -1)
    remove(cursor, tables, slugs)
    insert(cursor, tables, documents)
    _count(cursor, tables, sorted(map(clean, documents)), 1)
    cursor.execute(
        "UPDATE kb_index SET generation = generation + 1, documents ="
        " (SELECT count(*) FROM {document}) WHERE build = %s".format(**tables),
        [build],
    )


def _count(cursor: Any, tables: Tables, slugs: Sequence[str], by: int) -> None:
    """How many documents have each word of these documents, and that its list is another now."""
    cursor.execute(
        "UPDATE {word} SET met = met + %s * told.times,"
        " changed = coalesce((SELECT generation + 1 FROM kb_index), 1)"
        " FROM (SELECT w, count(*) AS times FROM {document}, unnest(words) AS w"
        " WHERE slug = ANY(%s) GROUP BY w) AS told"
        " WHERE id = told.w".format(**tables),
        [by, list(slugs)],
    )


def remove(cursor: Any, tables: Tables, slugs: Sequence[str]) -> None:
    given = [[clean(slug) for slug in slugs]]
    cursor.execute(
        "DELETE FROM {posting} p USING (SELECT id, unnest(words) AS w FROM {document}"
        " WHERE slug = ANY(%s)) AS gone WHERE p.word = gone.w AND p.document = gone.id".format(
            **tables
        ),
        given,
    )
    cursor.execute("DELETE FROM {document} WHERE slug = ANY(%s)".format(**tables), given)


def insert(cursor: Any, tables: Tables, documents: Mapping[str, SearchDocument]) -> None:
    weights = {slug: _weights(document) for slug, document in documents.items()}
    known = _numbers(cursor, tables, sorted({word for found in weights.values() for word in found}))
    columns: tuple[list[int], list[int], list[float]] = ([], [], [])
    for slug, document in documents.items():
        words = {known[word]: weight for word, weight in weights[slug].items()}
        number = _document(cursor, tables, document, sorted(words))
        columns[0].extend(words)
        columns[1].extend([number] * len(words))
        columns[2].extend(words.values())
    cursor.execute(
        "INSERT INTO {posting} SELECT * FROM unnest(%s::int[], %s::int[], %s::real[])".format(
            **tables
        ),
        columns,
    )


def _weights(document: SearchDocument) -> dict[str, float]:
    found: dict[str, float] = {}
    for word, weight in impacts(document).items():
        found[clean(word)] = max(found.get(clean(word), 0.0), weight)
    return found


def _numbers(cursor: Any, tables: Tables, words: Sequence[str]) -> dict[str, int]:
    """The number of each word, given to those that had none."""
    cursor.execute(
        "INSERT INTO {word} (word) SELECT w FROM unnest(%s::text[]) AS w"
        " WHERE NOT EXISTS (SELECT 1 FROM {word} WHERE word = w)".format(**tables),
        [list(words)],
    )
    cursor.execute(
        "SELECT word, id FROM {word} WHERE word = ANY(%s)".format(**tables), [list(words)]
    )
    return dict(cursor.fetchall())


def _document(cursor: Any, tables: Tables, document: SearchDocument, words: Sequence[int]) -> int:
    facets = {**document.facets, "language": (document.language,), "topic": (document.topic,)}
    texts = (document.slug, document.group, document.language, document.topic, document.title)
    cursor.execute(
        "INSERT INTO {document} (slug, original, language, topic, title, facets, symptom, marks,"
        " facet_words, words) VALUES (%s, %s, %s, %s, %s, %s, %s, %s, %s, %s) RETURNING id".format(
            **tables
        ),
        [
            *map(clean, texts),
            clean(json.dumps({name: list(values) for name, values in document.facets.items()})),
            clean(document.symptom[:LONGEST_SYMPTOM]),
            list(document.fingerprints),
            [clean(facet_word(name, v)) for name, values in facets.items() for v in values],
            list(words),
        ],
    )
    return int(cursor.fetchone()[0])
