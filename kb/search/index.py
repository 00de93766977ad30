"""What every engine offers, and the values that go in and come out."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Protocol

Facets = Mapping[
    str, tuple[str, ...]
]  # name → values: {"engine": ("vllm",), "state": ("published",)}


class IndexDamaged(RuntimeError):
    """The index is missing or cannot be read. Nothing is lost: build it again."""


class IndexBusy(RuntimeError):
    """Another process writes to the index. Try again later; the outbox keeps the change."""


@dataclass(frozen=True, slots=True)
class SearchDocument:
    """An article as an index sees it. `group` is the original's slug (a translation's, its own
    otherwise); `fingerprints` are those of its error samples."""

    slug: str
    group: str
    language: str = "en"
    topic: str = "inbox"
    title: str = ""
    errors: tuple[str, ...] = ()
    hints: tuple[str, ...] = ()
    symptom: str = ""
    body: str = ""
    facets: Facets = field(default_factory=dict)
    fingerprints: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Narrowing:
    """What a document must be besides: of each facet in `only` one of its values, none of the
    values in `never`, all of the words in `needed`, none of those in `unwanted`."""

    only: Facets = field(default_factory=dict)
    never: Facets = field(default_factory=dict)
    needed: tuple[str, ...] = ()
    unwanted: tuple[str, ...] = ()


EVERYTHING = Narrowing()


@dataclass(frozen=True, slots=True)
class Hit:
    """A document that was found. `score` is the share, 0 to 1, of what was asked that it has;
    `symptom` is what it says of how the fault looks, cut to 2,000 characters."""

    slug: str
    group: str
    language: str
    topic: str
    title: str
    score: float
    facets: Facets = field(default_factory=dict)
    symptom: str = ""


class Index(Protocol):
    """An engine. Every method reads the newest committed state and may raise IndexDamaged."""

    def update(self, documents: Iterable[SearchDocument], removed: Iterable[str] = ()) -> None:
        """Add or replace `documents` and take out the `removed` slugs, in one commit.

        Raises IndexBusy when another process is writing.
        """

    def candidates(
        self, terms: Mapping[str, float], limit: int = 50, narrowing: Narrowing = EVERYTHING
    ) -> tuple[Hit, ...]:
        """The documents that have most of `terms` (word → weight), best first.

        Without terms: the documents that a `narrowing` leaves, of score 0.
        """

    def candidates_each(
        self,
        queries: Sequence[tuple[Mapping[str, float], int]],
        narrowing: Narrowing = EVERYTHING,
    ) -> tuple[tuple[Hit, ...], ...]:
        """The candidates of several queries (terms and limit each), asked in one go."""

    def fingerprints(self, fingerprints: Iterable[str]) -> Mapping[str, tuple[str, ...]]:
        """Which groups (originals' slugs) have each; a fingerprint that none has is left out."""

    def suggest(
        self, typed: str, limit: int = 8, narrowing: Narrowing = EVERYTHING
    ) -> tuple[Hit, ...]:
        """Documents for a text that is still being typed: its last word may be unfinished."""

    def rarity(self, words: Iterable[str]) -> Mapping[str, float]:
        """How much each word tells, 0 (everywhere) and up; a word that nobody has tells most."""

    def slugs(self) -> frozenset[str]:
        """Every slug that is in the index, to compare with the database."""

    @property
    def generation(self) -> str:
        """Changes with every commit and every swap."""

    @property
    def count(self) -> int:
        """How many documents there are."""
