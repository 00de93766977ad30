"""What a diagnosis asks of the articles, answered by the database and the index for one reader."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property, lru_cache

from django.contrib.auth.models import AnonymousUser
from django.db.models import QuerySet

from kb.core.articles import Article, translate
from kb.core.errors import ErrorReading
from kb.core.facts import Facts, Vocabulary
from kb.core.launch.flags import Catalogues
from kb.core.ranking import BROAD, Candidate
from kb.core.text import Line
from kb.search.find import MOST_CANDIDATES, candidates_for
from kb.wiki import indexing
from kb.wiki.corpus import contents
from kb.wiki.models import Page
from kb.wiki.models.page import Reader
from kb.wiki.prepared import PreparedForAll
from kb.wiki.reading import articles_of
from kb.wiki.shelf import Shelf, View, view_of

_articles: Shelf[Article] = Shelf(2_000)  # an article shares its texts with those that are parsed
_applicable: Shelf[tuple[str, ...]] = Shelf(200)


@dataclass(frozen=True)
class SiteLibrary:
    """The articles that `reader` may see, in `language` where there is a translation, for one
    question: what changes meanwhile the next one sees."""

    reader: Reader = field(default_factory=AnonymousUser)
    language: str = ""

    @cached_property
    def vocabulary(self) -> Vocabulary:
        return contents.vocabulary()

    @property
    def catalogues(self) -> Catalogues:
        return contents.catalogues()

    def article(self, slug: str, language: str = "") -> Article | None:
        return self.articles([slug], language or self.language).get(slug)

    @cached_property
    def view(self) -> View | None:
        """The base as it is now for this reader; None where nothing may be kept of it."""
        return view_of(self.reader)

    def articles(self, slugs: Iterable[str], language: str = "") -> Mapping[str, Article]:
        """Articles by their original's slug; what the reader may not see is left out."""
        spoken = language or self.language
        view = self.view and (*self.view, spoken)
        return _articles.each(view, slugs, lambda missing: self._read(missing, spoken))

    def _read(self, slugs: list[str], language: str) -> dict[str, Article]:
        pages = Page.objects.visible_to(self.reader).answering()
        originals = list(pages.filter(slug__in=slugs, translation_of=None))
        translations = self._translations(originals, language)
        found = articles_of([*originals, *translations.values()])
        return {
            page.slug: _overlaid(page, translations.get(page.pk), found)
            for page in originals
            if page.pk in found
        }

    def _translations(self, originals: list[Page], language: str) -> dict[int, Page]:
        """Translations into `language` by the primary key of the original."""
        if not language or all(page.language == language for page in originals):
            return {}
        pages = Page.objects.visible_to(self.reader).answering()
        wanted = pages.filter(translation_of__in=originals, language__startswith=language)
        return {page.translation_of_id: page for page in wanted if page.translation_of_id}

    def candidates(
        self,
        reading: ErrorReading,
        facts: Facts,
        lines: Sequence[Line] = (),
        limit: int = MOST_CANDIDATES,
    ) -> Sequence[Candidate]:
        return indexing.ask(
            lambda index: candidates_for(reading, lines, index, self.articles, limit),
            self.view and self.view.generation,
        )

    def applicable(self, facts: Facts, limit: int = 200) -> Sequence[Candidate]:
        known = {n: f.value for n in sorted(BROAD) if (f := facts.get(n)) and f.value}
        asked = f"{limit} {known}"
        found = _applicable.each(self.view, [asked], lambda _: {asked: self._left(known, limit)})
        return [Candidate(each, 0.0) for each in self.articles(found[asked]).values()]

    def _left(self, known: Mapping[str, str], limit: int) -> tuple[str, ...]:
        """Slugs of at most `limit` articles that require nothing else than what is `known`."""
        rows = _not_against(tuple(known), limit).rows(self.reader, *known.values())
        return tuple(slug for (slug,) in rows)


@lru_cache(maxsize=64)
def _not_against(names: tuple[str, ...], limit: int) -> PreparedForAll[Page]:
    """Slugs of what answers and requires no other values of the facts `names` than those asked."""

    def build(reader: Reader, *values: str) -> QuerySet[Page, tuple[str]]:
        pages = Page.objects.visible_to(reader).answering().originals()
        for name, value in zip(names, values, strict=True):
            pages = pages.not_against(name, value)
        return pages.values_list("slug")[:limit]

    return PreparedForAll(build, *[f"\0value of {name}" for name in names])


def _overlaid(page: Page, translation: Page | None, found: Mapping[int, Article]) -> Article:
    original = found[page.pk]
    if translation is None or translation.pk not in found:
        return original
    return translate(original, found[translation.pk])
