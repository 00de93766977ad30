"""The search page; no input is a syntax error."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from kb.http import content_language
from kb.search.query import LONGEST_QUERY, format, parse
from kb.wiki.finding import find


@require_safe
def search(request: HttpRequest) -> HttpResponse:
    """`q` is what was typed; the form shows it as it was understood."""
    query = parse(request.GET.get("q", "")[:LONGEST_QUERY])
    findings = find(query, request.user, content_language()) if query.parts else None
    context = {"section": "search", "query": format(query), "findings": findings}
    part = "#results" if request.headers.get("HX-Target") == "results" else ""
    return render(request, f"wiki/search.html{part}", context)
