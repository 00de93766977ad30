"""For those who run it, and for agents that read before they ask."""

from __future__ import annotations

from django.db import DatabaseError
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.urls import reverse
from django.views.decorators.http import require_safe

from kb.search.index import IndexBusy, IndexDamaged
from kb.wiki import indexing
from kb.wiki.base import is_behind
from kb.wiki.models import Page


@require_safe
def healthz(request: HttpRequest) -> HttpResponse:
    """The process answers."""
    return HttpResponse("ok\n", content_type="text/plain")


@require_safe
def readyz(request: HttpRequest) -> HttpResponse:
    """Database, migrations and index; 503 with the name of what is not there."""
    parts = {"database": _database(), "migrations": _migrations(), "index": _index()}
    return JsonResponse(parts, status=200 if all(parts.values()) else 503)


@require_safe
def llms(request: HttpRequest) -> HttpResponse:
    """The site for language models: what it is, how to ask, where the articles are."""
    lines = [
        "# Known faults of LLM servers",
        "",
        "> Paste an error or a log; get the known fault, the fix and the corrected command.",
        "",
        "- To diagnose: POST the log to /api/v1/diagnose (JSON, or the text itself).",
        "- Every article is also at its address with .md or .json in place of the last slash.",
        "",
        "## Articles",
        "",
    ]
    pages = Page.objects.visible_to(request.user).answering().originals().order_by("slug")[:2000]
    lines += [f"- [{p.title}]({reverse('article-markdown', args=[p.slug])})" for p in pages]
    return HttpResponse("\n".join(lines) + "\n", content_type="text/plain; charset=utf-8")


def _database() -> bool:
    try:
        Page.objects.exists()
    except DatabaseError:
        return False
    return True


def _migrations() -> bool:
    try:
        return not is_behind()
    except DatabaseError:
        return False


def _index() -> bool:
    try:
        return indexing.ask(lambda index: index.count) >= 0
    except (IndexDamaged, IndexBusy, DatabaseError, OSError):
        return False
