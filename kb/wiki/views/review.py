"""Reviews: the queue, a text with what it changes, and the verdict."""

from __future__ import annotations

from collections.abc import Callable

from django.contrib import messages
from django.db.models import F, Q
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.http import require_POST, require_safe

from kb.accounts.gate import SignedIn, needs
from kb.accounts.models import Typed
from kb.accounts.roles import REVIEW, WRITE
from kb.core.redact import redact
from kb.wiki.corpus.source import read_article
from kb.wiki.editing.preview import preview_context
from kb.wiki.models import Page, Review, Revision, Task
from kb.wiki.review.differ import canonical, differ
from kb.wiki.review.steps import Refused, approve, ask_changes, may_approve, submit, take, withdraw
from kb.wiki.templatetags.kb import said

_MOST = 100


@require_safe
@needs(WRITE)
def reviews(request: SignedIn) -> HttpResponse:
    """What waits for somebody: open reviews, drafts that nobody has sent yet, tasks."""
    visible = Page.objects.visible_to(request.user)
    waiting = Review.objects.filter(verdict=Review.Verdict.OPEN, revision__page__in=visible)
    beside = Revision.objects.filter(shown=None, number__gt=F("page__current_revision__number"))
    drafts = visible.filter(Q(state="draft") | Q(pk__in=beside.values("page")))
    context = {
        "waiting": waiting.select_related("revision__page", "revision__author", "asked_by")[:_MOST],
        "drafts": drafts.order_by("-updated")[:_MOST],
        "tasks": Task.objects.filter(closed=None, page__in=visible).select_related("page")[:_MOST],
        "typed": Typed.objects.filter(user=request.user, discarded=False).order_by("-updated")[:20],
    }
    return render(request, "wiki/reviews.html", context)


def get_revision_or_404(request: HttpRequest, slug: str, number: int) -> Revision:
    """A revision of a page that this person sees; texts that never were live are for writers."""
    pages = Page.objects.visible_to(request.user)
    revisions = Revision.objects.select_related("page__current_revision", "author")
    if not request.user.has_perm(WRITE):
        revisions = revisions.exclude(shown=None)
    return get_object_or_404(revisions, page__in=pages, page__slug=slug, number=number)


@require_safe
@needs(WRITE)
def review(request: SignedIn, slug: str, number: int) -> HttpResponse:
    revision = get_revision_or_404(request, slug, number)
    page = revision.page
    live = page.current_revision
    before = live.source if live and page.is_public and live.pk != revision.pk else ""
    parsed = read_article(revision.source, slug, page.topic)
    context = {
        "page": page,
        "revision": revision,
        "live": live,
        "diff": differ(canonical(before, slug) if before else "", canonical(revision.source, slug)),
        "is_new": not before,
        "problems": parsed.problems,
        "reviews": revision.reviews.select_related("asked_by", "reviewer"),
        "open": revision.reviews.filter(verdict=Review.Verdict.OPEN).exists(),
        "may_approve": may_approve(request.user, revision),
        "may_submit": page.revisions.all()[0].pk == revision.pk,
        "comments": revision.comments.select_related("author", "resolved_by"),
    }
    if parsed.article:
        context |= preview_context(parsed.article, request.user)
    return render(request, "wiki/review.html", context)


Deed = Callable[[SignedIn, Revision, str], object]
DEEDS: dict[str, Deed] = {
    "submit": lambda request, revision, _: submit(request, revision),
    "withdraw": lambda request, revision, _: withdraw(request, revision),
    "approve": approve,
    "changes": ask_changes,
}


@require_POST
@needs(WRITE)
def decide(request: SignedIn, slug: str, number: int) -> HttpResponse:
    """`do` is one of DEEDS; what cannot be done is said and changes nothing."""
    revision = get_revision_or_404(request, slug, number)
    deed = DEEDS.get(request.POST.get("do", ""))
    if deed is None:
        return render(request, "400.html", status=400)
    remark = redact(request.POST.get("remark", "")[:5000]).text
    try:
        deed(request, revision, remark)
    except Refused as refused:
        messages.error(request, said(refused.message))
        return redirect("review", slug=slug, number=number)
    done = request.POST["do"] == "approve"
    return redirect("article", slug=slug) if done else redirect("review", slug=slug, number=number)


@require_POST
@needs(REVIEW)
def set_state(request: SignedIn, slug: str) -> HttpResponse:
    """`do` is a step; to supersede, `successor` is the address of the better article."""
    page = get_object_or_404(Page.objects.visible_to(request.user), slug=slug)
    verb = request.POST.get("do", "")
    named = request.POST.get("successor", "").strip()
    successor = Page.objects.visible_to(request.user).answering().filter(slug=named).first()
    try:
        take(request, page, verb, successor if verb == "supersede" else None)
    except KeyError:
        return render(request, "400.html", status=400)
    except Refused as refused:
        messages.error(request, said(refused.message))
    return redirect(page)
