"""What a diagnosis asks of the articles, and the answer out of memory."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Protocol

from kb.core.articles import Article, translate
from kb.core.errors import ErrorReading
from kb.core.facts.model import Facts, Vocabulary
from kb.core.launch.flags import Catalogue
from kb.core.ranking import Candidate
from kb.core.text import Line
from kb.search.documents import document_of
from kb.search.find import MOST_CANDIDATES, ArticlesOf, candidates_for
from kb.search.index import Index, Narrowing
from kb.search.whoosh_index import WhooshIndex

Catalogues = Mapping[str, Catalogue]  # by engine
MOST_APPLICABLE = 200
# What an index can narrow by and everyone can say of his server.
_NARROWS = ("engine", "symptom", "stage")
_GONE = {"state": ("superseded", "archived")}


class Library(Protocol):
    """The articles one reader may see. The site backs it by database and index, lint and bench by
    files and an index in memory. Nothing here may load every article: there may be 100,000."""

    @property
    def vocabulary(self) -> Vocabulary: ...

    @property
    def catalogues(self) -> Catalogues: ...

    def article(self, slug: str, language: str = "") -> Article | None:
        """The article under its original's slug, in `language` where a translation has it."""
        ...

    def candidates(
        self,
        reading: ErrorReading,
        facts: Facts,
        lines: Sequence[Line] = (),
        limit: int = MOST_CANDIDATES,
    ) -> Sequence[Candidate]:
        """At most `limit` articles that share words with the errors (or, without one, with the
        prose of `lines`), best first, each with its evidence."""
        ...

    def applicable(self, facts: Facts, limit: int = MOST_APPLICABLE) -> Sequence[Candidate]:
        """Articles whose engine, symptom and stage do not contradict `facts`, without an error: for
        the questionnaire and for a check before the start. At most `limit`."""
        ...


class MemoryLibrary:
    """A library of articles that are all in memory, translations among them."""

    def __init__(
        self, articles: Iterable[Article], vocabulary: Vocabulary, catalogues: Catalogues
    ) -> None:
        every = list(articles)
        self.vocabulary = vocabulary
        self.catalogues = catalogues
        self._originals = {a.slug: a for a in every if not a.translation_of}
        self._translations = {(a.translation_of, a.language): a for a in every if a.translation_of}
        self._index = WhooshIndex()
        self._index.rebuild(document_of(each) for each in every)

    @property
    def slugs(self) -> frozenset[str]:
        return frozenset(self._originals)

    def article(self, slug: str, language: str = "") -> Article | None:
        original = self._originals.get(slug)
        translated = self._translations.get((slug, language)) if language else None
        return translate(original, translated) if original and translated else original

    def candidates(
        self,
        reading: ErrorReading,
        facts: Facts,
        lines: Sequence[Line] = (),
        limit: int = MOST_CANDIDATES,
    ) -> Sequence[Candidate]:
        return candidates_for(reading, lines, self._index, self._articles, limit)

    def applicable(self, facts: Facts, limit: int = MOST_APPLICABLE) -> Sequence[Candidate]:
        return applicable_in(self._index, self._articles, facts, self.vocabulary, limit)

    def _articles(self, slugs: Iterable[str]) -> Mapping[str, Article]:
        return {slug: self._originals[slug] for slug in slugs if slug in self._originals}


def applicable_in(
    index: Index,
    articles_of: ArticlesOf,
    facts: Facts,
    vocabulary: Vocabulary,
    limit: int = MOST_APPLICABLE,
) -> tuple[Candidate, ...]:
    """The articles that the index has for the engine, symptom and stage among `facts`; one that
    says nothing of one of them is for all of its values."""
    slugs: dict[str, None] = {}
    for narrowing in _narrowings(facts, vocabulary):
        hits = index.candidates({}, limit, narrowing)
        slugs |= dict.fromkeys(hit.group for hit in hits)
    articles = articles_of(list(slugs)[:limit])
    return tuple(Candidate(article, 0.0) for article in articles.values())


def _narrowings(facts: Facts, vocabulary: Vocabulary) -> Iterator[Narrowing]:
    """Documents with all of the known values, then those that lack one of the facets."""
    known = {name: facts[name].value for name in _NARROWS if name in facts}
    only = {name: (value,) for name, value in known.items() if value is not None}
    yield Narrowing(only=only, never=_GONE)
    for silent in only:
        others = {name: values for name, values in only.items() if name != silent}
        every = tuple(choice.name for choice in vocabulary.facts[silent].choices)
        yield Narrowing(only=others, never=_GONE | {silent: every})
