"""A page as one reader sees it: load and authorise in one call."""

from __future__ import annotations

from dataclasses import dataclass

from django.http import Http404, HttpRequest

from kb.core.articles import Article, lags, translate
from kb.wiki.models import FormerSlug, Page
from kb.wiki.reading import articles_of


class Moved(Exception):
    """The page has another address now."""

    def __init__(self, url: str) -> None:
        super().__init__(url)
        self.url = url


@dataclass(frozen=True, slots=True)
class Shown:
    """`article` has the texts of a translation over its original; `text` is the page's own."""

    page: Page
    article: Article
    text: Article
    original: Page | None = None
    behind: bool = False  # the original has changed since it was translated


def get_shown_or_404(request: HttpRequest, slug: str) -> Shown:
    """What this reader may see under `slug`. Raises Http404, Moved."""
    pages = Page.objects.visible_to(request.user).select_related(
        "translation_of", "current_revision", "superseded_by"
    )
    page = pages.filter(slug=slug).first()
    if page is None:
        raise _elsewhere(request, slug)
    original = page.translation_of
    found = articles_of([page, original] if original else [page])
    if page.pk not in found:
        raise Http404(slug)
    text = found[page.pk]
    source = found.get(original.pk) if original else None
    if source is None:
        return Shown(page, text, text)
    return Shown(page, translate(source, text), text, original, lags(source, text))


def _elsewhere(request: HttpRequest, slug: str) -> Exception:
    visible = Page.objects.visible_to(request.user)
    former = FormerSlug.objects.filter(slug=slug, page__in=visible).select_related("page").first()
    return Moved(former.page.get_absolute_url()) if former else Http404(slug)
