"""An article as a page, as Markdown and as JSON."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import wraps
from typing import Any

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_safe

from kb.accounts.roles import may_write
from kb.core.articles import Fix, format
from kb.http import content_language
from kb.wiki.corpus.contents import vocabulary
from kb.wiki.jsonable import article_json
from kb.wiki.lookalikes import lookalikes
from kb.wiki.models import Comment, Page, Watch
from kb.wiki.models.page import PageQuerySet, Reader
from kb.wiki.prepared import Prepared, PreparedForAll
from kb.wiki.rendering import parts, steps
from kb.wiki.shown import Moved, Shown, get_shown_or_404
from kb.wiki.sources import source_of
from kb.wiki.wording import environment_rows, rows

ShownView = Callable[[HttpRequest, Shown], HttpResponse]


def of_shown(view: ShownView) -> Callable[[HttpRequest, str], HttpResponse]:
    """A view of what the reader may see under a slug; a former slug is sent on for good."""

    @require_safe
    @wraps(view)
    def by_slug(request: HttpRequest, slug: str) -> HttpResponse:
        try:
            shown = get_shown_or_404(request, slug)
        except Moved as moved:
            return redirect(moved.url, permanent=True)
        return view(request, shown)

    return by_slug


@of_shown
def article(request: HttpRequest, shown: Shown) -> HttpResponse:
    return render(request, "wiki/article.html", article_context(request, shown))


@of_shown
def article_markdown(request: HttpRequest, shown: Shown) -> HttpResponse:
    text = format(replace(shown.text, state=shown.page.state))
    return HttpResponse(text, content_type="text/markdown; charset=utf-8")


@of_shown
def article_as_json(request: HttpRequest, shown: Shown) -> HttpResponse:
    return JsonResponse(article_json(shown.article), json_dumps_params={"ensure_ascii": False})


def article_context(request: HttpRequest, shown: Shown) -> dict[str, Any]:
    """`parts` and `fixes` hold rendered HTML; `conditions` the environment in words."""
    page, language = shown.page, content_language()
    found = parts(page.live.rendered, shown.text)
    return {
        "section": "articles",
        "shown": shown,
        "page": page,
        "article": shown.article,
        "summary": next((part for part in found if part.name == "summary"), None),
        "parts": [part for part in found if part.name != "summary"],
        "tells_checks": any(part.name == "verification" for part in found),
        "fixes": [fix_context(fix, language) for fix in shown.article.fixes],
        "conditions": environment_rows(shown.article, vocabulary(), language),
        "lookalikes": lookalikes(request, shown),
        "sources": [source_of(text) for text in shown.article.sources],
        "upstream": source_of(shown.article.upstream.get("link", "")),
        "translations": _translations(request, shown),
        **_together(request, page),
    }


def _together(request: HttpRequest, page: Page) -> dict[str, Any]:
    """What people said of it: comments on the text that is read, for writers open tasks."""
    user = request.user
    writes = may_write(user)
    comments = page.live.comments.select_related("author")
    return {
        "revision": page.live,
        "comments": comments if _COMMENTED.rows(page.live.pk) else [],
        "tasks": page.tasks.filter(closed=None)[:20] if writes else [],
        "watching": user.is_authenticated and Watch.objects.filter(user=user, page=page).exists(),
    }


def fix_context(fix: Fix, language: str) -> dict[str, Any]:
    """A fix with its steps rendered and what it is for in words: OR of ANDs."""
    return {
        "fix": fix,
        "steps": steps(fix.steps),
        "when": [rows(entry, vocabulary(), language) for entry in fix.when],
    }


def _translations(request: HttpRequest, shown: Shown) -> list[Page]:
    """The same fault in other languages."""
    original = shown.original or shown.page
    others = _TRANSLATED.ask(request.user, original.pk)
    pages = [original, *others] if shown.original else others
    return [page for page in pages if page.pk != shown.page.pk]


def _into_others(user: Reader, original: int) -> PageQuerySet:
    return Page.objects.visible_to(user).filter(translation_of=original)


_TRANSLATED = PreparedForAll(_into_others, -9_001)
_COMMENTED = Prepared(lambda pk: Comment.objects.filter(revision=pk).values("pk")[:1], -9_001)
