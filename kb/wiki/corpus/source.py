"""The text of an article → Article, over the vocabulary of the contents."""

from __future__ import annotations

from kb.core.articles import Parsed, parse
from kb.wiki.corpus.contents import vocabulary


def read_article(text: str, slug: str, topic: str = "inbox") -> Parsed:
    """Front matter and Markdown, or plain prose; all problems at once."""
    return parse(text, slug, topic, vocabulary())
