"""Pages → documents to search, a few hundred articles in memory at a time."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from itertools import islice
from typing import Any

from django.db.models import QuerySet

from kb.core.articles import Article, translate
from kb.search.documents import document_of
from kb.search.index import SearchDocument
from kb.wiki.models import Page
from kb.wiki.reading import articles_of

Told = Callable[[int], None]  # how many documents there are by now
_CHUNK = 200  # articles in memory at a time


def documents(pages: QuerySet[Page]) -> Iterator[SearchDocument]:
    """Documents of `pages`; one whose text cannot be read any more is left out."""
    wanted = pages.prefetch_related("audience", "translation_of__audience")
    stream = wanted.iterator(chunk_size=_CHUNK)
    while chunk := list(islice(stream, _CHUNK)):
        yield from _documents_of(chunk)


def silently(number: int) -> None:
    """Tells nobody."""


def counted(found: Iterable[SearchDocument], told: Told) -> Iterator[SearchDocument]:
    """The same documents; `told` hears of each."""
    for number, document in enumerate(found, start=1):
        yield document
        told(number)


def _documents_of(pages: list[Page]) -> Iterator[SearchDocument]:
    originals = [page.translation_of for page in pages if page.translation_of]
    articles = articles_of([*pages, *originals])
    for page in pages:
        article = articles.get(page.pk)
        original = articles.get(page.translation_of.pk) if page.translation_of else None
        if article:
            whole = translate(original, article) if original else article
            audience = tuple(group.name for group in (page.translation_of or page).audience.all())
            yield document_of(replace(whole, **_identity(article), audience=audience))


def _identity(article: Article) -> dict[str, Any]:
    """A translation is found under its own slug and stands for its original."""
    return {"slug": article.slug, "translation_of": article.translation_of}
