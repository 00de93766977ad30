"""Synthetic siblings around real documents, to see what a base of 10,000 or 100,000 costs."""

import random
from collections.abc import Iterator, Sequence
from dataclasses import replace

from kb.search.index import SearchDocument

_SHARED = 0.35  # of the siblings that print a line which many others print as well
_CHANGED = 0.4  # of the words of a sibling that are its own
_SHARED_LINES = (
    "RuntimeError: CUDA error: an illegal memory access was encountered",
    "RuntimeError: Engine core initialization failed. See root cause above.",
    "torch.OutOfMemoryError: CUDA out of memory. Tried to allocate 2.00 GiB",
)
_SYLLABLES = ("ka", "lor", "min", "tes", "vex", "qua", "dro", "pil", "zen", "hub", "arm", "ox")


def siblings(
    documents: Sequence[SearchDocument], count: int, seed: int = 1
) -> Iterator[SearchDocument]:
    """The real documents, then siblings of them until there are `count`."""
    pick = random.Random(seed)
    pool = sorted({word for each in documents for word in f"{each.title} {each.symptom}".split()})
    for number in range(count):
        if number < len(documents):
            yield documents[number]
        else:
            yield _sibling(documents[number % len(documents)], number, pool, pick)


def _sibling(
    real: SearchDocument, number: int, pool: Sequence[str], pick: random.Random
) -> SearchDocument:
    errors = tuple(_changed(error, pool, pick) for error in real.errors)
    if pick.random() < _SHARED:
        errors = (*errors[:1], pick.choice(_SHARED_LINES))
    slug = f"sibling-{number}"
    return replace(
        real,
        slug=slug,
        group=slug,
        title=_changed(real.title, pool, pick),
        errors=errors,
        hints=(),
        symptom=_changed(real.symptom, pool, pick),
        body=_changed(real.body, pool, pick),
        fingerprints=(f"{number:016x}",),
    )


def _changed(text: str, pool: Sequence[str], pick: random.Random) -> str:
    return " ".join(_another(word, pool, pick) for word in text.split())


def _another(word: str, pool: Sequence[str], pick: random.Random) -> str:
    """The word itself, a word of another article, or a name that nobody else has."""
    chance = pick.random()
    if chance > _CHANGED:
        return word
    if chance > 0.1:
        return pick.choice(pool)
    return "".join(pick.choices(_SYLLABLES, k=3)) + str(pick.randrange(1_000))
