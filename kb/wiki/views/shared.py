"""The texts that all articles share, for reviewers: what there is, and the editor of one."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from django.contrib import messages
from django.db import transaction
from django.db.models import Max
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods, require_safe

from kb.accounts.audit import note
from kb.accounts.gate import SignedIn, needs
from kb.accounts.roles import REVIEW
from kb.core.redact import redact
from kb.http import no_store
from kb.wiki.corpus.contents import shared_names, shared_text
from kb.wiki.corpus.files import hygienic
from kb.wiki.corpus.shared import NAME, path_of, wrong_with
from kb.wiki.models import SharedRevision, SharedText
from kb.wiki.review.differ import differ
from kb.wiki.shared.keeping import FIRST, SharedConflict, SharedEdit, keep_shared, newest_of
from kb.wiki.views.conflict import Clash, clash_page

_SHOWN = 30  # problems; the next ones show when these are mended
_NEW = "engine: {name}\nread: [1.0.0]\n\nflags:\n  --model:\n    kind: value\n    since: 1.0.0\n"


@require_safe
@needs(REVIEW)
def texts(request: SignedIn) -> HttpResponse:
    last = SharedText.objects.annotate(last=Max("revisions__pk")).values("last")
    revisions = SharedRevision.objects.filter(pk__in=last).select_related("text", "author")
    newest = {each.text.name: each for each in revisions.defer("source")}
    rows = [(name, path_of(name), newest.get(name)) for name in shared_names()]
    return render(request, "wiki/shared/texts.html", {"rows": rows})


@require_safe
@needs(REVIEW)
def new(request: SignedIn) -> HttpResponse:
    """The editor of an engine that has no catalogue yet; of one that has, its own."""
    name = request.GET.get("engine", "").strip().lower()
    if not re.fullmatch(NAME, name):
        messages.error(request, gettext("Name the engine in small letters, digits and _."))
        return redirect("shared")
    if shared_text(name) is not None:
        return redirect("shared-text", name)
    return form(request, name, {"source": _NEW.format(name=name), "based_on": "0"})


@require_http_methods(["GET", "HEAD", "POST"])
@needs(REVIEW)
def edit(request: SignedIn, name: str) -> HttpResponse:
    if request.method == "POST":
        return _sent(request, name)
    newest = newest_of(name)
    number = newest.number if newest else FIRST
    source = newest.source if newest else text_or_404(name)
    return form(request, name, {"source": source, "based_on": str(number)})


def text_or_404(name: str) -> str:
    """A text as it is now."""
    text = shared_text(name) if re.fullmatch(NAME, name) else None
    if text is None:
        raise Http404
    return text


def before_or_404(name: str, values: dict[str, str]) -> str:
    """The text as it is now; "" for an engine that is about to get one."""
    if values["based_on"] == "0" and re.fullmatch(NAME, name):
        return shared_text(name) or ""
    return text_or_404(name)


def form(
    request: SignedIn, name: str, values: dict[str, str], status: int = 200, **more: Any
) -> HttpResponse:
    context = {"name": name, "path": path_of(name), "values": values, **more}
    part = "#found" if request.headers.get("HX-Target") == "found" else ""
    template = f"wiki/shared/edit.html{part}"
    response = render(request, template, context, status=200 if part else status)
    no_store(response)
    return response


def judged(
    request: SignedIn, name: str, values: dict[str, str], found: Callable[[], dict[str, Any]]
) -> HttpResponse:
    """The editor with what is wrong in the text, or else with what was `found` of it."""
    if wrong := wrong_with(name, values["source"]):
        return form(request, name, values, 422, wrong=wrong[:_SHOWN], count=len(wrong))
    return form(request, name, values, **found())


def _sent(request: SignedIn, name: str) -> HttpResponse:
    values = typed(request)
    before = before_or_404(name, values)
    if request.POST.get("do") != "save" or wrong_with(name, values["source"]):
        looked = {"looked": True, "diff": differ(before, values["source"])}
        return judged(request, name, values, lambda: looked)
    try:
        revision = save(request, name, values)
    except SharedConflict as conflict:
        return conflict_page(request, name, values, conflict.newest)
    messages.success(request, gettext("Saved: it holds from now on."))
    return redirect("shared-history", revision.text.name)


def typed(request: SignedIn) -> dict[str, str]:
    """What was sent with a form, fit to be kept."""
    sent = {name: request.POST.get(name, "") for name in ("source", "based_on", "note")}
    masked = {name: redact(text, personal=False).text for name, text in sent.items()}
    return masked | {"source": hygienic(masked["source"])}


def save(request: SignedIn, name: str, values: dict[str, str]) -> SharedRevision:
    """Raises SharedConflict."""
    origin, based_on = SharedRevision.Origin.WEB, _number(values["based_on"])
    edit = SharedEdit(origin, request.user, values["note"], based_on)
    return noted(request, "edit", name, values["source"], edit)


@transaction.atomic
def noted(request: SignedIn, verb: str, name: str, source: str, edit: SharedEdit) -> SharedRevision:
    """Keeps a text, and who did that; what changes nothing is not noted. Raises SharedConflict."""
    before = newest_of(name)
    revision = keep_shared(name, source, edit)
    if before is None or before.pk != revision.pk:
        note(request, verb, path_of(name), revision.number)
    return revision


def _number(text: str) -> int:
    return int(text) if text.isdecimal() and len(text) < 9 else 0


def conflict_page(
    request: SignedIn, name: str, values: dict[str, str], newest: SharedRevision
) -> HttpResponse:
    numbered = newest.text.revisions.filter(number=_number(values["based_on"]))
    base = numbered.values_list("source", flat=True).first() or ""
    finish_at = newest.text.get_absolute_url()
    clash = Clash(newest, base, values["source"], newest.source, values["note"], finish_at)
    return clash_page(request, clash)
