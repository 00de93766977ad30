"""Pages of a list in the reader's language."""

from __future__ import annotations

from collections.abc import Iterable

from kb.http import content_language
from kb.wiki.models import Page
from kb.wiki.models.page import PageQuerySet


def titled(pages: Iterable[Page], visible: PageQuerySet) -> None:
    """Gives each page its translation into the reader's language, where there is one to be seen."""
    language = content_language()
    others = [page for page in pages if page.language != language]
    if not others:
        return
    found = visible.answering().filter(
        translation_of__in={page.pk for page in others}, language__startswith=language
    )
    translations = {each.translation_of_id: each for each in found}
    for page in others:
        page.translation = translations.get(page.pk)
