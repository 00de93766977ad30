"""Queues of articles that somebody should look at, each bounded, of what one reader may see."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from functools import reduce
from operator import or_
from typing import Any

from django.db.models import Case, Count, F, Q, Sum, When, Window

from kb.core.versions import satisfies
from kb.diagnosis.learned import DayCount
from kb.diagnosis.models import Outcome
from kb.wiki.corpus.contents import catalogues
from kb.wiki.models import Page, Task, Until
from kb.wiki.models.page import PageQuerySet, Reader
from kb.wiki.shelf import Shelf, View

MOST = 50
NEEDED_DAYS = 180  # an article that nobody needed for so long is not nagged about
_past: Shelf[Mapping[str, list[str]]] = Shelf(4)  # of the newest states of the base


@dataclass(frozen=True, slots=True)
class Past:
    """A workaround or article that the newest version in the catalogue no longer needs."""

    page: Page
    fix: str
    component: str
    version: str


def due(reader: Reader, now: datetime) -> tuple[list[Page], int]:
    """Pages whose day of review is past and that somebody needed; how many more nobody needed."""
    today = now.date().isoformat()
    late = _answering(reader).exclude(review_by="").filter(review_by__lt=today)
    lately = Q(need__last__gte=now - timedelta(days=NEEDED_DAYS))
    needed = Case(When(lately, then=1), default=0)
    rows = late.annotate(
        needed=needed, unneeded=Window(Count("pk")) - Window(Sum(needed))
    ).order_by("-needed", "review_by")
    first: list[Any] = list(rows[:MOST])
    return [page for page in first if page.needed], first[0].unneeded if first else 0


def unhelpful(reader: Reader) -> list[Page]:
    """Pages whose fixes failed at least as often as they worked, and twice."""
    failed = Count("revisions__outcomes", filter=Q(revisions__outcomes__result="failed"))
    worked = Count("revisions__outcomes", filter=Q(revisions__outcomes__result="worked"))
    ever = Outcome.objects.filter(result="failed").values("revision__page")
    pages = _answering(reader).filter(pk__in=ever).annotate(failed=failed, worked=worked)
    found = pages.filter(failed__gte=2).filter(failed__gte=F("worked"))
    return list(found.order_by("-failed")[:MOST])


def outdated(reader: Reader, state: View | None) -> list[Past]:
    """At most 50 fixes and articles that the newest known version of a component made needless, by
    versions that are looked through once a `state` of the base."""
    past = _past.each(state, ["past"], lambda _: {"past": _found_past()})["past"]
    if not past:
        return []
    wanted = [Q(component=name, version__in=versions) for name, versions in past.items()]
    rows = Until.objects.filter(reduce(or_, wanted), page__in=_answering(reader))
    named = rows.select_related("page").order_by("component", "version", "pk")[:MOST]
    return [Past(row.page, row.fix, row.component, row.version) for row in named]


def _found_past() -> Mapping[str, list[str]]:
    """The versions of each component that articles wait for and that have come."""
    pairs = Until.objects.order_by().values_list("component", "version").distinct()
    past: dict[str, list[str]] = {}
    for component, version in pairs[:2000]:
        if _is_past(component, version):
            past.setdefault(component, []).append(version)
    return past


def _is_past(component: str, version: str) -> bool:
    known = catalogues()
    if component not in known:
        return False
    return satisfies(known[component].newest, f">={version}").holds is True


def flagged(reader: Reader) -> list[Task]:
    tasks = Task.objects.filter(closed=None, page__in=Page.objects.visible_to(reader))
    return list(tasks.select_related("page")[:MOST])


def _answering(reader: Reader) -> PageQuerySet:
    return Page.objects.visible_to(reader).answering().originals()


def counts(since: date) -> dict[str, dict[date, int]]:
    """Counts by what was counted and by day."""
    found: dict[str, dict[date, int]] = {}
    for counted in DayCount.objects.filter(day__gte=since):
        found.setdefault(counted.what, {})[counted.day] = counted.count
    return found
