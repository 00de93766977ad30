"""A page as one reader sees it: load and authorise in one call."""

from __future__ import annotations

from dataclasses import dataclass

from django.contrib.auth.models import AnonymousUser
from django.http import Http404, HttpRequest

from kb.core.articles import Article, lags, translate
from kb.wiki.models import FormerSlug, Page, Revision
from kb.wiki.models.page import Reader
from kb.wiki.prepared import Prepared
from kb.wiki.reading import articles_of

_FOR_ALL = Prepared(
    lambda slug: Page.objects.visible_to(AnonymousUser()).filter(slug=slug), "\0slug"
)
_REVISION = Prepared(lambda pk: Revision.objects.filter(pk=pk), -9_001)


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
    page = _visible(request.user, slug)
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


def _visible(user: Reader, slug: str) -> Page | None:
    if user.is_authenticated:
        pages = Page.objects.visible_to(user).select_related(
            "translation_of", "current_revision", "superseded_by"
        )
        return pages.filter(slug=slug).first()
    page = next(iter(_FOR_ALL.ask(slug)), None)
    if page:
        page.current_revision = next(iter(_REVISION.ask(page.current_revision_id)), None)
    return page


def _elsewhere(request: HttpRequest, slug: str) -> Exception:
    visible = Page.objects.visible_to(request.user)
    former = FormerSlug.objects.filter(slug=slug, page__in=visible).select_related("page").first()
    return Moved(former.page.get_absolute_url()) if former else Http404(slug)
