"""Other articles that have one of an article's error lines, and what they require instead."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache

from django.http import HttpRequest

from kb.core.errors import fingerprint, signature
from kb.http import content_language
from kb.search.index import IndexBusy, IndexDamaged
from kb.wiki import indexing
from kb.wiki.corpus.contents import vocabulary
from kb.wiki.models import Page
from kb.wiki.models.page import PageQuerySet, Reader
from kb.wiki.prepared import PreparedForAll
from kb.wiki.reading import articles_of
from kb.wiki.shown import Shown
from kb.wiki.titles import titled
from kb.wiki.wording import Row, rows

_MOST = 8
_HOLES = [f"\0slug {number}" for number in range(2 * _MOST)]  # some of them may not be visible


@dataclass(frozen=True, slots=True)
class Lookalike:
    """`differs` are its conditions that this article does not have."""

    page: Page
    differs: list[Row]


@lru_cache(maxsize=2048)
def _marks(samples: tuple[str, ...]) -> frozenset[str]:
    lines = (line for sample in samples for line in sample.splitlines() if line.strip())
    return frozenset(fingerprint(signature(line)) for line in lines)


def lookalikes(request: HttpRequest, shown: Shown) -> list[Lookalike]:
    """At most eight, in the order of their addresses."""
    marks = _marks(tuple(sample.text for sample in shown.article.errors))
    try:
        found = indexing.ask(lambda index: index.fingerprints(marks))
    except (OSError, IndexBusy, IndexDamaged):
        return []  # an article is read without its index, too
    slugs = {slug for known in found.values() for slug in known}
    slugs -= {shown.page.slug, shown.original.slug if shown.original else ""}
    pages = _visible(request.user, sorted(slugs))
    if pages:
        titled(pages, Page.objects.visible_to(request.user))
    articles = articles_of(pages)
    ours = set(shown.article.environment.requires)
    return [
        Lookalike(
            page,
            rows(
                tuple(each for each in articles[page.pk].environment.requires if each not in ours),
                vocabulary(),
                content_language(),
            ),
        )
        for page in pages
        if page.pk in articles
    ]


def _visible(user: Reader, slugs: list[str]) -> list[Page]:
    """The first of `slugs` that are shown; what thousands share costs no more than what few do."""
    first, rest = slugs[: len(_HOLES)], slugs[len(_HOLES) :]
    found = _asked(user, first)
    if rest and len(found) < _MOST:
        found += _originals(user, rest)[: _MOST - len(found)]
    return found[:_MOST]


def _asked(user: Reader, slugs: list[str]) -> list[Page]:
    if not slugs:
        return []
    return _FIRST.ask(user, *slugs, *[slugs[0]] * (len(_HOLES) - len(slugs)))


def _originals(user: Reader, slugs: Iterable[str]) -> PageQuerySet:
    return Page.objects.visible_to(user).originals().filter(slug__in=slugs).order_by("slug")


_FIRST = PreparedForAll(lambda user, *slugs: _originals(user, slugs), *_HOLES)
