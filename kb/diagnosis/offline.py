"""A library out of an exported base, for machines that reach no site and have no database."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path

from kb.core.articles import Article, parse
from kb.core.facts import Vocabulary
from kb.diagnosis.library import MemoryLibrary
from kb.wiki.corpus.contents import contents_of
from kb.wiki.corpus.files import Source, sources
from kb.wiki.models.page import ANSWERING


class OfflineError(ValueError):
    """Nothing in the folder or archive can answer; the text says so."""


def library_of(base: Path) -> MemoryLibrary:
    """The articles of a folder or .zip as a site would offer them: no drafts, nothing archived; its
    vocabulary and flags where it has them, else the shipped ones. Raises OfflineError."""
    found = [source for source in sources([base]) if source.text]
    known, flags = contents_of({each.slug: each.text for each in found if each.shared})
    texts = (source for source in found if not source.shared)
    articles = [each for each in _articles(texts, known) if each.state in ANSWERING]
    if not articles:
        raise OfflineError(f"{base} holds no article that could answer: give an exported base.")
    return MemoryLibrary(articles, known, flags)


def _articles(texts: Iterable[Source], known: Vocabulary) -> Iterator[Article]:
    for source in texts:
        article = parse(source.text, source.slug, source.topic or "inbox", known).article
        if article is not None:
            yield article
