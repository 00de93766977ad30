"""The search index follows the database: drained from the outbox, rebuilt beside, mended by itself.

Losing the folder loses nothing. What the index has is the number in `applied`, written after the
commit of the index: a crash in between repeats work and loses none.
"""

from __future__ import annotations

import fcntl
import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from functools import cache
from itertools import islice
from pathlib import Path
from typing import Any, TypeVar

from django.conf import settings
from django.db.models import QuerySet

from kb.core.articles import Article, translate
from kb.search.documents import document_of
from kb.search.index import IndexDamaged, SearchDocument
from kb.search.whoosh_index import WhooshIndex
from kb.wiki.models import IndexOutbox, Page
from kb.wiki.reading import articles_of

T = TypeVar("T")
_BATCH = 500  # changes in one commit of the index
_CHUNK = 200  # articles in memory at a time
_NEVER = -1


def folder() -> Path:
    return settings.DATA_DIR / "index"


@cache
def _index(path: Path) -> WhooshIndex:
    return WhooshIndex(path)


def index() -> WhooshIndex:
    """The index as new as the database, made or mended where it is not."""
    if applied() != IndexOutbox.generation():
        drain()
    return _index(folder())


def ask(question: Callable[[WhooshIndex], T]) -> T:
    """What `question` finds in the newest index; one that is damaged is mended first."""
    try:
        return question(index())
    except IndexDamaged:
        mend()
        return question(index())


def applied() -> int:
    """The generation that the index has; -1 without one."""
    try:
        return int((folder() / "applied").read_text("ascii"))
    except (OSError, ValueError):
        return _NEVER


def drain() -> None:
    """Brings the index up to date, unless another process is at it already."""
    with _turn() as ours:
        while ours and (done := applied()) != (newest := IndexOutbox.generation()):
            if done == _NEVER or done > newest:
                _rebuild()
            else:
                _catch_up(done, newest)


def rebuild() -> None:
    """A new index beside the old one, swapped in at the end."""
    with _turn(patient=True):
        _rebuild()


def mend() -> None:
    """Rebuilds an index that is damaged or does not hold as much as it should. Of several that
    find it so, one builds and the others wait for it."""
    if not _is_whole():
        with _turn(patient=True):
            if not _is_whole():
                _rebuild()


def _is_whole() -> bool:
    try:
        return _index(folder()).count == Page.objects.answering().count()
    except IndexDamaged:
        return False


def _rebuild() -> None:
    newest = IndexOutbox.generation()
    _index(folder()).rebuild(_documents(Page.objects.answering()))
    _note(newest)


def _catch_up(done: int, newest: int) -> None:
    rows = IndexOutbox.objects.filter(id__gt=done, id__lte=newest).order_by("id")[:_BATCH]
    changes = list(rows.values_list("id", "slug"))
    slugs = {slug for _, slug in changes}
    documents = list(_documents(Page.objects.answering().filter(slug__in=slugs)))
    try:
        gone = slugs - {document.slug for document in documents}
        _index(folder()).update(documents, gone)
    except IndexDamaged:
        _rebuild()
    else:
        _note(changes[-1][0] if len(changes) == _BATCH else newest)


def _note(generation: int) -> None:
    path = folder() / "applied"
    draft = path.with_suffix(f".{os.getpid()}")
    draft.write_text(str(generation), "ascii")
    draft.replace(path)
    IndexOutbox.forget_until(generation)


def _documents(pages: QuerySet[Page]) -> Iterator[SearchDocument]:
    """Documents of `pages`, a few hundred articles in memory at a time."""
    wanted = pages.prefetch_related("audience", "translation_of__audience")
    stream = wanted.iterator(chunk_size=_CHUNK)
    while chunk := list(islice(stream, _CHUNK)):
        yield from _documents_of(chunk)


def _documents_of(pages: list[Page]) -> Iterator[SearchDocument]:
    originals = [page.translation_of for page in pages if page.translation_of]
    articles = articles_of([*pages, *originals])
    for page in pages:
        article = articles.get(page.pk)
        original = articles.get(page.translation_of.pk) if page.translation_of else None
        if article:
            whole = translate(original, article) if original else article
            audience = tuple(group.name for group in (page.translation_of or page).audience.all())
            yield document_of(replace(whole, **_identity(article), audience=audience))


def _identity(article: Article) -> dict[str, Any]:
    """A translation is found under its own slug and stands for its original."""
    return {"slug": article.slug, "translation_of": article.translation_of}


@contextmanager
def _turn(patient: bool = False) -> Iterator[bool]:
    """Whether it is this process's turn to write."""
    folder().mkdir(mode=0o700, parents=True, exist_ok=True)
    handle = os.open(folder() / "turn", os.O_RDWR | os.O_CREAT, 0o600)
    try:
        yield _lock(handle, patient)
    finally:
        os.close(handle)


def _lock(handle: int, patient: bool) -> bool:
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | (0 if patient else fcntl.LOCK_NB))
    except BlockingIOError:
        return False
    return True
