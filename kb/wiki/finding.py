"""A search → what this reader is shown of it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from kb.search.index import Hit, Narrowing
from kb.search.listing import counts, look_up, once
from kb.search.query import Query
from kb.wiki import indexing
from kb.wiki.at_version import left_at, versioned
from kb.wiki.corpus.contents import vocabulary
from kb.wiki.models import Page
from kb.wiki.models.page import Reader
from kb.wiki.shelf import Shelf, view_of

MOST = 50
_TYPED = 8  # results while one types
_pages: Shelf[Page] = Shelf(2_000)


@dataclass(frozen=True, slots=True)
class Found:
    """A fault that was found: its slug, its page in the reader's language, its score, 0 to 1."""

    slug: str
    page: Page
    score: float


@dataclass(frozen=True, slots=True)
class Findings:
    """`loosened`: nothing met every demand, so that some were dropped."""

    found: tuple[Found, ...]
    facets: Mapping[str, Mapping[str, int]]
    loosened: bool = False


def find(query: Query, reader: Reader, language: str) -> Findings:
    """What the search page lists, a fault once and in `language` where there is a translation."""
    if not query.terms() and not any(part.facet for part in query.parts):
        return Findings((), {})  # nothing that can be looked up, such as a lone letter
    also = readable(reader)
    listing = indexing.ask(lambda index: look_up(query, index, MOST, also, language))
    hits = listing.hits if listing.loosened else _at_version(query, listing.hits)
    return Findings(_shown(hits, reader, language), counts(hits), listing.loosened)


def suggest(typed: str, reader: Reader, language: str) -> tuple[Found, ...]:
    """The few best for a text that is still being typed."""
    also = readable(reader)
    hits = indexing.ask(lambda index: index.suggest(typed, 4 * _TYPED, also))
    return _shown(once(hits, language)[:_TYPED], reader, language)


def _at_version(query: Query, hits: tuple[Hit, ...]) -> tuple[Hit, ...]:
    """Without the faults that a version asked for (`version:0.9`) cannot have."""
    for version in query.values("version"):
        facts = versioned(query.values("engine"), vocabulary())
        pages = Page.objects.filter(slug__in=[hit.group for hit in hits])
        left = set(left_at(pages, facts, version).values_list("slug", flat=True))
        hits = tuple(hit for hit in hits if hit.group in left)
    return hits


def readable(reader: Reader) -> Narrowing:
    """Documents without an audience, and those of the reader's groups."""
    if reader.is_superuser:
        return Narrowing()
    groups = reader.groups.values_list("name", flat=True) if reader.is_authenticated else ()
    return Narrowing(only={"audience": ("", *groups)})


def _shown(hits: tuple[Hit, ...], reader: Reader, language: str) -> tuple[Found, ...]:
    """Each fault in the reader's language where there is a translation, else in its own.

    The index may lag behind a restriction: the database has the last word."""
    state = view_of(reader)
    view = state and (*state, language)
    groups = [hit.group for hit in hits]
    pages = _pages.each(view, groups, lambda missing: _read(missing, reader, language))
    return tuple(
        Found(hit.group, pages[hit.group], hit.score) for hit in hits if hit.group in pages
    )


def _read(slugs: list[str], reader: Reader, language: str) -> dict[str, Page]:
    """Pages to show by their original's slug."""
    pages = Page.objects.visible_to(reader).answering()
    originals = pages.filter(slug__in=slugs)
    wanted = pages.filter(translation_of__slug__in=slugs, language__startswith=language or "-")
    translated = {page.translation_of_id: page for page in wanted}
    return {page.slug: translated.get(page.pk, page) for page in originals}
