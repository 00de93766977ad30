"""The base against itself: what the index holds, what has gone stale, what points nowhere."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date
from itertools import islice

from kb.core.articles import Article, lags
from kb.core.launch.flags import Catalogues
from kb.core.messages import Message, msg
from kb.core.versions import satisfies
from kb.search.index import IndexDamaged
from kb.wiki import indexing
from kb.wiki.corpus.contents import catalogues
from kb.wiki.models import Page
from kb.wiki.reading import articles_of

_CHUNK = 200


@dataclass(frozen=True, slots=True)
class BaseFinding:
    """`kind` names the check: index, unreadable, review, outdated, translation."""

    slug: str
    kind: str
    message: Message

    def as_json(self) -> dict[str, object]:
        return {"article": self.slug, "kind": self.kind, "message": str(self.message)}


def base_findings(today: date) -> Iterator[BaseFinding]:
    """Everything that a person should look at; the index is mended by `reindex`."""
    yield from _index()
    pages = Page.objects.answering().select_related("translation_of").order_by("pk")
    stream = pages.iterator(chunk_size=_CHUNK)
    while chunk := list(islice(stream, _CHUNK)):
        yield from _pages(chunk, today)


def _index() -> Iterator[BaseFinding]:
    answering = set(Page.objects.answering().values_list("slug", flat=True))
    try:
        indexed = indexing.index().slugs()
    except IndexDamaged:
        yield BaseFinding("", "index", msg("the index cannot be read: run reindex"))
        return
    for slug in sorted(answering - indexed):
        yield BaseFinding(slug, "index", msg("is not in the index: run reindex"))
    for slug in sorted(indexed - answering):
        yield BaseFinding(slug, "index", msg("is in the index and should not be: run reindex"))


def _pages(pages: list[Page], today: date) -> Iterator[BaseFinding]:
    originals = [page.translation_of for page in pages if page.translation_of]
    articles = articles_of([*pages, *originals])
    for page in pages:
        article = articles.get(page.pk)
        if article is None:
            yield BaseFinding(page.slug, "unreadable", msg("its text cannot be read any more"))
        else:
            original = articles.get(page.translation_of.pk) if page.translation_of else None
            yield from _article(article, original, today)


def _article(article: Article, original: Article | None, today: date) -> Iterator[BaseFinding]:
    if original is not None and lags(original, article):
        yield BaseFinding(article.slug, "translation", msg("its original has changed since"))
    if article.review_by and article.review_by < today.isoformat():
        due = msg("was to be looked at by {day}", day=article.review_by)
        yield BaseFinding(article.slug, "review", due)
    for fix in article.fixes:
        for component, version in fix.until.items():
            if _is_past(component, version, catalogues()):
                past = msg(
                    "{fix} is no longer needed from {component} {version} on",
                    fix=fix.id,
                    component=component,
                    version=version,
                )
                yield BaseFinding(article.slug, "outdated", past)


def _is_past(component: str, version: str, known: Catalogues) -> bool:
    """The newest version in the catalogue has what made the workaround needless."""
    if component not in known:
        return False
    return satisfies(known[component].newest, f">={version}").holds is True
