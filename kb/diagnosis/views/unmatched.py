"""Errors that nothing answers, grouped: an article is started from one, and closing tries again."""

from __future__ import annotations

from django.contrib import messages
from django.core.paginator import Paginator
from django.db import transaction
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext
from django.views.decorators.http import require_POST, require_safe

from kb.accounts.audit import note
from kb.accounts.gate import SignedIn, needs
from kb.accounts.roles import WRITE
from kb.accounts.throttle import throttled
from kb.core.ranking import Match
from kb.diagnosis.engine import Given, diagnose
from kb.diagnosis.learned import Unmatched
from kb.diagnosis.models import Diagnosis
from kb.diagnosis.recording import given_of
from kb.diagnosis.starting import started_from
from kb.diagnosis.views.home import library_of
from kb.http import content_language
from kb.wiki.views.importing import begin

PER_PAGE = 50


@require_safe
@needs(WRITE)
def unmatched(request: SignedIn) -> HttpResponse:
    groups = Unmatched.objects.filter(closed=None)
    page = Paginator(groups, PER_PAGE).get_page(request.GET.get("page"))
    kept = Diagnosis.objects.kept(timezone.now()).order_by("pk")
    newest = dict(
        kept.filter(fingerprint__in=[each.fingerprint for each in page]).values_list(
            "fingerprint", "token"
        )
    )
    context = {"page": page, "groups": [(each, newest.get(each.fingerprint)) for each in page]}
    return render(request, "diagnosis/unmatched.html", context)


def _newest(group: Unmatched) -> Diagnosis | None:
    kept = Diagnosis.objects.kept(timezone.now())
    return kept.filter(fingerprint=group.fingerprint).order_by("-pk").first()


def _given(group: Unmatched) -> Given:
    """The newest paste that is still kept, else the signature alone."""
    diagnosis = _newest(group)
    if diagnosis is None:
        return Given(paste=group.signature)
    return given_of(diagnosis, {}, content_language())


@require_POST
@throttled()
@needs(WRITE)
def start(request: SignedIn, number: int) -> HttpResponse:
    """A new article with error, environment and command filled in."""
    group = get_object_or_404(Unmatched, pk=number)
    diagnosed = diagnose(_given(group), library_of(request))
    return redirect(begin(request, started_from(diagnosed, content_language())))


@require_POST
@throttled()
@needs(WRITE)
def close(request: SignedIn, number: int) -> HttpResponse:
    """Tries the paste again: found now, it is closed; else only with `do` = anyway."""
    group = get_object_or_404(Unmatched, pk=number, closed=None)
    best = _best(request, group)
    if best is None and request.POST.get("do") != "anyway":
        messages.error(request, gettext("Still nothing finds it: publish the article first."))
        return redirect("unmatched")
    with transaction.atomic():
        Unmatched.objects.filter(pk=number, closed=None).update(
            closed=timezone.now(), closed_by=request.user
        )
        note(request, "close unmatched", group.fingerprint)
    if best:
        title = best.article.title
        messages.success(request, gettext("Found now: %(title)s") % {"title": title})
    return redirect("unmatched")


def _best(request: SignedIn, group: Unmatched) -> Match | None:
    matches = diagnose(_given(group), library_of(request)).matches
    return next((match for match in matches if match.known and match.alive), None)
