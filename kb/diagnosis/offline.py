"""A library out of an exported base, for machines that reach no site and have no database."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from kb.core.articles import Article
from kb.diagnosis.library import MemoryLibrary
from kb.wiki.corpus.contents import catalogues, vocabulary
from kb.wiki.corpus.files import sources
from kb.wiki.corpus.source import read_article
from kb.wiki.models.page import ANSWERING


class OfflineError(ValueError):
    """Nothing in the folder or archive can answer; the text says so."""


def library_of(base: Path) -> MemoryLibrary:
    """The articles of a folder or .zip as a site would offer them: no drafts, nothing archived.
    Raises OfflineError."""
    articles = [each for each in _articles(base) if each.state in ANSWERING]
    if not articles:
        raise OfflineError(f"{base} holds no article that could answer: give an exported base.")
    return MemoryLibrary(articles, vocabulary(), catalogues())


def _articles(base: Path) -> Iterator[Article]:
    for source in sources([base]):
        if source.text and not source.shared:
            article = read_article(source.text, source.slug, source.topic or "inbox").article
            if article is not None:
                yield article
