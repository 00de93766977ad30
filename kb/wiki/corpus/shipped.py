"""The shipped articles as values, without a database."""

from __future__ import annotations

from django.conf import settings

from kb.core.articles import Article
from kb.wiki.corpus.files import sources
from kb.wiki.corpus.source import read_article


def shipped_articles() -> tuple[Article, ...]:
    """Every article of KB_ARTICLES_DIR that can be read."""
    read = (
        read_article(source.text, source.slug, source.topic or "inbox").article
        for source in sources([settings.ARTICLES_DIR])
        if not source.refused and not source.shared
    )
    return tuple(article for article in read if article is not None)
