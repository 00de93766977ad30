"""The health of the articles: what is late, doubtful or needless, and how well pastes are met."""

from __future__ import annotations

from datetime import timedelta

from django.contrib.auth.models import AnonymousUser
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.http import require_safe

from kb.accounts.roles import may_write
from kb.diagnosis.charts import WEEKS, chart
from kb.diagnosis.contradicting import contradicting
from kb.diagnosis.freshness import MOST, counts, due, flagged, outdated, unhelpful
from kb.diagnosis.learned import Unmatched
from kb.wiki.models import Page, Review
from kb.wiki.prepared import sizes
from kb.wiki.shelf import view_of
from kb.wiki.titles import titled


@require_safe
def health(request: HttpRequest) -> HttpResponse:
    now, reader = timezone.now(), request.user
    today = now.date()
    since = today - timedelta(weeks=WEEKS)
    daily = counts(since)
    late, unneeded = due(reader, now)
    visible = Page.objects.visible_to(reader)
    state = view_of(AnonymousUser())
    failing, past = unhelpful(reader), outdated(reader, state)
    pairs = contradicting(reader, state, MOST)
    compared = [page for each in pairs or () for page in (each.page, each.other)]
    titled([*late, *failing, *(each.page for each in past), *compared], visible)
    waiting = Review.objects.filter(verdict="", revision__page__in=visible)
    unmatched, waits = sizes(Unmatched.objects.filter(closed=None), waiting)
    context = {
        "late": late,
        "unneeded": unneeded,
        "unhelpful": failing,
        "outdated": past,
        "contradicting": pairs,
        "tasks": flagged(reader),
        "waiting": waits if may_write(reader) else None,
        "unmatched": unmatched,
        "met": chart(daily.get("matched", {}), daily.get("unmatched", {}), today),
        "worked": chart(daily.get("worked", {}), daily.get("failed", {}), today),
    }
    return render(request, "diagnosis/health.html", context)
