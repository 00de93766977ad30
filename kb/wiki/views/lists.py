"""The list of articles by topic, with filters, and the search."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from urllib.parse import urlencode

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext, gettext_noop
from django.views.decorators.http import require_safe

from kb.http import content_language
from kb.search.query import parse
from kb.wiki.at_version import left_at, versioned
from kb.wiki.corpus.contents import vocabulary
from kb.wiki.finding import find
from kb.wiki.models import Page, State
from kb.wiki.models.page import PageQuerySet, Reader
from kb.wiki.overview import FACTS, listed, stated
from kb.wiki.titles import titled
from kb.wiki.wording import label_of, value_label

PER_PAGE = 50
_FIELDS = ("q", "topic", "version", "state")
_LONGEST = 200  # characters of a field
_STATES = {
    State.DRAFT: gettext_noop("draft"),
    State.REVIEW: gettext_noop("in review"),
    State.PUBLISHED: gettext_noop("published"),
    State.OUTDATED: gettext_noop("outdated"),
    State.SUPERSEDED: gettext_noop("superseded"),
    State.ARCHIVED: gettext_noop("archived"),
}


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
    chosen = {name: _typed(request, name) for name in (*_FIELDS, *FACTS)}
    visible = Page.objects.visible_to(request.user)
    pages = _narrowed(visible, chosen).order_by("topic", "slug")
    shown = _named(pages, chosen, request.user) if chosen["q"] else pages
    found = Paginator(shown, PER_PAGE).get_page(request.GET.get("page"))
    titled(found, visible)
    part = "#results" if request.headers.get("HX-Target") == "results" else ""
    context = {
        "section": "articles",
        "page": found,
        "filters": [] if part else _filters(request.user, chosen),  # no part of what changes
        "chosen": chosen,
        "page_query": _query(chosen),
        "narrowed": any(chosen.values()),
    }
    return render(request, f"wiki/article_list.html{part}", context)


def _typed(request: HttpRequest, name: str) -> str:
    """What a field holds, without what no database takes."""
    return request.GET.get(name, "")[:_LONGEST].replace("\0", "").strip()


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
    if chosen["version"]:
        engines = filter(None, [chosen["engine"]])
        pages = left_at(pages, versioned(engines, vocabulary()), chosen["version"])
    return pages


def _named(pages: PageQuerySet, chosen: Mapping[str, str], reader: Reader) -> list[Page]:
    """Those of `pages` that a search for the words finds, in its order."""
    hits = find(parse(chosen["q"]), reader, content_language()).found
    if not any(value for name, value in chosen.items() if name != "q"):
        return [each.page for each in hits]
    found = [each.slug for each in hits]
    by_slug = {page.slug: page for page in pages.filter(slug__in=found)}
    return [by_slug[slug] for slug in found if slug in by_slug]


def _query(chosen: Mapping[str, str]) -> str:
    query = urlencode({name: value for name, value in chosen.items() if value})
    return f"{query}&" if query else ""


def _filters(reader: Reader, chosen: Mapping[str, str]) -> list[Filter]:
    language, facts = content_language(), vocabulary()
    found = [Filter(name, label_of(name, facts, language), []) for name in FACTS]
    by_name = {each.name: each for each in found}
    for fact, value, count in stated(reader):
        label = value_label(fact, value, facts, language)
        by_name[fact].choices.append(Choice(value, label, count, chosen[fact] == value))
    topics: Counter[str] = Counter()
    states: Counter[str] = Counter()
    for topic, state, count in listed(reader):
        topics[topic] += count
        states[state] += count
    return [_topics(topics, chosen["topic"]), *found, *_states(states, chosen["state"])]


def _topics(counts: Mapping[str, int], chosen: str) -> Filter:
    choices = [Choice(topic, topic, count, topic == chosen) for topic, count in counts.items()]
    return Filter("topic", gettext("Topic"), choices)


def _states(counts: Mapping[str, int], chosen: str) -> Iterator[Filter]:
    """The state, where the reader sees more than one."""
    words = {str(state): gettext(text) for state, text in _STATES.items()}
    choices = [Choice(each, words[each], n, each == chosen) for each, n in sorted(counts.items())]
    if len(choices) > 1 or chosen:
        yield Filter("state", gettext("State"), choices)
