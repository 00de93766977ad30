"""Try a text before it is kept, and what publishing it would change."""

from __future__ import annotations

from django.http import HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_POST, require_safe

from kb.accounts.gate import SignedIn, needs
from kb.accounts.roles import REVIEW, WRITE
from kb.accounts.throttle import throttled
from kb.diagnosis.beside import Beside, try_all
from kb.diagnosis.effect import effect, marks_of
from kb.diagnosis.shared_effect import shared_effect
from kb.diagnosis.views.home import library_of
from kb.http import content_language, no_store
from kb.wiki import indexing
from kb.wiki.corpus.source import read_article
from kb.wiki.editing.draft import UNNAMED, read_draft
from kb.wiki.editing.posted import masked
from kb.wiki.views import shared
from kb.wiki.views.editor import slug_of_address
from kb.wiki.views.review import get_revision_or_404

_NEAR = 12  # look-alikes whose pastes are tried


@require_POST
@throttled()
@needs(WRITE)
def try_draft(request: SignedIn) -> HttpResponse:
    """`paste` against the library with the text of the form in it; without one, its own samples."""
    sent = request.POST.dict()
    slug = slug_of_address(sent.get("address", ""))
    draft = read_draft(sent, slug, "inbox")
    tried = []
    if draft.article:
        paste = masked(sent.get("paste", ""))
        pastes = [paste] if paste.strip() else [sample.text for sample in draft.article.errors]
        tried = list(try_all(pastes, Beside(library_of(request), draft.article)))
    own = draft.slug or UNNAMED
    context = {"tried": tried, "draft": draft, "own": own}
    part = "#tried" if request.headers.get("HX-Request") else ""
    response = render(request, f"wiki/tried.html{part}", context)
    no_store(response)
    return response


@require_safe
@throttled()
@needs(WRITE)
def review_effect(request: SignedIn, slug: str, number: int) -> HttpResponse:
    """The samples of this article and its look-alikes, before and after."""
    revision = get_revision_or_404(request, slug, number)
    page, library = revision.page, library_of(request)
    after = read_article(revision.source, slug, page.topic).article
    live = page.current_revision if page.answers else None
    before = read_article(live.source, slug, page.topic).article if live else None
    found = None
    if after and not after.translation_of:
        known = indexing.ask(lambda index: index.fingerprints(marks_of(before, after)))
        near = sorted({other for slugs in known.values() for other in slugs} - {slug})[:_NEAR]
        found = effect(before, after, library.articles(near, content_language()).values(), library)
    part = "#effect" if request.headers.get("HX-Request") else ""
    context = {"page": page, "revision": revision, "effect": found}
    return render(request, f"wiki/effect.html{part}", context)


@require_POST
@throttled()
@needs(REVIEW)
def effect_of_shared(request: SignedIn, name: str) -> HttpResponse:
    """What the articles gain and lose by the text in the editor, which is not saved by this."""
    values = shared.typed(request)
    shared.before_or_404(name, values)
    return shared.judged(
        request,
        name,
        values,
        lambda: {"effect": shared_effect(name, values["source"], request.user)},
    )
