"""Pages → articles, each revision parsed once and kept while it is used."""

from __future__ import annotations

import pickle
import zlib
from collections.abc import Hashable, Iterable, Iterator, Mapping
from dataclasses import replace

from kb.core.articles import Article
from kb.core.last_used import LastUsed
from kb.wiki.corpus.contents import edition
from kb.wiki.corpus.source import read_article
from kb.wiki.models import Page, Revision

_KEPT = 1000  # parsed texts a process; some 20 KB each
_PACKED = 10_000  # … that were used before those; 1 to 2 KB each

# By slug and hash of the text, not by primary key: a restored base gives keys anew. And by the
# vocabulary that it was read with.
Key = tuple[str, str, Hashable]


class _Parsed:
    """Articles that this process has parsed: the last used as they are, those before them packed,
    which a tenth of the time to parse one brings back. One that is back stays packed as well, as
    packing takes longer, and makes room first. Threads may share it."""

    def __init__(self, most: int, packed: int) -> None:
        self._kept: LastUsed[Key, Article] = LastUsed(most)
        self._packed: LastUsed[Key, bytes] = LastUsed(packed)

    def found(self, wanted: Iterable[Key]) -> dict[Key, Article]:
        """Those of `wanted` that are kept, which are then the last used."""
        wanted = [*wanted]
        found = self._kept.found(wanted)
        packed = self._packed.there(key for key in wanted if key not in found)
        back = {key: _unpacked(raw) for key, raw in packed.items()}
        self.keep(back)
        return found | back

    def keep(self, new: Mapping[Key, Article]) -> None:
        gone = self._kept.keep(new)
        before = self._packed.there(gone)
        self._packed.keep({key: before.get(key) or _packed(each) for key, each in gone.items()})


def _packed(article: Article) -> bytes:
    return zlib.compress(pickle.dumps(article, pickle.HIGHEST_PROTOCOL), 1)


def _unpacked(packed: bytes) -> Article:
    """Of what this process packed, and nothing else: a pickle can hold a program."""
    article: Article = pickle.loads(zlib.decompress(packed))
    return article


_parsed = _Parsed(_KEPT, _PACKED)


def article_of(page: Page) -> Article:
    """The article that readers see. Raises LookupError where its text cannot be read any more."""
    found = articles_of([page])
    if page.pk not in found:
        raise LookupError(f"{page.slug}: the stored text cannot be read")
    return found[page.pk]


def articles_of(pages: Iterable[Page]) -> dict[int, Article]:
    """Articles by the primary key of their page, with what the page decides: topic and state.

    At most one query, for the texts that are not kept. Pages whose text cannot be read any more
    are left out: one bad text must not take the others along.
    """
    wanted = {_key(page): page for page in pages if page.current_revision_id}
    kept = _kept(wanted)
    return {
        page.pk: replace(kept[key], topic=page.topic, state=page.state)
        for key, page in wanted.items()
        if key in kept
    }


def _key(page: Page) -> Key:
    return page.slug, page.digest, edition()


def _kept(wanted: Mapping[Key, Page]) -> Mapping[Key, Article]:
    kept = _parsed.found(wanted)
    fresh = _parse([page for key, page in wanted.items() if key not in kept])
    _parsed.keep(fresh)
    return kept | fresh


def _parse(missing: list[Page]) -> dict[Key, Article]:
    if not missing:
        return {}
    read = {_key(page): read_article(text, page.slug) for page, text in _texts(missing)}
    return {key: parsed.article for key, parsed in read.items() if parsed.article is not None}


def _texts(pages: list[Page]) -> Iterator[tuple[Page, str]]:
    """The text of each page, from the base unless its revision came with it."""
    asked = {page.current_revision_id or 0: page for page in pages if not _has_text(page)}
    yield from ((page, page.live.source) for page in pages if _has_text(page))
    if asked:
        texts = Revision.objects.filter(pk__in=list(asked)).values_list("pk", "source")
        yield from ((asked[pk], text) for pk, text in texts)


def _has_text(page: Page) -> bool:
    return bool(Page.current_revision.is_cached(page))
