"""Prose, an issue's text or a file → a filled form, with where each proposal was read."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from kb.core.articles import Article, Parsed
from kb.core.messages import Message
from kb.wiki.corpus.files import fit
from kb.wiki.corpus.source import read_article
from kb.wiki.editing.draft import UNNAMED
from kb.wiki.editing.posted import Values, masked
from kb.wiki.editing.undressing import values_of

_LONGEST = 160  # characters of a line that is shown


@dataclass(frozen=True, slots=True)
class Imported:
    """`values` is None where the text cannot be read; `parsed` says why."""

    values: Values | None
    parsed: Parsed
    mended: tuple[Message, ...] = ()


def import_text(text: str) -> Imported:
    """A text of any kind that an article may have. Secrets are masked first."""
    clean = str(masked(text))
    parsed = read_article(clean, UNNAMED)
    article = parsed.article
    if article is None:
        return Imported(None, parsed)
    values = values_of(article) | {
        "slug": fit(article.title)[:80].strip("-"),
        "topic": "inbox",
        "state": "draft",
        "origins": list(_origins(article, clean)),
    }
    return Imported(values, parsed, parsed.mended)


def _origins(article: Article, text: str) -> Iterator[dict[str, str]]:
    """For each proposal the line that it was read from, where one holds its words."""
    lines = text.split("\n")
    for path in article.proposed:
        words = [word.strip("*=<>! ").casefold() for word in _words(article, path)]
        for number, line in enumerate(lines, start=1):
            if any(word and word in line.casefold() for word in words):
                yield {"path": path, "line": str(number), "text": line.strip()[:_LONGEST]}
                break


def _words(article: Article, path: str) -> tuple[str, ...]:
    """What to look for in the text for a proposed path."""
    part, _, name = path.rpartition(".")
    if part in {"environment.requires", "environment.seen"}:
        conditions = getattr(article.environment, part.rpartition(".")[2])
        found = [value for each in conditions if each.fact == name for value in each.values]
        return (*found, name.replace("_", "-"))
    if part == "fixes":
        changes = (change for fix in article.fixes if fix.id == name for change in fix.launch)
        return tuple(change.flag or change.name for change in changes)
    if path == "title":
        return (article.title[:40],)
    if path == "cause":
        return (article.cause.open[:20], "likely", "推测")
    return tuple(article.sources) if path == "sources" else ()
