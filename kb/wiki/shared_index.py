"""The index as a part of the PostgreSQL base: changed in the transaction of the revision itself, so
that any number of web processes on any machines read and write it."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from contextlib import AbstractContextManager
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from django.conf import settings
from django.db import DEFAULT_DB_ALIAS, connections, router, transaction

from kb.search import postgres_tables
from kb.search.index import IndexDamaged, SearchDocument
from kb.search.postgres_index import PostgresIndex
from kb.wiki.base import note_sizes
from kb.wiki.documents import Told, counted, documents, silently
from kb.wiki.models import IndexOutbox, Page


@dataclass(frozen=True, slots=True)
class Connected:
    """Django's connection under the alias that is right at the moment."""

    alias: Callable[[], str]

    def cursor(self) -> AbstractContextManager[Any]:
        return connections[self.alias()].cursor()

    def transaction(self) -> AbstractContextManager[Any]:
        return transaction.atomic(using=self.alias())


_PRIMARY = Connected(lambda: DEFAULT_DB_ALIAS)
_NEAREST = Connected(lambda: router.db_for_read(Page))


@cache
def _index(folder: Path) -> PostgresIndex:
    return PostgresIndex(_NEAREST, _PRIMARY)


@cache
def _of_primary(folder: Path) -> PostgresIndex:
    return PostgresIndex(_PRIMARY)


def index() -> PostgresIndex:
    """The index for one question. Raises IndexDamaged where there is none."""
    return _index(settings.DATA_DIR).steady()


def follow(slugs: Collection[str]) -> None:
    """What the index has of these slugs becomes what the transaction has of them."""
    fresh = list(documents(Page.objects.using(DEFAULT_DB_ALIAS).answering().filter(slug__in=slugs)))
    try:
        _of_primary(settings.DATA_DIR).update(fresh, {*slugs} - {each.slug for each in fresh})
    except IndexDamaged:
        return  # there is none yet: it will be built whole


def rebuild(told: Told = silently) -> None:
    """A new build beside the old one, with what was changed while it was made."""
    since = IndexOutbox.generation()
    pages = Page.objects.using(DEFAULT_DB_ALIAS).answering()

    def meanwhile() -> tuple[Iterable[SearchDocument], Iterable[str]]:
        rows = IndexOutbox.objects.using(DEFAULT_DB_ALIAS).filter(id__gt=since)
        slugs = set(rows.values_list("slug", flat=True))
        return list(documents(pages.filter(slug__in=slugs))), slugs

    _of_primary(settings.DATA_DIR).rebuild(counted(documents(pages), told), meanwhile)
    IndexOutbox.forget_until(since)
    note_sizes()


def make() -> None:
    """Builds the index where there is none: what is there is as new as the base."""
    if _count() < 0:
        mend()


def mend() -> None:
    """Builds the index where it is missing or does not hold as much as it should; of several
    machines that find it so, one builds and the others wait for it."""
    if not _is_whole():
        with postgres_tables.alone(_PRIMARY):
            if not _is_whole():
                rebuild()


def _is_whole() -> bool:
    return _count() == Page.objects.using(DEFAULT_DB_ALIAS).answering().count()


def _count() -> int:
    """How many documents there are; -1 without an index."""
    try:
        return _of_primary(settings.DATA_DIR).count
    except IndexDamaged:
        return -1
