"""Which words to ask and how to add up what they say: our own scorer, the same for every engine.

A posting's weight (`impacts`) is fixed when a document is written; a word's rarity when it is
asked. So a search is one pass over a few posting lists (the matcher tree of
`searcher.search` costs 8 to 19 times as much).
"""

import math
from array import array
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping
from heapq import nlargest
from itertools import repeat
from operator import add, mul

from kb.search.analysis import signature_words, words
from kb.search.index import SearchDocument

Postings = tuple["array[int]", "array[float]"]  # document numbers in their order, weights
Asked = tuple[Postings, float]  # a word's list, and what it may add by its weight in each

MOST_TERMS = 32
SMALLEST_BUDGET = 4_000  # postings; below this a list costs nothing and every word may help
LARGEST_BUDGET = 20_000
_EVERYWHERE = 0.85  # share of the documents from which on a word tells none of them from another
_FEW = 500  # documents that cost nothing; a small base may be of one family throughout

_WIDER = 8  # documents that are looked at for each that is wanted, where some may not be found

_SATURATION = 1.2  # of BM25: how soon a repeated word stops helping
_LENGTH_SHARE = 0.2  # of BM25 (b): how much a long article pays for its length
_USUAL_LENGTH = 250  # words of an article; a constant, so that a document can be weighed alone


def impacts(document: SearchDocument) -> dict[str, float]:
    """Every word of a document with its weight between 0 and 1."""
    counts: Counter[str] = Counter()
    for times, found in _fields(document):
        for word in found:
            counts[word] += times
    length = counts.total() / _USUAL_LENGTH
    norm = _SATURATION * (1 - _LENGTH_SHARE + _LENGTH_SHARE * length)
    return {word: count / (count + norm) for word, count in counts.items()}


def _fields(document: SearchDocument) -> Iterable[tuple[int, Iterable[str]]]:
    yield 3, words(document.title)
    yield 2, words(document.symptom)
    yield 1, words(document.body)
    for sample in (*document.errors, *document.hints):
        yield 3, signature_words(sample)


def rarity(frequency: int, count: int) -> float:
    """How much a word tells that `frequency` of `count` documents have: BM25's idf, above 0."""
    return math.log(1 + (count - frequency + 0.5) / (frequency + 0.5))


def select(
    terms: Mapping[str, float], frequency: Callable[[str], int], count: int
) -> list[tuple[str, float]]:
    """At most 32 words of `terms` and what each may add, the most telling first.

    Their posting lists together hold at most min(count, 20,000) entries (4,000 in a small base);
    words that nobody has are left out; in a large base, beside others, those that nearly all have.
    """
    known = [(word, weight, met) for word, weight in terms.items() if (met := frequency(word))]
    everywhere = max(_FEW, _EVERYWHERE * count)
    telling = [row for row in known if row[2] <= everywhere] or known
    worth = [(word, weight * rarity(met, count), met) for word, weight, met in telling]
    worth.sort(key=lambda row: (-row[1], row[2], row[0]))
    return _affordable(worth, max(SMALLEST_BUDGET, min(count, LARGEST_BUDGET)))


def best(
    lists: Iterable[Asked], limit: int, left: Callable[[list[int]], Collection[int]] | None = None
) -> list[tuple[int, float]]:
    """The `limit` documents that have most of what is asked, and how much; the older first of
    equals. `left` says which of some documents may be found: of few where that is enough."""
    scores = sums(lists)
    if left is None:
        return highest(scores, limit)
    for most in (_WIDER * limit, len(scores)):
        found = highest(scores, most)
        kept = left([number for number, _ in found])
        found = [each for each in found if each[0] in kept]
        if len(found) >= limit or len(scores) <= most:
            break
    return found[:limit]


def sums(lists: Iterable[Asked]) -> dict[int, float]:
    """Document → what the words that it has add."""
    total: dict[int, float] = {}
    for (numbers, weights), worth in lists:
        held, more = map(total.get, numbers, repeat(0.0)), map(mul, weights, repeat(worth))
        total.update(zip(numbers, map(add, held, more), strict=True))  # no loop of Python's
    return total


def highest(scores: Mapping[int, float], limit: int) -> list[tuple[int, float]]:
    """Documents and their scores, the best `limit`, the older first of equals."""
    floor = nlargest(limit, scores.values())[-1:]  # numbers alone: twice as fast as pairs
    found = [(number, score) for number, score in scores.items() if floor and score >= floor[0]]
    return sorted(found, key=lambda each: (-each[1], each[0]))[:limit]


def _affordable(worth: list[tuple[str, float, int]], budget: int) -> list[tuple[str, float]]:
    chosen: list[tuple[str, float]] = []
    for word, worthy, met in worth:
        if met > budget and chosen:
            continue
        budget -= met
        chosen.append((word, worthy))
        if len(chosen) == MOST_TERMS or budget <= 0:
            break
    return chosen
