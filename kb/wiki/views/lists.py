"""The list of articles by topic, with filters, and the search."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from urllib.parse import urlencode

from django.core.paginator import Paginator
from django.db.models import Count
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from kb.http import content_language
from kb.wiki.corpus.contents import vocabulary
from kb.wiki.models import Facet, Page, State
from kb.wiki.models.page import PageQuerySet
from kb.wiki.titles import titled
from kb.wiki.wording import label_of, value_label

PER_PAGE = 50
FACTS = ("engine", "symptom", "stage", "gpu")


@dataclass(frozen=True, slots=True)
class Choice:
    """A value to filter by, with how many articles have it."""

    value: str
    label: str
    count: int
    chosen: bool


@dataclass(frozen=True, slots=True)
class Filter:
    """A select of the list's form; `name` is its field in the query."""

    name: str
    label: str
    choices: list[Choice]


@require_safe
def article_list(request: HttpRequest) -> HttpResponse:
    chosen = {name: request.GET.get(name, "") for name in ("topic", "state", *FACTS)}
    visible = Page.objects.visible_to(request.user)
    pages = _narrowed(visible, chosen).order_by("topic", "slug")
    found = Paginator(pages, PER_PAGE).get_page(request.GET.get("page"))
    titled(found, visible)
    context = {
        "section": "articles",
        "page": found,
        "filters": _filters(visible.originals(), chosen),
        "page_query": _query(chosen),
        "narrowed": any(chosen.values()),
    }
    part = "#results" if request.headers.get("HX-Target") == "results" else ""
    return render(request, f"wiki/article_list.html{part}", context)


def _narrowed(pages: PageQuerySet, chosen: Mapping[str, str]) -> PageQuerySet:
    """Originals only: a fault is listed once, and its title shown in the reader's language."""
    pages = pages.originals()
    if chosen["topic"]:
        pages = pages.filter(topic=chosen["topic"])
    if chosen["state"] in State.values:
        pages = pages.filter(state=chosen["state"])
    for fact in FACTS:
        if chosen[fact]:
            pages = pages.stating(fact, chosen[fact])
    return pages


def _query(chosen: Mapping[str, str]) -> str:
    query = urlencode({name: value for name, value in chosen.items() if value})
    return f"{query}&" if query else ""


def _filters(pages: PageQuerySet, chosen: Mapping[str, str]) -> list[Filter]:
    language, facts = content_language(), vocabulary()
    found = [Filter(name, label_of(name, facts, language), []) for name in FACTS]
    rows = (
        Facet.objects.filter(page__in=pages, fact__in=FACTS)
        .values_list("fact", "value")
        .annotate(count=Count("page", distinct=True))
        .order_by("fact", "-count", "value")
    )
    by_name = {each.name: each for each in found}
    for fact, value, count in rows:
        label = value_label(fact, value, facts, language)
        by_name[fact].choices.append(Choice(value, label, count, chosen[fact] == value))
    return [_topics(pages, chosen["topic"]), *found]


def _topics(pages: PageQuerySet, chosen: str) -> Filter:
    rows = pages.values_list("topic").annotate(count=Count("pk")).order_by("topic")
    choices = [Choice(topic, topic, count, topic == chosen) for topic, count in rows]
    return Filter("topic", "", choices)
