"""What readers say: comments, flags, what they watch, what changed lately."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.core.paginator import Paginator
from django.db import transaction
from django.db.models import Q
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext
from django.views.decorators.http import require_POST, require_safe

from kb.accounts.audit import note
from kb.accounts.gate import SignedIn, needs
from kb.accounts.roles import WRITE, may_write
from kb.accounts.throttle import throttled
from kb.core.redact import redact
from kb.http import content_language
from kb.wiki.models import Comment, Page, Revision, Task, Watch
from kb.wiki.telling import tell_watchers
from kb.wiki.views.review import get_revision_or_404

LONGEST = 5000  # characters of a comment or flag
PER_PAGE = 50


@require_POST
@throttled()
@needs()
def comment(request: SignedIn, slug: str, number: int) -> HttpResponse:
    """A comment on one revision; the same text twice is one comment."""
    revision = get_revision_or_404(request, slug, number)
    text = redact(request.POST.get("text", "").strip()[:LONGEST]).text
    if not text:
        messages.error(request, gettext("Nothing was written."))
        return redirect(_comments_of(revision, request))
    with transaction.atomic():
        _, made = Comment.objects.get_or_create(
            revision=revision, author=request.user, text=text, resolved=None
        )
        if made:
            note(request, "comment", slug, number)
            tell_watchers(request, revision.page, f"{request.user}: {text[:300]}")
    return redirect(_comments_of(revision, request))


def _comments_of(revision: Revision, request: SignedIn) -> str:
    page = revision.page
    if revision.pk == page.current_revision_id or not may_write(request.user):
        return f"{page.get_absolute_url()}#comments"
    return f"/articles/{page.slug}/review/{revision.number}/#comments"


@require_POST
@needs()
def resolve(request: SignedIn, number: int) -> HttpResponse:
    """By its author and by writers."""
    visible = Page.objects.visible_to(request.user)
    comments = Comment.objects.select_related("revision__page")
    if not may_write(request.user):
        comments = comments.filter(author=request.user)
    found = get_object_or_404(comments, pk=number, revision__page__in=visible)
    with transaction.atomic():
        changed = Comment.objects.filter(pk=number, resolved=None).update(
            resolved=timezone.now(), resolved_by=request.user
        )
        if changed:
            note(request, "resolve comment", found.revision.page.slug, found.revision.number)
    return redirect(_comments_of(found.revision, request))


@require_POST
@throttled()
def flag(request: HttpRequest, slug: str) -> HttpResponse:
    """Every reader may say that an article is wrong; somebody is asked to look."""
    page = get_object_or_404(Page.objects.visible_to(request.user), slug=slug)
    remark = redact(request.POST.get("remark", "").strip()[:LONGEST]).text
    if not remark:
        messages.error(request, gettext("Say what is wrong, in a few words."))
        return redirect(page)
    who = request.user if request.user.is_authenticated else None
    with transaction.atomic():
        _, made = Task.objects.get_or_create(
            page=page, kind=Task.Kind.FLAG, remark=remark, closed=None, defaults={"opened_by": who}
        )
        if made:
            note(request, "flag", slug)
    messages.success(request, gettext("Thank you: somebody will look at it."))
    return redirect(page)


@require_POST
@needs(WRITE)
def close_task(request: SignedIn, number: int) -> HttpResponse:
    visible = Page.objects.visible_to(request.user)
    task = get_object_or_404(Task.objects.select_related("page"), pk=number, page__in=visible)
    with transaction.atomic():
        changed = Task.objects.filter(pk=number, closed=None).update(
            closed=timezone.now(), closed_by=request.user
        )
        if changed:
            note(request, "close task", task.page.slug)
    return redirect("reviews")


@require_POST
@needs()
def watch(request: SignedIn, slug: str) -> HttpResponse:
    """`what` = page or topic; `do` = off ends it. Twice is once."""
    page = get_object_or_404(Page.objects.visible_to(request.user), slug=slug)
    wanted: dict[str, Any] = {"user": request.user, "page": page, "topic": ""}
    if request.POST.get("what") == "topic":
        wanted = {"user": request.user, "page": None, "topic": page.topic}
    if request.POST.get("do") == "off":
        Watch.objects.filter(**wanted).delete()
    else:
        Watch.objects.get_or_create(**wanted)
        messages.success(request, gettext("You will be told by e-mail of what changes here."))
    return redirect(page)


@require_safe
def changes(request: HttpRequest) -> HttpResponse:
    """What changed lately: texts that readers got, and for writers the drafts as well. Of
    translations those into the reader's language."""
    spoken = Q(translation_of=None) | Q(language__startswith=content_language())
    visible = Page.objects.visible_to(request.user).filter(spoken)
    rows = Revision.objects.filter(page__in=visible).select_related("page", "author")
    if not request.user.has_perm(WRITE):
        rows = rows.exclude(shown=None)
    page = Paginator(rows.defer("source", "rendered").order_by("-pk"), PER_PAGE)
    found = page.get_page(request.GET.get("page"))
    return render(request, "wiki/changes.html", {"page": found})
