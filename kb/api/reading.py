"""What is in the base: articles, a search among them, the facts that may be asked."""

from __future__ import annotations

from django.core.paginator import Paginator
from django.http import Http404
from django.urls import reverse

from kb.api.serving import Call, Told
from kb.http import content_language
from kb.search.query import parse
from kb.wiki.corpus.contents import vocabulary
from kb.wiki.finding import find
from kb.wiki.jsonable import article_json, jsonable
from kb.wiki.library import SiteLibrary
from kb.wiki.models import Page


def articles(call: Call) -> Told:
    """What this reader may see, a fault once; a page past the end is empty."""
    values = call.values
    pages = Page.objects.visible_to(call.request.user).answering().originals().order_by("slug")
    if values["topic"]:
        pages = pages.filter(topic=values["topic"])
    found = Paginator(pages, values["per_page"])
    number = values["page"]
    shown = found.page(number).object_list if number <= found.num_pages else []
    return Told(
        {
            "articles": [_brief(page) for page in shown],
            "page": number,
            "pages": found.num_pages,
            "count": found.count,
            "next": _next(call, number + 1) if number < found.num_pages else None,
        }
    )


def _next(call: Call, number: int) -> str:
    query = call.request.GET.copy()
    query["page"] = str(number)
    return f"{reverse('api-articles')}?{query.urlencode()}"


def article(call: Call) -> Told:
    slug = call.values["slug"]
    found = SiteLibrary(call.request.user).article(slug, call.values["language"])
    if found is None:
        raise Http404("slug")
    return Told(article_json(found))


def search(call: Call) -> Told:
    """What the search page lists."""
    language = call.values["language"] or content_language()
    found = find(parse(call.values["q"]), call.request.user, language)
    hits = found.found[: call.values["limit"]]
    results = [
        {
            "article": hit.slug,
            "title": hit.page.title,
            "language": hit.page.language,
            "score": round(min(1.0, hit.score), 4),
            "url": hit.page.get_absolute_url(),
        }
        for hit in hits
    ]
    return Told({"results": results, "facets": found.facets, "loosened": found.loosened})


def facts(call: Call) -> Told:
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
    return Told({"facts": kinds})


def _brief(page: Page) -> dict[str, object]:
    return {
        "article": page.slug,
        "title": page.title,
        "topic": page.topic,
        "language": page.language,
        "state": page.state,
        "updated": page.updated.isoformat(),
        "url": reverse("article-json", args=[page.slug]),
    }
