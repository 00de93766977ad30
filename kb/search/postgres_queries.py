"""The questions to the tables of a build, as SQL."""

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from kb.search import postgres_tables as tables
from kb.search.analysis import words
from kb.search.index import Hit, IndexDamaged, Narrowing
from kb.search.postgres_tables import clean
from kb.search.scoring import select
from kb.search.whoosh_schema import facet_word

_EXPANSIONS, _EXPANDED = 400, 30  # words that begin as typed: looked at, taken

Terms = Mapping[str, float]
CARD = "d.slug, d.original, d.language, d.topic, d.title, d.facets, d.symptom"
# OFFSET 0: the few best are looked up one by one, whatever the planner believes their number is.
_BEST = """
WITH asked AS (
    SELECT * FROM unnest(%s::int[], %s::int[], %s::float8[]) AS a (query, word, worth)),
total AS (
    SELECT a.query, p.document, sum(p.impact * a.worth) AS score
    FROM asked a JOIN {posting} p ON p.word = a.word GROUP BY a.query, p.document),
best AS (
    SELECT t.*, row_number() OVER (
        PARTITION BY t.query ORDER BY t.score DESC, t.document) AS place
    FROM total t {narrowed})
SELECT b.query, b.score, {card} FROM best b JOIN LATERAL (
    SELECT * FROM {document} WHERE id = b.document OFFSET 0) AS d ON true
WHERE b.place <= %s ORDER BY b.query, b.place"""


@dataclass(frozen=True, slots=True)
class State:
    build: str
    generation: int
    documents: int

    @property
    def names(self) -> dict[str, str]:
        return tables.names(self.build)


def is_there(cursor: Any) -> bool:
    cursor.execute("SELECT to_regclass('kb_index') IS NOT NULL")
    return bool(cursor.fetchone()[0])


def state_of(cursor: Any, there: bool) -> State:
    """The build that is read now. Raises IndexDamaged where there is none."""
    if not there:
        raise IndexDamaged("there is no index yet")
    cursor.execute(
        "SELECT build, generation, documents FROM kb_index WHERE layout = %s", [tables.LAYOUT]
    )
    row = cursor.fetchone()
    if row is None:
        raise IndexDamaged("the index was made by another version")
    return State(*row)


def met_of(cursor: Any, state: State, asked: Sequence[str]) -> dict[str, tuple[int, int]]:
    """Word → its number and how many documents have it."""
    sql = "SELECT word, id, met FROM {word} WHERE word = ANY(%s) AND met > 0"
    cursor.execute(sql.format(**state.names), [list(dict.fromkeys(asked))])
    return {word: (number, met) for word, number, met in cursor.fetchall()}


def chosen_of(
    terms: Terms, met: Mapping[str, tuple[int, int]], count: int
) -> list[tuple[int, float]]:
    """Numbers of the words to ask, and what each may add."""
    plain = {clean(word): weight for word, weight in terms.items()}
    worth = select(plain, lambda word: met.get(word, (0, 0))[1], count)
    return [(met[word][0], each) for word, each in worth]


def scored(
    cursor: Any,
    state: State,
    chosen: Sequence[Sequence[tuple[int, float]]],
    limit: int,
    narrowing: Narrowing,
) -> list[list[Any]]:
    """For each query its rows, best first."""
    rows = [(at, word, worth) for at, asked in enumerate(chosen) for word, worth in asked]
    found: list[list[Any]] = [[] for _ in chosen]
    if not rows:
        return found
    sql, given = conditions(state, narrowing)
    narrowed = f"JOIN {state.names['document']} d ON d.id = t.document WHERE {sql}" if given else ""
    query = _BEST.format(**state.names, narrowed=narrowed, card=CARD)
    cursor.execute(query, [*map(list, zip(*rows, strict=True)), *given, limit])
    for row in cursor.fetchall():
        found[row[0]].append(row)
    return found


def conditions(state: State, narrowing: Narrowing) -> tuple[str, list[Any]]:
    """What `narrowing` leaves of the documents `d`, as SQL and its values."""
    number = f"(SELECT id FROM {state.names['word']} WHERE word = %s)"
    parts = [("d.facet_words && %s", _facet(*each)) for each in narrowing.only.items()]
    parts += [("NOT d.facet_words && %s", _facet(*each)) for each in narrowing.never.items()]
    rows: list[tuple[str, Any]] = [*parts]
    rows += [(f"{number} = ANY(d.words)", clean(word)) for word in narrowing.needed]
    rows += [(f"({number} = ANY(d.words)) IS NOT TRUE", clean(w)) for w in narrowing.unwanted]
    return " AND ".join(sql for sql, _ in rows) or "true", [value for _, value in rows]


def _facet(name: str, values: Iterable[str]) -> list[str]:
    return [clean(facet_word(name, value)) for value in values]


def continuations(cursor: Any, state: State, last: str) -> Iterable[str]:
    """The last word as typed, its parts, and the commonest words that begin like it."""
    parts = [clean(word) for word in words(last)]
    if not parts:
        return ()
    cursor.execute(
        "SELECT word FROM (SELECT word, met FROM {word} WHERE word >= %s AND word < %s AND met > 0"
        " ORDER BY word LIMIT %s) AS near ORDER BY met DESC, word LIMIT %s".format(**state.names),
        [parts[0], parts[0] + "\U0010ffff", _EXPANSIONS, _EXPANDED],
    )
    return (*parts, *(word for (word,) in cursor.fetchall()))


def hit(row: Sequence[Any], most: float) -> Hit:
    _, score, slug, group, language, topic, title, facets, symptom = row
    loaded = json.loads(facets) if isinstance(facets, str) else facets  # Django gives text
    kept = {name: tuple(values) for name, values in loaded.items()}
    return Hit(slug, group, language, topic, title, score / (most or 1.0), kept, symptom)
