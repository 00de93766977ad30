"""Two people edited one text: both are shown, what each changed, and one box to finish in."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from kb.http import no_store
from kb.wiki.editing.draft import Draft
from kb.wiki.models import Revision
from kb.wiki.review.differ import canonical, differ, merged


def conflict_page(request: HttpRequest, draft: Draft, newest: Revision) -> HttpResponse:
    """409. The box holds both changes where they do not touch the same lines, else one's own."""
    number = str(draft.values.get("based_on", ""))
    numbered = newest.page.revisions.filter(number=int(number) if number.isdecimal() else 0)
    base = numbered.values_list("source", flat=True).first() or ""
    base, yours, theirs = (
        canonical(text, newest.page.slug) for text in (base, draft.source, newest.source)
    )
    both = merged(base, yours, theirs) if base else None
    context = {
        "page": newest.page,
        "newest": newest,
        "yours": yours,
        "your_changes": differ(base, yours),
        "their_changes": differ(base, theirs),
        "merged": both is not None,
        "source": yours if both is None else both,
        "note": draft.values.get("note", ""),
    }
    response = render(request, "wiki/conflict.html", context, status=409)
    no_store(response)
    return response
