"""Titles of pages in the reader's language."""

from __future__ import annotations

from collections.abc import Iterable

from kb.http import content_language
from kb.wiki.models import Page
from kb.wiki.models.page import PageQuerySet


def titled(pages: Iterable[Page], visible: PageQuerySet) -> None:
    """Gives each page the `shown_title` of its translation into the reader's language."""
    language = content_language()
    every = {page.pk: page for page in pages if page.language != language}
    translations = visible.answering().filter(
        translation_of__in=every, language__startswith=language
    )
    for translation in translations:
        every[translation.translation_of_id or 0].shown_title = translation.title
