"""A draft as readers would see it, and the articles that already answer one of its errors."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from django.http import HttpRequest

from kb.core.articles import Article, translate
from kb.http import content_language
from kb.wiki.corpus.contents import vocabulary
from kb.wiki.lookalikes import Lookalike, lookalikes
from kb.wiki.models import Page
from kb.wiki.models.page import Reader
from kb.wiki.reading import articles_of
from kb.wiki.rendering import parts, rendered
from kb.wiki.shown import Shown
from kb.wiki.views.articles import fix_context
from kb.wiki.wording import environment_rows


def preview_context(article: Article, reader: Reader) -> dict[str, Any]:
    """What the parts of an article's page need, for a text that is not kept."""
    language = content_language()
    article = _whole(article, reader)
    return {
        "article": article,
        "parts": parts(rendered(article), article),
        "fixes": [fix_context(fix, language) for fix in article.fixes],
        "conditions": environment_rows(article, vocabulary(), language),
    }


def _whole(article: Article, reader: Reader) -> Article:
    """A translation over its original; of one that `reader` does not see, its own texts alone."""
    if not article.translation_of:
        return article
    page = Page.objects.visible_to(reader).filter(slug=article.translation_of).first()
    original = articles_of([page]).get(page.pk) if page else None
    if original is not None:
        return translate(original, article)
    return replace(article, fixes=tuple(replace(fix, launch=()) for fix in article.fixes))


def neighbours(request: HttpRequest, article: Article) -> list[Lookalike]:
    """Other articles with one of its error lines: perhaps the fault is described already."""
    return lookalikes(request, Shown(Page(slug=article.slug), article, article))
