"""Another address or topic for a page; the old address leads to the new one."""

from __future__ import annotations

from dataclasses import replace

from django.core.exceptions import PermissionDenied
from django.db import transaction

from kb.accounts.audit import note
from kb.accounts.gate import SignedIn
from kb.accounts.roles import may_review
from kb.core.articles import format
from kb.core.messages import msg
from kb.wiki.corpus.files import fit
from kb.wiki.corpus.source import read_article
from kb.wiki.models import FormerSlug, Page, Revision
from kb.wiki.review.steps import Refused
from kb.wiki.saving import Edit, announce, announce_slugs, save_article


@transaction.atomic
def rename(request: SignedIn, page: Page, slug: str, topic: str) -> None:
    """Raises PermissionDenied, Refused. A translation's address follows its original's."""
    if not may_review(request.user):
        raise PermissionDenied
    if page.translation_of_id:
        raise Refused(msg("The address of a translation follows its original's."))
    _check(page, slug)
    if topic and topic != page.topic:
        page.topic = fit(topic)[:100] or "inbox"
        page.save(update_fields=["topic", "updated"])
        announce(page)
    if slug != page.slug:
        for translation in page.translations.all():
            _follow(request, translation, slug)
        _move(page, slug)
    note(request, "rename", slug)


def _check(page: Page, slug: str) -> None:
    for problem in read_article(page.live.source, slug).problems:
        if problem.field == "slug":
            raise Refused(problem.message)
    taken = Page.objects.filter(slug=slug).exclude(pk=page.pk).exists()
    if taken or FormerSlug.objects.filter(slug=slug).exclude(page=page).exists():
        raise Refused(msg("Another article has this address: choose another one."))


def _move(page: Page, slug: str) -> None:
    old = page.slug
    FormerSlug.objects.filter(slug=slug, page=page).delete()
    page.slug = slug
    page.save(update_fields=["slug", "updated"])
    FormerSlug.objects.update_or_create(slug=old, defaults={"page": page})
    announce_slugs({old})
    announce(page)


def _follow(request: SignedIn, translation: Page, slug: str) -> None:
    """A translation names its original in its text, so it gets a revision that names it anew."""
    article = read_article(translation.live.source, translation.slug, translation.topic).article
    if article is None:
        return
    moved = f"{slug}-{translation.language.lower()}"
    _move(translation, moved)
    text = replace(article, slug=moved, translation_of=slug, state=translation.state)
    # The original has its new address only after this: it is found by the old one until then.
    saved = save_article(text, format(text), Edit(Revision.Origin.WEB, request.user, "renamed"))
    Page.objects.filter(pk=saved.page.pk).update(translation_of=translation.translation_of_id)
