"""An article in plain prose, an issue's text or a file → a filled form."""

from __future__ import annotations

import secrets

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods

from kb.accounts.gate import SignedIn, needs
from kb.accounts.models import Typed
from kb.accounts.roles import WRITE
from kb.accounts.throttle import throttled
from kb.core.text import TextError, decode
from kb.wiki.corpus.files import ARTICLE_LIMIT
from kb.wiki.editing.importing import Imported, import_text
from kb.wiki.editing.posted import Values, flat, masked
from kb.wiki.templatetags.kb import said


@require_http_methods(["GET", "HEAD", "POST"])
@throttled()
@needs(WRITE)
def import_article(request: SignedIn) -> HttpResponse:
    if request.method != "POST":
        return render(request, "wiki/import.html", {"section": "articles"})
    raw = _raw(request)
    problem, imported = _read(raw)
    if imported is None or imported.values is None:
        told = imported.parsed.problems if imported else ()
        context = {"problem": problem, "told": told, "text": masked(request.POST.get("text", ""))}
        return render(request, "wiki/import.html", context, status=422)
    for mend in imported.mended:
        messages.info(request, said(mend))
    return redirect(begin(request, imported.values))


def _raw(request: SignedIn) -> bytes:
    upload = request.FILES.get("file")
    if upload:
        return bytes(upload.read(ARTICLE_LIMIT + 1))
    return request.POST.get("text", "").encode(errors="replace")


def _read(raw: bytes) -> tuple[str, Imported | None]:
    if not raw.strip():
        return gettext("Nothing was pasted."), None
    if len(raw) > ARTICLE_LIMIT:
        return gettext("An article may have 256 KiB: cut it to one fault."), None
    try:
        return "", import_text(decode(raw))
    except TextError as error:
        return said(error.message), None


def begin(request: SignedIn, values: Values) -> str:
    """Keeps values as a typed text of their own and gives the address of its form."""
    address = f"{reverse('article-new')}?draft={secrets.token_urlsafe(6)}"
    Typed.keep(request.user, address, dict(flat(values)))
    return address
