"""Two people edited one text: both are shown, what each changed, and one box to finish in."""

from __future__ import annotations

from dataclasses import dataclass

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse

from kb.http import no_store
from kb.wiki.editing.draft import Draft
from kb.wiki.models import Revision
from kb.wiki.models.revision import Written
from kb.wiki.review.differ import canonical, differ, merged


@dataclass(frozen=True, slots=True)
class Clash:
    """`base` is what both began with ("" where it is gone), `note` what the slower one said of his
    text, `finish_at` the address that takes `source` and `based_on`."""

    newest: Written
    base: str
    yours: str
    theirs: str
    note: str
    finish_at: str


def conflict_page(request: HttpRequest, draft: Draft, newest: Revision) -> HttpResponse:
    """409 for an article."""
    slug = newest.page.slug
    number = str(draft.values.get("based_on", ""))
    numbered = newest.page.revisions.filter(number=int(number) if number.isdecimal() else 0)
    base = numbered.values_list("source", flat=True).first() or ""
    base, yours, theirs = (canonical(text, slug) for text in (base, draft.source, newest.source))
    note, finish_at = str(draft.values.get("note", "")), reverse("article-source", args=[slug])
    return clash_page(request, Clash(newest, base, yours, theirs, note, finish_at))


def clash_page(request: HttpRequest, clash: Clash) -> HttpResponse:
    """409. The box holds both changes where they do not touch the same lines, else one's own."""
    both = merged(clash.base, clash.yours, clash.theirs) if clash.base else None
    context = {
        "clash": clash,
        "newest": clash.newest,
        "yours": clash.yours,
        "your_changes": differ(clash.base, clash.yours),
        "their_changes": differ(clash.base, clash.theirs),
        "merged": both is not None,
        "source": clash.yours if both is None else both,
        "note": clash.note,
    }
    response = render(request, "wiki/conflict.html", context, status=409)
    no_store(response)
    return response
