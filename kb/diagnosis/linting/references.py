"""Links from one article to another, and from a translation to its original, that lead nowhere."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from kb.core.articles import Article
from kb.core.messages import msg
from kb.diagnosis.linting.finding import Finding, Read

_LINK = re.compile(r"\]\(/articles/([a-z0-9]+(?:-[a-z0-9]+)*)/?(?:#[^)\s]*)?\)")


def dead_references(read: Sequence[Read]) -> Iterator[Finding]:
    """Only where several files are given: one alone cannot know the others."""
    if len(read) < 2:
        return
    known = {slug for each in read for slug in (each.article.slug, *each.article.formerly)}
    for each in read:
        for field, slug in _named(each.article):
            if slug not in known:
                message = msg("there is no article `{slug}`", slug=slug)
                yield Finding(each.path, 0, field, message, "warning")


def _named(article: Article) -> Iterator[tuple[str, str]]:
    if article.translation_of:
        yield "translation_of", article.translation_of
    for field, text in _texts(article):
        for slug in _LINK.findall(text):
            yield field, slug


def _texts(article: Article) -> Iterator[tuple[str, str]]:
    yield from ((section.heading, section.body) for section in article.sections)
    yield from (("checks", check.ask) for check in article.checks)
    yield from (("verify", f"{step.do} {step.expect}") for step in article.verify)
    for at, fix in enumerate(article.fixes):
        yield from ((f"fixes[{at}].steps", step) for step in fix.steps)
        yield from ((f"fixes[{at}].launch", change.because) for change in fix.launch)
