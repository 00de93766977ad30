"""Pages → articles, each revision parsed once and kept while it is used."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterable, Mapping
from dataclasses import replace
from threading import Lock

from kb.core.articles import Article
from kb.wiki.corpus.source import read_article
from kb.wiki.models import Page, Revision

_KEPT = 1000  # parsed revisions a process; some 20 KB each

_parsed: OrderedDict[int, Article] = OrderedDict()
_lock = Lock()


def article_of(page: Page) -> Article:
    """The article that readers see. Raises LookupError where its text cannot be read any more."""
    found = articles_of([page])
    if page.pk not in found:
        raise LookupError(f"{page.slug}: the stored text cannot be read")
    return found[page.pk]


def articles_of(pages: Iterable[Page]) -> dict[int, Article]:
    """Articles by the primary key of their page, with what the page decides: topic and state.

    At most one query, for the texts of revisions that are not kept. Pages whose text cannot be
    read any more are left out: one bad text must not take the others along.
    """
    live = [(page, page.current_revision_id) for page in pages if page.current_revision_id]
    kept = _kept(revision for _, revision in live)
    return {
        page.pk: replace(kept[revision], topic=page.topic, state=page.state)
        for page, revision in live
        if revision in kept
    }


def _kept(revisions: Iterable[int]) -> Mapping[int, Article]:
    wanted = set(revisions)
    with _lock:
        kept = {pk: _parsed[pk] for pk in wanted if pk in _parsed}
    fresh = _parse(wanted - kept.keys())
    with _lock:
        for pk, article in fresh.items():
            _parsed[pk] = article
        for pk in wanted & _parsed.keys():
            _parsed.move_to_end(pk)
        while len(_parsed) > _KEPT:
            _parsed.popitem(last=False)
    return kept | fresh


def _parse(missing: set[int]) -> dict[int, Article]:
    if not missing:
        return {}
    texts = Revision.objects.filter(pk__in=missing).values_list("pk", "source", "page__slug")
    read = {pk: read_article(source, slug).article for pk, source, slug in texts}
    return {pk: article for pk, article in read.items() if article is not None}


def forget() -> None:
    """Drops what is kept: the vocabulary has changed, or another base is open."""
    with _lock:
        _parsed.clear()
