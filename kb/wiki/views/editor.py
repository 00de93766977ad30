"""The form of an article as a page: its fields, what was typed before, preview and autosave."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.http import require_POST

from kb.accounts.gate import SignedIn, needs
from kb.accounts.models import Typed
from kb.accounts.roles import WRITE
from kb.http import content_language, no_store
from kb.wiki.corpus.contents import vocabulary
from kb.wiki.editing.choices import offered
from kb.wiki.editing.draft import Draft, read_draft
from kb.wiki.editing.posted import Values, nested
from kb.wiki.editing.preview import neighbours, preview_context
from kb.wiki.models import Page, Revision


def get_editable_page_or_404(request: HttpRequest, slug: str) -> Page:
    """A page that this writer sees; whoever sees a page and may write may edit it."""
    return get_object_or_404(Page.objects.visible_to(request.user), slug=slug)


def address_of(request: HttpRequest) -> str:
    """Where a typed text belongs; new articles have several, told apart by `draft`."""
    name = request.GET.get("draft", "")[:40]
    return f"{request.path}?draft={name}" if name else request.path


def slug_of_address(address: str) -> str:
    """The slug in the address of a form; "" for a new article."""
    found = re.match(r"/articles/([a-z0-9-]+)/(?:edit|source)/", address)
    return found[1] if found and found[1] != "new" else ""


def typed_here(request: SignedIn) -> Values | None:
    """What this person typed here and has not sent, unless it was discarded."""
    found = Typed.at(request.user, address_of(request))
    return nested(found.fields) if found and not found.discarded else None


def form(
    request: SignedIn,
    page: Page | None,
    values: Values,
    draft: Draft | None = None,
    status: int = 200,
) -> HttpResponse:
    context = _context(request, page, values, draft)
    is_source = "source" in values or (draft is not None and draft.dressed is None)
    template = "wiki/source.html" if is_source else "wiki/write.html"
    part = "#fields" if request.headers.get("HX-Target") == "fields" and not is_source else ""
    response = render(request, template + part, context, status=200 if part else status)
    no_store(response)
    return response


def _context(
    request: SignedIn, page: Page | None, values: Values, draft: Draft | None
) -> dict[str, Any]:
    typed = Typed.at(request.user, address_of(request)) if request.method == "GET" else None
    slug = page.slug if page else "new"
    looked = {"draft": draft, **(_looked(request, draft) if draft else {})}
    return {
        "section": "articles",
        "page": page,
        "values": _renderable(values),
        "source": draft.source if draft and not draft.dressed else values.get("source", ""),
        "errors": draft.errors if draft else {},
        "typed": typed,
        "address": address_of(request),
        "slug": slug,
        **offered(vocabulary(), content_language(), request.user),
        **looked,
    }


def _renderable(values: Values) -> Values:
    """With a blank row where an article needs one.

    A template that finds no key `clear` would call the method of that name, and empty the dict."""
    environment = values.get("environment")
    if isinstance(environment, dict):
        environment.setdefault("clear", [])
    for name in ("errors", "verify"):
        values[name] = values.get(name) or [{}]
    values["fixes"] = values.get("fixes") or [{"restart": "true", "launch": [{}]}]
    return values


def _looked(request: HttpRequest, draft: Draft) -> Mapping[str, Any]:
    """The preview of a draft that can be read at all."""
    if draft.article is None:
        return {"told": draft.told}
    near = neighbours(request, draft.article)
    context = preview_context(draft.article, request.user)
    return {"told": draft.told, "neighbours": near, **context}


@require_POST
@needs(WRITE)
def preview(request: SignedIn, slug: str) -> HttpResponse:
    """While one types: keeps what was typed, and shows it as readers would see it."""
    page = None if slug == "new" else get_editable_page_or_404(request, slug)
    sent = request.POST.dict()
    sent.pop("csrfmiddlewaretoken", None)
    address = str(sent.pop("address", ""))
    draft = read_draft(sent, page.slug if page else "", page.topic if page else "inbox")
    keep = address.startswith("/articles/") and not _is_saved(request, draft)
    if keep:
        Typed.keep(request.user, address, sent)
    context = {"draft": draft, "kept": keep, **_looked(request, draft)}
    response = render(request, "wiki/preview.html", context)
    no_store(response)
    return response


def _is_saved(request: SignedIn, draft: Draft) -> bool:
    """A preview that comes after the save must not bring the old text back as unsaved."""
    newest = Revision.objects.filter(page__slug=draft.slug, author=request.user).order_by("-number")
    return newest.values_list("source", flat=True).first() == draft.source


@require_POST
@needs(WRITE)
def hold(request: SignedIn, slug: str) -> HttpResponse:
    """Discards what was typed at an address, or takes that back."""
    address = request.POST.get("address", "")[:300]
    back = request.POST.get("do") == "restore"
    Typed.objects.filter(user=request.user, address=address).update(discarded=not back)
    ours = address.startswith("/articles/") and "//" not in address
    return redirect(address if ours else "article-list")
