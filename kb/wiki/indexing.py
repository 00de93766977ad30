"""The search index follows the database: drained from the outbox, rebuilt beside, mended by itself.

With PostgreSQL the index is part of the base (kb.wiki.shared_index) and needs no following.

Losing the folder loses nothing. What the index has is the number in `applied`, written after the
commit of the index: a crash in between repeats work and loses none.
"""

from __future__ import annotations

import fcntl
import logging
import os
from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TypeVar

from django.conf import settings
from django.db import DatabaseError, connection

from kb.metrics import timed
from kb.search.index import Index, IndexBusy, IndexDamaged
from kb.search.whoosh_index import WhooshIndex
from kb.wiki import shared_index
from kb.wiki.base import note_sizes
from kb.wiki.documents import Told, counted, documents, silently
from kb.wiki.faults import fault_of
from kb.wiki.models import IndexOutbox, Page

T = TypeVar("T")
_BATCH = 500  # changes in one commit of the index
_NEVER = -1


def folder() -> Path:
    return settings.DATA_DIR / "index"


@cache
def _index(path: Path) -> WhooshIndex:
    return WhooshIndex(path)


def _is_shared() -> bool:
    return connection.vendor == "postgresql"


def follow(slugs: Collection[str]) -> None:
    """Changes what the index has of these slugs, where that is part of the transaction. To be
    called when all else of the transaction is done: the index is then locked to its end."""
    if _is_shared():
        shared_index.follow(slugs)


@dataclass(frozen=True, slots=True)
class _Opened:
    """A commit that has the `applied` generation at least: it was opened after the file that says
    so, `mark`, and whoever commits writes that file anew afterwards."""

    mark: object
    applied: int
    index: Index


_opened: list[_Opened] = []


def index(newest: int | None = None) -> Index:
    """The index as new as the database, made or mended where it is not; `newest` is the generation
    of the base where the caller has just asked for it."""
    if _is_shared():
        return shared_index.index()
    wanted = IndexOutbox.generation() if newest is None else newest
    for opened in _opened:
        if opened.applied == wanted and opened.mark == _mark():
            return opened.index
    if applied() != wanted:
        _drain_for_reader()
    return _open().index


def _open() -> _Opened:
    opened = _Opened(_mark(), applied(), _index(folder()).steady())
    _opened[:] = [opened]
    return opened


def _mark() -> object:
    """Another one whenever `applied` was written."""
    path = _note_in(settings.DATA_DIR)
    try:
        found = path.stat()
    except OSError:
        return None
    return path, found.st_ino, found.st_mtime_ns


@cache  # each question asks, and a path is slow to make
def _note_in(data: Path) -> Path:
    return data / "index" / "applied"


def _drain_for_reader() -> None:
    """A full or read-only disk, or a base that is written to, is no reason to find nothing."""
    try:
        drain()
    except (OSError, DatabaseError, IndexBusy, IndexDamaged) as error:
        if applied() == _NEVER:
            raise
        logging.getLogger(__name__).warning("The index stays behind: %s", error)


def ask(question: Callable[[Index], T], newest: int | None = None) -> T:
    """What `question` finds in the newest `index`; one that is damaged is mended first."""
    with timed("search"):
        try:
            return question(index(newest))
        except IndexDamaged:
            _opened.clear()
            mend()
            return question(index())


def lag() -> int:
    """How many changes the index does not have yet."""
    return 0 if _is_shared() else IndexOutbox.generation() - max(0, applied())


def applied() -> int:
    """The generation that the index has; -1 without one."""
    try:
        return int(_note_in(settings.DATA_DIR).read_text("ascii"))
    except (OSError, ValueError):
        return _NEVER


def drain() -> None:
    """Brings the index up to date, unless another process is at it already."""
    if _is_shared():
        shared_index.make()
        return
    with _turn() as ours:
        while ours and (done := applied()) != (newest := IndexOutbox.generation()):
            if done == _NEVER or done > newest:
                _rebuild()
            else:
                _catch_up(done, newest)


def rebuild(told: Told = silently) -> None:
    """A new index beside the old one, swapped in at the end. `told` hears after each document how
    many there are."""
    if _is_shared():
        shared_index.rebuild(told)
        return
    with _turn(patient=True):
        _rebuild(told)


def mend() -> None:
    """Rebuilds an index that is damaged or does not hold as much as it should. Of several that
    find it so, one builds and the others wait for it."""
    if _is_shared():
        shared_index.mend()
        return
    if not _is_whole():
        with _turn(patient=True):
            if not _is_whole():
                _rebuild()


def _is_whole() -> bool:
    try:
        return _index(folder()).count == Page.objects.answering().count()
    except IndexDamaged:
        return False


def _rebuild(told: Told = silently) -> None:
    newest = IndexOutbox.generation()
    _index(folder()).rebuild(counted(documents(Page.objects.answering()), told))
    _note(newest)
    note_sizes()


def _catch_up(done: int, newest: int) -> None:
    rows = IndexOutbox.objects.filter(id__gt=done, id__lte=newest).order_by("id")[:_BATCH]
    changes = list(rows.values_list("id", "slug"))
    slugs = {slug for _, slug in changes}
    fresh = list(documents(Page.objects.answering().filter(slug__in=slugs)))
    try:
        gone = slugs - {document.slug for document in fresh}
        _index(folder()).update(fresh, gone)
    except IndexDamaged as error:
        if fault_of(error.__cause__):
            raise  # a full disk does not get better by writing more
        _rebuild()
    else:
        _note(changes[-1][0] if len(changes) == _BATCH else newest)


def _note(generation: int) -> None:
    path = _note_in(settings.DATA_DIR)
    draft = path.with_suffix(f".{os.getpid()}")
    draft.write_text(str(generation), "ascii")
    draft.replace(path)
    IndexOutbox.forget_until(generation)


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
