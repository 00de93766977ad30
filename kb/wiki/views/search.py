"""The search page; no input is a syntax error."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import islice
from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext
from django.views.decorators.http import require_safe

from kb.http import content_language
from kb.search.query import LONGEST_QUERY, Query, format, parse, with_value, without_facet
from kb.wiki.corpus.contents import vocabulary
from kb.wiki.finding import find
from kb.wiki.wording import label_of, value_label

_MOST_VALUES = 8  # of a facet; the commonest


@dataclass(frozen=True, slots=True)
class Value:
    """A value to narrow by: how many of what is listed have it, and where it leads."""

    label: str
    count: int
    href: str


@dataclass(frozen=True, slots=True)
class Facet:
    """A way to narrow what is listed. `chosen` is what the search asks of it already, `drop` the
    search without that."""

    label: str
    values: list[Value]
    chosen: str = ""
    drop: str = ""


@require_safe
def search(request: HttpRequest) -> HttpResponse:
    """`q` is what was typed; the form shows it as it was understood."""
    query = parse(request.GET.get("q", "")[:LONGEST_QUERY])
    findings = find(query, request.user, content_language()) if query.parts else None
    context = {
        "section": "search",
        "query": format(query),
        "findings": findings,
        "facets": list(_facets(query, findings.facets)) if findings else [],
    }
    part = "#results" if request.headers.get("HX-Target") == "results" else ""
    return render(request, f"wiki/search.html{part}", context)


def _facets(query: Query, counted: Mapping[str, Mapping[str, int]]) -> Iterator[Facet]:
    """What is asked already, to be dropped, then what would narrow further."""
    for part in query.parts:
        if part.facet and not part.unwanted:
            chosen = value_label(part.facet, part.text, vocabulary(), content_language())
            yield Facet(_label(part.facet), [], chosen, _href(without_facet(query, part.facet)))
    for name, values in counted.items():
        if values and not query.values(name):
            commonest = islice(values.items(), _MOST_VALUES)
            yield Facet(_label(name), [_value(query, name, *each) for each in commonest])


def _value(query: Query, facet: str, value: str, count: int) -> Value:
    label = value_label(facet, value, vocabulary(), content_language())
    return Value(label, count, _href(with_value(query, facet, value)))


def _label(facet: str) -> str:
    own = {
        "topic": gettext("Topic"),
        "state": gettext("State"),
        "version": gettext("Version"),
        "language": gettext("Language"),
    }
    return own.get(facet) or label_of(facet, vocabulary(), content_language())


def _href(query: Query) -> str:
    return "?" + urlencode({"q": format(query)})
