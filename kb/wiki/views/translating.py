"""The form of a translation: each text of the original, and beside it the field for its own."""

from __future__ import annotations

from django.http import HttpResponse
from django.shortcuts import render

from kb.accounts.gate import SignedIn
from kb.core.articles.pairs import Pair
from kb.http import no_store
from kb.wiki.editing.draft import Draft
from kb.wiki.editing.preview import preview_context
from kb.wiki.editing.translated import Both
from kb.wiki.models import Page

_WIDE = 60  # characters of a line of the field


def translation_form(
    request: SignedIn,
    page: Page,
    both: Both,
    based_on: str,
    draft: Draft | None = None,
    status: int = 200,
) -> HttpResponse:
    """`draft` is what was sent, with its problems and a preview."""
    context = {
        "section": "articles",
        "page": page,
        "both": both,
        "rows": [(each, _rows(each)) for each in both.pairs],
        "follows": request.POST.get("follows") if draft else not both.lags,
        "values": {"based_on": based_on, "note": draft.values.get("note", "") if draft else ""},
        "draft": draft,
        "told": draft.told if draft else (),
    }
    if draft and draft.article:
        context |= preview_context(draft.article, request.user)
    response = render(request, "wiki/translate.html", context, status=status)
    no_store(response)
    return response


def _rows(pair: Pair) -> int:
    lines = sum(1 + len(line) // _WIDE for line in pair.original.splitlines())
    return max(1, min(lines, 16))
