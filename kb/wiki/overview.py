"""What the library has, for one reader: by engine, by topic, and what changed lately.

Counting a hundred thousand articles takes a fifth of a second. For readers who are not signed in
the numbers may be as old as a kept page; what changed lately is always the newest.
"""

from __future__ import annotations

import time
from pathlib import Path
from typing import Any

from django.conf import settings
from django.db.models import Count, QuerySet

from kb.wiki.models import Facet, Page
from kb.wiki.models.page import PageQuerySet, Reader
from kb.wiki.prepared import PreparedForAll

FACTS = ("engine", "symptom", "stage", "gpu")  # those that the list is narrowed by
_MOST_ENGINES, _MOST_RECENT = 10, 6

Rows = list[tuple[Any, ...]]
Counts = list[tuple[str, int]]  # how many articles have a value, most first
_kept: dict[tuple[Path, PreparedForAll[Any]], tuple[Rows, float]] = {}


def engines(reader: Reader) -> Counts:
    """Those with most articles."""
    return _counted(_ENGINES, reader)


def topics(reader: Reader) -> Counts:
    return _counted(_TOPICS, reader)


def stated(reader: Reader) -> list[tuple[str, str, int]]:
    """Fact, value, and how many that are listed have it: most first, fact by fact."""
    return _counted(_STATED, reader)


def listed(reader: Reader) -> list[tuple[str, str, int]]:
    """Topic, state, and how many that are listed have both, by name."""
    return _counted(_LISTED, reader)


def recent(reader: Reader) -> list[Page]:
    return _RECENT.ask(reader)


def _counted(question: PreparedForAll[Any], reader: Reader) -> Rows:
    if reader.is_authenticated:
        return question.rows(reader)
    key = settings.DATA_DIR, question
    counts, until = _kept.get(key, ([], 0.0))
    if until <= time.monotonic():
        counts = question.rows(reader)
        if counts:  # the first article of an empty base is not waited for
            _kept[key] = counts, time.monotonic() + settings.KEPT_SECONDS
    return counts


def _visible(reader: Reader) -> PageQuerySet:
    return Page.objects.visible_to(reader).answering().originals()


def _engines(reader: Reader) -> QuerySet[Any, tuple[str, int]]:
    facets = Facet.objects.filter(page__in=_visible(reader), fact="engine", required=True)
    rows = facets.values_list("value").annotate(count=Count("pk"))
    return rows.order_by("-count", "value")[:_MOST_ENGINES]


def _topics(reader: Reader) -> QuerySet[Any, tuple[str, int]]:
    rows = _visible(reader).values_list("topic").annotate(count=Count("pk"))
    return rows.order_by("-count", "topic")


def _stated(reader: Reader) -> QuerySet[Any, tuple[str, str, int]]:
    pages = Page.objects.visible_to(reader).originals()
    rows = Facet.objects.filter(page__in=pages, fact__in=FACTS).values_list("fact", "value")
    counted = rows.annotate(count=Count("page", distinct=True))
    return counted.order_by("fact", "-count", "value")


def _listed(reader: Reader) -> QuerySet[Any, tuple[str, str, int]]:
    rows = Page.objects.visible_to(reader).originals().values_list("topic", "state")
    return rows.annotate(count=Count("pk")).order_by("topic", "state")


def _recent(reader: Reader) -> PageQuerySet:
    return _visible(reader).order_by("-updated")[:_MOST_RECENT]


_ENGINES: PreparedForAll[Facet] = PreparedForAll(_engines)
_TOPICS: PreparedForAll[Page] = PreparedForAll(_topics)
_STATED: PreparedForAll[Facet] = PreparedForAll(_stated)
_LISTED: PreparedForAll[Page] = PreparedForAll(_listed)
_RECENT = PreparedForAll(_recent)
