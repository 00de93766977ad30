"""What became of an article: its revisions, any two compared, restore, rename, trash."""

from __future__ import annotations

from dataclasses import replace

from django.contrib import messages
from django.core.paginator import Paginator
from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext
from django.views.decorators.http import require_POST, require_safe

from kb.accounts.audit import note
from kb.accounts.gate import SignedIn, needs
from kb.accounts.roles import REVIEW, WRITE, may_review
from kb.core.redact import redact
from kb.wiki.corpus.source import read_article
from kb.wiki.editing.keeping import withdraw_open
from kb.wiki.editing.preview import preview_context
from kb.wiki.models import Page, Revision
from kb.wiki.review import steps
from kb.wiki.review.differ import canonical, differ
from kb.wiki.review.renaming import rename
from kb.wiki.review.steps import Refused
from kb.wiki.saving import Edit, save_article
from kb.wiki.templatetags.kb import said
from kb.wiki.views.review import get_revision_or_404

PER_PAGE = 50


@require_safe
def history(request: HttpRequest, slug: str) -> HttpResponse:
    page = get_object_or_404(Page.objects.visible_to(request.user), slug=slug)
    revisions = page.revisions.select_related("author").prefetch_related("reviews__reviewer")
    if not request.user.has_perm(WRITE):
        revisions = revisions.exclude(shown=None)
    found = Paginator(revisions.order_by("-number"), PER_PAGE).get_page(request.GET.get("page"))
    context = {
        "article_page": page,
        "page": found,
        "steps": steps.open_steps(page) if may_review(request.user) else [],
    }
    return render(request, "wiki/history.html", context)


@require_safe
def revision(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """An older text as it reads."""
    found = get_revision_or_404(request, slug, number)
    article = read_article(found.source, slug, found.page.topic).article
    context = {"page": found.page, "revision": found}
    if article:
        context |= preview_context(article, request.user)
    return render(request, "wiki/revision.html", context)


@require_safe
def compare(request: HttpRequest, slug: str) -> HttpResponse:
    """`?from=1&to=2`, in either order."""
    numbers = numbers_of(request)
    if numbers is None:
        return redirect("history", slug=slug)
    before, after = (get_revision_or_404(request, slug, number) for number in numbers)
    context = {
        "page": after.page,
        "before": before,
        "after": after,
        "diff": differ(canonical(before.source, slug), canonical(after.source, slug)),
    }
    return render(request, "wiki/compare.html", context)


def numbers_of(request: HttpRequest) -> tuple[int, int] | None:
    """Which two revisions are to be compared, the older first; None where it does not say."""
    numbers = [request.GET.get(name, "") for name in ("from", "to")]
    if not all(number.isdecimal() and len(number) < 9 for number in numbers):
        return None
    first, second = sorted(int(number) for number in numbers)
    return first, second


@require_POST
@needs(WRITE)
def restore(request: SignedIn, slug: str, number: int) -> HttpResponse:
    """An older text as a new revision: live at once by a reviewer if readers saw it before."""
    old = get_revision_or_404(request, slug, number)
    page = old.page
    parsed = read_article(old.source, slug, page.topic)
    if parsed.article is None:
        messages.error(
            request, gettext("This text cannot be read any more: mend it in the source.")
        )
        return redirect("history", slug=slug)
    live = not page.is_public or (may_review(request.user) and old.shown is not None)
    with transaction.atomic():
        newest = page.revisions.all()[0]
        if newest.source != old.source:
            withdraw_open(page, request.user)
            newest = _again(request, old, newest, live)
    done = live and page.is_public
    messages.success(request, gettext("Restored.") if done else gettext("Restored as a draft."))
    return redirect("history", slug=slug)


def _again(request: SignedIn, old: Revision, newest: Revision, live: bool) -> Revision:
    page = old.page
    article = read_article(old.source, page.slug, page.topic).article
    assert article is not None
    state = page.state if page.is_public else "draft"
    edit = Edit(Revision.Origin.WEB, request.user, f"= #{old.number}", newest, live=live)
    made = save_article(replace(article, state=state), old.source, edit)
    note(request, "restore", page.slug, made.number)
    return made


@require_POST
@needs(REVIEW)
def move(request: SignedIn, slug: str) -> HttpResponse:
    """Another address or topic."""
    page = get_object_or_404(Page.objects.visible_to(request.user), slug=slug)
    wanted, topic = (
        redact(request.POST.get(name, "").strip()[:200], personal=False).text
        for name in ("slug", "topic")
    )
    try:
        rename(request, page, wanted or slug, topic[:100])
    except Refused as refused:
        messages.error(request, said(refused.message))
        return redirect("history", slug=slug)
    messages.success(request, gettext("Renamed: the old address leads here."))
    return redirect("history", slug=wanted or slug)


@require_POST
@needs(WRITE)
def throw_away(request: SignedIn, slug: str) -> HttpResponse:
    page = get_object_or_404(Page.objects.visible_to(request.user), slug=slug)
    steps.trash(request, page)
    messages.success(request, gettext("Moved to the trash."))
    return redirect("trash")


@require_POST
@needs(WRITE)
def take_back(request: SignedIn, slug: str) -> HttpResponse:
    page = get_object_or_404(Page.objects.trash(request.user), slug=slug)
    steps.untrash(request, page)
    messages.success(request, gettext("Taken out of the trash."))
    return redirect("history", slug=slug)


@require_safe
@needs(WRITE)
def trash(request: SignedIn) -> HttpResponse:
    pages = Page.objects.trash(request.user).order_by("-trashed")[:200]
    return render(request, "wiki/trash.html", {"pages": pages})
