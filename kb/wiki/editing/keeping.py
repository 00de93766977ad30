"""A draft → the next revision of its page, unless somebody else was faster."""

from __future__ import annotations

from dataclasses import dataclass, replace

from django.contrib.auth.models import User
from django.db import transaction
from django.utils import timezone

from kb.core.articles import Article
from kb.wiki.models import FormerSlug, Page, Review, Revision, State
from kb.wiki.saving import Edit, save_article


class Conflict(Exception):
    """The page has a newer text than the one that was edited."""

    def __init__(self, newest: Revision) -> None:
        super().__init__(str(newest))
        self.newest = newest


class Taken(Exception):
    """The address of a new article is another's."""


@dataclass(frozen=True, slots=True)
class Text:
    """What is to be kept: the article, its source, a note, and the number it was based on."""

    article: Article
    source: str
    note: str = ""
    based_on: int = 0


def keep_new(text: Text, author: User) -> Revision:
    """The first revision of a new page, as a draft. The same text twice is one page.

    Raises Taken."""
    slug = text.article.slug
    with transaction.atomic():
        page = Page.objects.filter(slug=slug).first()
        if page is not None:
            newest = page.revisions.first()
            if newest and newest.source == text.source and newest.author == author:
                return newest
            raise Taken
        if FormerSlug.objects.filter(slug=slug).exists():
            raise Taken
        return save_article(_as_draft(text.article), text.source, _edit(text, author, None))


def keep(page: Page, text: Text, author: User) -> Revision:
    """The next revision: live at once where nobody but writers sees the page, else beside the live
    one. A text that is there already stays the one that it is. Raises Conflict."""
    with transaction.atomic():
        locked = Page.objects.select_for_update().get(pk=page.pk)
        newest = locked.revisions.select_related("author").first()
        if newest and newest.source == text.source:
            return newest
        if newest and newest.number != text.based_on:
            raise Conflict(newest)
        withdraw_open(locked, author)
        edit = _edit(text, author, newest, live=not locked.is_public)
        return save_article(_as_draft(text.article), text.source, edit)


def withdraw_open(page: Page, person: User) -> None:
    """A review of an older text is of no use any more."""
    Review.objects.filter(revision__page=page, verdict=Review.Verdict.OPEN).update(
        verdict=Review.Verdict.WITHDRAWN, reviewer=person, decided=timezone.now()
    )


def _as_draft(article: Article) -> Article:
    return replace(article, state=State.DRAFT.value)


def _edit(text: Text, author: User, based_on: Revision | None, live: bool = True) -> Edit:
    return Edit(Revision.Origin.WEB, author, note=text.note[:300], based_on=based_on, live=live)
