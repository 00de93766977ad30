"""A draft beside the library: what people would get if it were published."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from kb.core.articles import Article
from kb.core.errors import ErrorReading
from kb.core.facts import Facts, Vocabulary
from kb.core.ranking import Candidate, Match
from kb.core.text import Line
from kb.diagnosis.engine import Given, diagnose
from kb.diagnosis.library import Catalogues, Library, MemoryLibrary
from kb.search.find import MOST_CANDIDATES

MOST = 60  # pastes that are tried at once
_LONGEST = 64 * 1024  # characters of one


@dataclass(frozen=True, slots=True)
class Beside:
    """`library` with `draft` in place of the article of the same slug."""

    library: Library
    draft: Article
    alone: MemoryLibrary = field(init=False)

    def __post_init__(self) -> None:
        alone = MemoryLibrary([self.draft], self.library.vocabulary, self.library.catalogues)
        object.__setattr__(self, "alone", alone)

    @property
    def vocabulary(self) -> Vocabulary:
        return self.library.vocabulary

    @property
    def catalogues(self) -> Catalogues:
        return self.library.catalogues

    def article(self, slug: str, language: str = "") -> Article | None:
        if slug == self.draft.slug:
            return self.draft
        return self.library.article(slug, language)

    def candidates(
        self,
        reading: ErrorReading,
        facts: Facts,
        lines: Sequence[Line] = (),
        limit: int = MOST_CANDIDATES,
    ) -> Sequence[Candidate]:
        others = self.library.candidates(reading, facts, lines, limit)
        own = self.alone.candidates(reading, facts, lines)
        return [*(each for each in others if each.article.slug != self.draft.slug), *own]

    def applicable(self, facts: Facts, limit: int = 200) -> Sequence[Candidate]:
        others = self.library.applicable(facts, limit)
        return [*(each for each in others if each.article.slug != self.draft.slug)]


@dataclass(frozen=True, slots=True)
class Tried:
    """A paste and what it finds: the known causes, best first."""

    paste: str
    matches: tuple[Match, ...]

    @property
    def winner(self) -> Match | None:
        return next((match for match in self.matches if match.known and match.alive), None)


def try_all(pastes: Sequence[str], library: Library) -> Iterator[Tried]:
    """What each of at most MOST pastes would find."""
    for paste in list(dict.fromkeys(paste for paste in pastes if paste.strip()))[:MOST]:
        cut = paste[:_LONGEST]
        yield Tried(cut, diagnose(Given(paste=cut), library).matches[:6])
