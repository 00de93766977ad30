"""Writing an article: the form or its source, the rows of its lists, and the save."""

from __future__ import annotations

from dataclasses import replace

from django.contrib import messages
from django.db import transaction
from django.http import HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods

from kb.accounts.audit import note
from kb.accounts.gate import SignedIn, needs
from kb.accounts.models import Typed
from kb.accounts.roles import WRITE
from kb.http import content_language
from kb.wiki.corpus.source import read_article
from kb.wiki.editing.draft import Draft, read_draft
from kb.wiki.editing.keeping import Conflict, Taken, Text, keep, keep_new
from kb.wiki.editing.posted import Values, changed, flat, masked, nested
from kb.wiki.editing.translated import both_of, read_translation
from kb.wiki.editing.undressing import empty_values, values_of
from kb.wiki.models import Page, Revision
from kb.wiki.review.steps import Refused, submit
from kb.wiki.templatetags.kb import said
from kb.wiki.views.conflict import conflict_page
from kb.wiki.views.editor import address_of, form, get_editable_page_or_404, typed_here
from kb.wiki.views.translating import translation_form


@require_http_methods(["GET", "HEAD", "POST"])
@needs(WRITE)
def new(request: SignedIn) -> HttpResponse:
    if request.method == "POST":
        return _sent(request, None)
    if typed := typed_here(request):
        return form(request, None, typed, read_draft(dict(flat(typed)), "", "inbox"))
    language = "zh" if request.GET.get("template") == "zh" else content_language()
    return form(request, None, empty_values(language))


@require_http_methods(["GET", "HEAD", "POST"])
@needs(WRITE)
def edit(request: SignedIn, slug: str) -> HttpResponse:
    page = get_editable_page_or_404(request, slug)
    if page.translation_of_id:
        return _translate(request, page)
    if request.method == "POST":
        return _sent(request, page)
    newest = newest_of(page)
    article = read_article(newest.source, slug, page.topic).article
    if article is None:
        return redirect("article-source", slug=slug)
    values = typed_here(request) or values_of(article) | {"based_on": str(newest.number)}
    draft = read_draft(dict(flat(values)), slug, page.topic)
    return form(request, page, values, draft)


def _translate(request: SignedIn, page: Page) -> HttpResponse:
    """The form of a translation, which has texts alone; all else is its original's."""
    newest = newest_of(page)
    both = both_of(page, newest.source)
    if both is None:
        return redirect("article-source", slug=page.slug)
    if request.method != "POST":
        return translation_form(request, page, both, str(newest.number))
    verb = request.POST.get("do", "save")
    draft = read_translation(request.POST.dict(), page, both)
    if verb in {"save", "submit"} and draft.article is not None:
        return _save(request, page, draft, verb)
    shown = replace(both, translation=draft.article) if draft.article else both
    status = 200 if verb == "look" else 422
    return translation_form(request, page, shown, str(draft.values["based_on"]), draft, status)


@require_http_methods(["GET", "HEAD", "POST"])
@needs(WRITE)
def source(request: SignedIn, slug: str) -> HttpResponse:
    """The same text as a file, for those who prefer it; `new` is a new article."""
    page = None if slug == "new" else get_editable_page_or_404(request, slug)
    if request.method == "POST":
        return _sent(request, page)
    values: Values = {"source": "", "based_on": "0"}
    if page:
        newest = newest_of(page)
        values = {"source": newest.source, "based_on": str(newest.number)}
    return form(request, page, typed_here(request) or values)


def newest_of(page: Page) -> Revision:
    """The text to go on with: a draft beside the live one, or the live one."""
    return page.revisions.all()[0]


def _sent(request: SignedIn, page: Page | None) -> HttpResponse:
    """A button was pressed: a row, a look, or the save."""
    verb, _, path = request.POST.get("do", "save").partition(":")
    if verb in {"add", "drop", "up"}:
        return form(request, page, changed(masked(nested(request.POST.dict())), verb, path))
    draft = read_draft(
        request.POST.dict(), page.slug if page else "", page.topic if page else "inbox"
    )
    if verb in {"save", "submit"} and draft.article is not None:
        return _save(request, page, draft, verb)
    return form(request, page, draft.values, draft, status=200 if verb == "look" else 422)


def _save(request: SignedIn, page: Page | None, draft: Draft, verb: str) -> HttpResponse:
    try:
        revision = _keep(request, page, draft)
    except Taken:
        messages.error(request, gettext("Another article has this address: choose another one."))
        return form(request, page, draft.values, draft, status=422)
    except Conflict as conflict:
        return conflict_page(request, draft, conflict.newest)
    Typed.forget(request.user, address_of(request))
    if verb == "submit" and draft.told:
        messages.error(request, gettext("Saved, but a part is missing: not sent to review."))
        return redirect("article-edit", slug=revision.page.slug)
    if verb == "submit":
        _submitted(request, revision)
    else:
        messages.success(request, gettext("Saved as a draft."))
    return redirect("review", slug=revision.page.slug, number=revision.number)


def _submitted(request: SignedIn, revision: Revision) -> None:
    try:
        submit(request, revision)
    except Refused as refused:
        messages.error(request, said(refused.message))


@transaction.atomic
def _keep(request: SignedIn, page: Page | None, draft: Draft) -> Revision:
    assert draft.article is not None
    based_on = str(draft.values.get("based_on", ""))
    text = Text(
        draft.article,
        draft.source,
        str(draft.values.get("note", ""))[:300],
        int(based_on) if based_on.isdecimal() and len(based_on) < 9 else 0,
    )
    revision = keep(page, text, request.user) if page else keep_new(text, request.user)
    note(request, "edit", revision.page.slug, revision.number)
    return revision
