"""Long work and how far it is, for administrators."""

from __future__ import annotations

from collections import Counter
from typing import Any

from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.views.decorators.http import require_POST, require_safe

from kb.accounts.audit import network_of, note
from kb.accounts.gate import SignedIn, administrators
from kb.http import no_store
from kb.wiki.jobs import begin, from_row, in_background
from kb.wiki.models import Job

# In the order of the page: what a person must look at comes first.
RESULTS = ("refused", "conflict", "draft", "created", "updated", "unchanged")


@require_safe
@administrators
def show(request: SignedIn, number: int) -> HttpResponse:
    """The page of a job, or for htmx the part of it that changes. A job whose process is gone goes
    on in the process that is asked for it."""
    job = get_object_or_404(Job, pk=number)
    if Job.objects.claim(job, timezone.now()):
        in_background(job)
    part = "#progress" if "HX-Request" in request.headers else ""
    response = render(request, f"wiki/job.html{part}", _context(job))
    no_store(response)
    return response


def _context(job: Job) -> dict[str, Any]:
    found = [from_row(row) for row in job.results]
    found.sort(key=lambda each: RESULTS.index(each.result))
    counts = Counter(each.result for each in found)
    return {
        "job": job,
        "found": found if job.finished else [],
        "counts": [(name, counts[name]) for name in RESULTS if counts[name]],
        "dry_run": job.dry_run,
    }


@require_POST
@administrators
def reindex(request: SignedIn) -> HttpResponse:
    """Builds the index anew; one that is being built already is shown instead."""
    running = Job.objects.filter(kind=Job.Kind.REINDEX, finished=None).first()
    if running:
        return redirect("job", running.pk)
    job = begin(Job.Kind.REINDEX, {}, request.user, network_of(request))
    note(request, "reindex")
    in_background(job)
    return redirect("job", job.pk)
