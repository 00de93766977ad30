"""The questions to the tables of a build, as SQL."""

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from kb.search import postgres_tables as tables
from kb.search.analysis import words
from kb.search.index import Hit, IndexDamaged, Narrowing
from kb.search.postgres_kept import Card, Kept
from kb.search.postgres_tables import clean
from kb.search.scoring import Asked, Postings, best, select
from kb.search.whoosh_schema import facet_word

_EXPANSIONS, _EXPANDED = 400, 30  # words that begin as typed: looked at, taken

Terms = Mapping[str, float]
CARD = "d.slug, d.original, d.language, d.topic, d.title, d.facets, d.symptom"


# With the transaction: one that is taken back gives its generation to the next one.
_MARK = "i.xmin::text || '.' || i.generation"


@dataclass(frozen=True, slots=True)
class State:
    """Of an index. `mark` is another one after every change."""

    build: str
    generation: int
    documents: int
    mark: str

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
        f"SELECT build, generation, documents, {_MARK} FROM kb_index i WHERE layout = %s",
        [tables.LAYOUT],
    )
    row = cursor.fetchone()
    if row is None:
        raise IndexDamaged("the index was made by another version")
    return State(*row)


Met = Mapping[str, tuple[int, int, str]]  # word → its number, how many have it, last change
Groups = Mapping[str, tuple[str, ...]]  # fingerprint → originals that have it, the oldest first


def met_of(cursor: Any, state: State, kept: Kept, asked: Iterable[str]) -> Met:
    def read(missing: list[str]) -> tuple[str, dict[str, tuple[int, int, str]]]:
        cursor.execute(
            f"SELECT {_MARK}, w.word, w.id, w.met, w.xmin::text || '.' || w.changed"
            f" FROM kb_index i LEFT JOIN {state.names['word']} w"
            " ON w.word = ANY(%s) AND w.met > 0",
            [missing],
        )
        rows = cursor.fetchall()
        return rows[0][0], {word: tuple(told) for _, word, *told in rows if word is not None}

    return kept.told(state.mark, "word", asked, read)


def groups_of(cursor: Any, state: State, kept: Kept, marks: Iterable[str]) -> Groups:
    def read(missing: list[str]) -> tuple[str, dict[str, tuple[str, ...]]]:
        cursor.execute(
            f"SELECT {_MARK}, d.marks, d.original FROM kb_index i"
            f" LEFT JOIN {state.names['document']} d ON d.marks && %s ORDER BY d.id",
            [missing],
        )
        rows = cursor.fetchall()
        groups = {
            mark: tuple(dict.fromkeys(group for _, known, group in rows if mark in (known or ())))
            for mark in missing
        }
        return rows[0][0], groups

    return kept.told(state.mark, "fingerprint", marks, read)


def frequency(met: Met, word: str) -> int:
    return met[word][1] if word in met else 0


def chosen_of(terms: Terms, met: Met, count: int) -> list[tuple[int, float]]:
    """Numbers of the words to ask, and what each may add."""
    plain = {clean(word): weight for word, weight in terms.items()}
    worth = select(plain, lambda word: frequency(met, word), count)
    return [(met[word][0], each) for word, each in worth]


def lists_of(
    cursor: Any, state: State, kept: Kept, met: Met, chosen: Sequence[Sequence[tuple[int, float]]]
) -> Mapping[int, Postings]:
    """The posting lists of the chosen words."""
    words = {word for asked in chosen for word, _ in asked}
    newest = {number: changed for number, _, changed in met.values() if number in words}

    def read(missing: list[int]) -> Iterable[tuple[int, Sequence[int], Sequence[float]]]:
        cursor.execute(
            "SELECT word, array_agg(document), array_agg(impact) FROM {posting}"
            " WHERE word = ANY(%s) GROUP BY word".format(**state.names),
            [missing],
        )
        found: list[tuple[int, Sequence[int], Sequence[float]]] = cursor.fetchall()
        return found

    return kept.lists(state.build, newest, read)


def best_of(
    cursor: Any, state: State, lists: Sequence[Asked], limit: int, narrowing: Narrowing
) -> list[tuple[int, float]]:
    """The documents of the highest scores that `narrowing` leaves, the older first of equals."""
    sql, given = conditions(state, narrowing)

    def left(numbers: list[int]) -> set[int]:
        document = state.names["document"]
        cursor.execute(
            f"SELECT d.id FROM {document} d WHERE d.id = ANY(%s) AND {sql}", [numbers, *given]
        )
        return {number for (number,) in cursor.fetchall()}

    return best(lists, limit, left if given else None)


def cards_of(cursor: Any, state: State, kept: Kept, numbers: Iterable[int]) -> Mapping[int, Card]:
    """Cards by document; one that was taken out meanwhile is left out."""

    def read(missing: list[int]) -> list[tuple[int, Card]]:
        document = state.names["document"]
        cursor.execute(f"SELECT d.id, {CARD} FROM {document} d WHERE d.id = ANY(%s)", [missing])
        return [(number, card_of(card)) for number, *card in cursor.fetchall()]

    return kept.cards(state.build, numbers, read)


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


def card_of(row: Sequence[Any]) -> Card:
    """What is stored of a document, read once."""
    *head, facets, symptom = row
    loaded = json.loads(facets) if isinstance(facets, str) else facets  # Django gives text
    return (*head, {name: tuple(values) for name, values in loaded.items()}, symptom)


def hit(card: Card, score: float) -> Hit:
    slug, group, language, topic, title, facets, symptom = card
    return Hit(slug, group, language, topic, title, score, facets, symptom)
