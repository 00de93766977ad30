"""Articles of the base whose fixes undo each other, for the queue of the health page."""

from __future__ import annotations

from dataclasses import dataclass

from kb.diagnosis.linting.contradictions import contradictions
from kb.diagnosis.linting.finding import Read
from kb.wiki.corpus.contents import vocabulary
from kb.wiki.models import Page
from kb.wiki.models.page import Reader
from kb.wiki.reading import articles_of
from kb.wiki.shelf import Shelf, View

MOST_COMPARED = 1000  # articles; a larger base is compared by check_base alone
Pair = tuple[str, str, str]  # slug, slug of the other, field

_pairs: Shelf[tuple[Pair, ...] | None] = Shelf(4)


@dataclass(frozen=True, slots=True)
class Contradiction:
    """A change in a fix of `page`, at `field`, that a fix of `other` undoes."""

    page: Page
    other: Page
    field: str


def contradicting(reader: Reader, state: View | None, most: int) -> list[Contradiction] | None:
    """What `reader` may see of it; None where the base is too large to be compared for a page.
    The comparison is kept for the `state` of the base."""
    pairs = _pairs.each(state, ["pairs"], lambda _: {"pairs": _found()})["pairs"]
    if pairs is None:
        return None
    slugs = {slug for pair in pairs for slug in pair[:2]}
    visible = Page.objects.visible_to(reader).filter(slug__in=slugs)
    named = {page.slug: page for page in visible}
    return [
        Contradiction(named[one], named[other], field)
        for one, other, field in pairs
        if one in named and other in named
    ][:most]


def _found() -> tuple[Pair, ...] | None:
    pages = list(Page.objects.answering().originals()[: MOST_COMPARED + 1])
    if len(pages) > MOST_COMPARED:
        return None
    read = [Read(article.slug, article) for article in articles_of(pages).values()]
    return tuple(
        (finding.path, str(finding.message.values["other"]), finding.field)
        for finding in contradictions(read, vocabulary())
    )
