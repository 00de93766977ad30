"""What became of a shared text: its revisions, any two compared, an older one restored."""

from __future__ import annotations

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext
from django.views.decorators.http import require_POST, require_safe

from kb.accounts.gate import SignedIn, needs
from kb.accounts.roles import REVIEW
from kb.wiki.corpus.shared import path_of, wrong_with
from kb.wiki.models import SharedRevision
from kb.wiki.review.differ import differ
from kb.wiki.shared.keeping import SharedEdit
from kb.wiki.views.history import PER_PAGE, numbers_of
from kb.wiki.views.shared import noted, text_or_404


@require_safe
@needs(REVIEW)
def history(request: SignedIn, name: str) -> HttpResponse:
    text_or_404(name)
    revisions = SharedRevision.objects.filter(text__name=name).order_by("-number")
    shown = revisions.select_related("text", "author").defer("source")
    page = Paginator(shown, PER_PAGE).get_page(request.GET.get("page"))
    live = revisions.values_list("pk", flat=True).first()
    context = {"name": name, "path": path_of(name), "page": page, "live": live}
    return render(request, "wiki/shared/history.html", context)


@require_safe
@needs(REVIEW)
def revision(request: SignedIn, name: str, number: int) -> HttpResponse:
    found = _revision_or_404(name, number)
    context = {"name": name, "path": path_of(name), "revision": found}
    return render(request, "wiki/shared/revision.html", context)


@require_safe
@needs(REVIEW)
def compare(request: SignedIn, name: str) -> HttpResponse:
    """`?from=1&to=2`, in either order."""
    numbers = numbers_of(request)
    if numbers is None:
        return redirect("shared-history", name)
    before, after = (_revision_or_404(name, number) for number in numbers)
    context = {
        "name": name,
        "path": path_of(name),
        "before": before,
        "after": after,
        "diff": differ(before.source, after.source),
    }
    return render(request, "wiki/shared/compare.html", context)


@require_POST
@needs(REVIEW)
def restore(request: SignedIn, name: str, number: int) -> HttpResponse:
    """An older text as a new revision."""
    old = _revision_or_404(name, number)
    if wrong_with(name, old.source):
        messages.error(
            request, gettext("This text cannot be read any more: mend it in the source.")
        )
        return redirect("shared-history", name)
    edit = SharedEdit(SharedRevision.Origin.WEB, request.user, f"= #{number}")
    noted(request, "restore", name, old.source, edit)
    messages.success(request, gettext("Restored."))
    return redirect("shared-history", name)


def _revision_or_404(name: str, number: int) -> SharedRevision:
    revisions = SharedRevision.objects.select_related("text", "author")
    return get_object_or_404(revisions, text__name=name, number=number)
