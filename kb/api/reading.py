"""What is in the base, as JSON: articles and the facts that may be asked."""

from __future__ import annotations

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.urls import reverse
from django.views.decorators.http import require_safe

from kb.api.errors import refusal
from kb.wiki.corpus.contents import vocabulary
from kb.wiki.jsonable import article_json, jsonable
from kb.wiki.library import SiteLibrary
from kb.wiki.models import Page

PER_PAGE = 100


@require_safe
def articles(request: HttpRequest) -> HttpResponse:
    """`?page=`; what this reader may see, a fault once."""
    pages = Page.objects.visible_to(request.user).answering().originals().order_by("slug")
    found = Paginator(pages, PER_PAGE).get_page(request.GET.get("page"))
    return JsonResponse(
        {
            "articles": [_brief(page) for page in found],
            "page": found.number,
            "pages": found.paginator.num_pages,
            "count": found.paginator.count,
        },
        json_dumps_params={"ensure_ascii": False},
    )


@require_safe
def article(request: HttpRequest, slug: str) -> HttpResponse:
    found = SiteLibrary(request.user).article(slug, request.GET.get("language", ""))
    if found is None:
        return refusal(404, "not-found", "There is no such article.", field="slug")
    return JsonResponse(article_json(found), json_dumps_params={"ensure_ascii": False})


@require_safe
def facts(request: HttpRequest) -> HttpResponse:
    """Names, kinds, questions and choices."""
    kinds = [
        {
            "name": kind.name,
            "kind": kind.kind,
            "label": jsonable(kind.label),
            "question": jsonable(kind.question),
            "choices": [choice.name for choice in kind.choices],
            "find_out": kind.find_out or None,
        }
        for kind in vocabulary().facts.values()
    ]
    return JsonResponse({"facts": kinds}, json_dumps_params={"ensure_ascii": False})


def _brief(page: Page) -> dict[str, object]:
    return {
        "article": page.slug,
        "title": page.title,
        "topic": page.topic,
        "language": page.language,
        "state": page.state,
        "url": reverse("article-json", args=[page.slug]),
    }
