"""From what was read out of a paste to the articles that may know it, each with its evidence."""

from collections.abc import Callable, Iterable, Mapping, Sequence

from kb.core.articles import Article
from kb.core.errors import ErrorReading, fingerprint
from kb.core.ranking import Candidate
from kb.core.text import Line
from kb.search.analysis import query_words
from kb.search.evidence import Paste
from kb.search.index import EVERYTHING, Index, Narrowing
from kb.search.prose import sentences

MOST_CANDIDATES = 50
_SENTENCES_ALONE = 1.5  # weight of a sentence in plain words where there is no error line
_SENTENCES_BESIDE = 0.5  # … and beside one

# Originals' slugs → what the reader may see of them, in one go: a database is asked once.
ArticlesOf = Callable[[Iterable[str]], Mapping[str, Article]]


def candidates_for(
    reading: ErrorReading,
    lines: Sequence[Line],
    index: Index,
    articles_of: ArticlesOf,
    limit: int = MOST_CANDIDATES,
    narrowing: Narrowing = EVERYTHING,
) -> tuple[Candidate, ...]:
    """At most `limit` articles that share words with the errors (or, without one, with the
    sentences of `lines`), best first; a translation stands for its original. Articles that
    `articles_of` does not give are left out."""
    prose = sentences(lines, reading)
    found = _found(reading, [line.text for line in prose], index, limit, narrowing)
    paste = Paste(reading, lines, prose)
    articles = articles_of(found)
    return tuple(
        Candidate(articles[slug], score, paste.evidence(articles[slug]))
        for slug, score in found.items()
        if slug in articles
    )


def _found(
    reading: ErrorReading, prose: list[str], index: Index, limit: int, narrowing: Narrowing
) -> Mapping[str, float]:
    """Original's slug → score, best first; then those that only have the same line."""
    trust = _SENTENCES_BESIDE if reading.root else _SENTENCES_ALONE
    terms = query_words(reading, prose, trust)
    scores: dict[str, float] = {}
    for hit in index.candidates(terms, 2 * limit, narrowing) if terms else ():
        scores.setdefault(hit.group, hit.score)
    for slug in _same_line(reading, index):
        scores.setdefault(slug, 0.0)
    return dict(list(scores.items())[:limit])


def _same_line(reading: ErrorReading, index: Index) -> Iterable[str]:
    marks = [fingerprint(error.signature) for error in reading.errors[:MOST_CANDIDATES]]
    found = index.fingerprints(dict.fromkeys(marks))
    return (slug for mark in marks for slug in found.get(mark, ()))
