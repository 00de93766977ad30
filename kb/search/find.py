"""From what was read out of a paste to the articles that may know it, each with its evidence."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from kb.core.articles import Article
from kb.core.errors import ErrorReading, fingerprint
from kb.core.ranking import Candidate
from kb.core.text import Line
from kb.search.analysis import LONGEST_LINE, query_words
from kb.search.evidence import Paste
from kb.search.index import EVERYTHING, Index, Narrowing
from kb.search.prose import sentences

MOST_CANDIDATES = 20  # recall@5 of the cases is no better with 50, in a log worse
_SENTENCES_ALONE = 1.5  # weight of a sentence in plain words where there is no error line
_SENTENCES_BESIDE = 0.5  # … and beside one
_ALONE = 8  # error lines that are also asked each by itself
_BROUGHT_ALONE = 8  # documents that such a line may bring
_SHARE_ALONE = 0.7  # what its score counts beside that of all lines together

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
        Candidate(articles[slug], each.score, paste.evidence(articles[slug], each.described))
        for slug, each in found.items()
        if slug in articles
    )


@dataclass(slots=True)
class _Found:
    """A fault's score, and how its translations describe it."""

    score: float = 0.0
    described: tuple[str, ...] = ()


def _found(
    reading: ErrorReading, prose: list[str], index: Index, limit: int, narrowing: Narrowing
) -> Mapping[str, _Found]:
    """Original's slug → what was found, best first: by all lines together, by each of the heaviest
    alone (chatter must not crowd an error out), then who only has the same line."""
    met: dict[str, _Found] = {}
    queries = [each for each in _queries(reading, prose, limit) if each[1]]
    answers = index.candidates_each([(terms, most) for _, terms, most in queries], narrowing)
    for (share, _, _), hits in zip(queries, answers, strict=True):
        for hit in hits:
            found = met.setdefault(hit.group, _Found())
            found.score = max(found.score, share * hit.score)
            if hit.slug != hit.group and hit.title not in found.described:
                found.described += (hit.title, *hit.symptom.splitlines())
    best = sorted(met, key=lambda slug: -met[slug].score)
    kept = list(dict.fromkeys((*best[: limit // 2], *_same_line(reading, index), *best)))[:limit]
    return {slug: met.get(slug, _Found()) for slug in (*best, *kept) if slug in kept}


def _queries(
    reading: ErrorReading, prose: list[str], limit: int
) -> Iterator[tuple[float, Mapping[str, float], int]]:
    """Queries with the share that their scores count and how many documents each may bring."""
    trust = _SENTENCES_BESIDE if reading.root else _SENTENCES_ALONE
    yield 1.0, query_words(reading, prose, trust), 2 * limit
    most = max((error.weight for error in reading.errors), default=1.0)
    for error in reading.errors[:_ALONE] if len(reading.errors) > 1 else ():
        share = _SHARE_ALONE * error.weight / most
        yield share, query_words(ErrorReading((error,), None)), _BROUGHT_ALONE


def _same_line(reading: ErrorReading, index: Index) -> Iterable[str]:
    marks = [fingerprint(error.signature[:LONGEST_LINE]) for error in reading.errors]
    found = index.fingerprints(dict.fromkeys(marks))
    return (slug for mark in marks for slug in found.get(mark, ()))
