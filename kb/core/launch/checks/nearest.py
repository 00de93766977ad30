"""The word of a list that looks most like another."""

from collections.abc import Iterable

from rapidfuzz import fuzz, process

ALIKE = 75.0  # rapidfuzz ratio, 0 to 100


def nearest_word(word: str, words: Iterable[str]) -> str:
    """ "" where none is alike enough."""
    found = process.extractOne(word, list(words), scorer=fuzz.ratio, score_cutoff=ALIKE)
    return str(found[0]) if found else ""
