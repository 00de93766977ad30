"""A shared text → its next revision, which every process reads from then on."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass

from django.contrib.auth.models import User
from django.db import transaction

from kb.wiki.corpus.shared import file_text
from kb.wiki.edited import forget
from kb.wiki.models import SharedRevision, SharedText
from kb.wiki.saving import announce_slugs

FIRST = 1  # the number of the file's text, before anybody edited it


class SharedConflict(Exception):
    """There is a newer text than the one that was edited."""

    def __init__(self, newest: SharedRevision) -> None:
        super().__init__(str(newest))
        self.newest = newest


@dataclass(frozen=True, slots=True)
class SharedEdit:
    """Who changes a text, whence and why. `based_on` None: whatever is there; `imported` is the
    hash of the file, "" from the web."""

    origin: SharedRevision.Origin
    author: User | None = None
    note: str = ""
    based_on: int | None = None
    imported: str = ""


def newest_of(name: str) -> SharedRevision | None:
    """None for a text that nobody edited: the file speaks."""
    found = SharedRevision.objects.filter(text__name=name).select_related("text", "author")
    return found.order_by("-number").first()


@transaction.atomic
def keep_shared(name: str, source: str, edit: SharedEdit) -> SharedRevision:
    """The next revision; a text that is there already stays the one that it is.

    Raises SharedConflict. Of a text that was a file until now, the file is the first revision."""
    text, newest = _opened(name)
    if newest and newest.source == source:
        _note_file(text, edit.imported)
        return newest
    if newest and edit.based_on is not None and newest.number != edit.based_on:
        raise SharedConflict(newest)
    return _added(text, newest, source, edit)


def _opened(name: str) -> tuple[SharedText, SharedRevision | None]:
    """The text, held to the end of the transaction, and its newest revision."""
    text, made = SharedText.objects.get_or_create(name=name)
    text = SharedText.objects.select_for_update().get(pk=text.pk)
    shipped = file_text(name) if made else None
    if shipped is not None:
        edit = SharedEdit(SharedRevision.Origin.FILE, imported=hash_of(shipped))
        return text, _added(text, None, shipped, edit)
    return text, text.revisions.select_related("author").order_by("-number").first()


def _added(
    text: SharedText, newest: SharedRevision | None, source: str, edit: SharedEdit
) -> SharedRevision:
    revision = SharedRevision.objects.create(
        text=text,
        number=newest.number + 1 if newest else FIRST,
        source=source,
        origin=edit.origin,
        author=edit.author,
        note=edit.note[:300],
        based_on=newest,
    )
    SharedText.objects.filter(pk=text.pk).update(digest=hash_of(source))
    _note_file(text, edit.imported)
    announce_slugs({""})  # no page; whatever is kept of any page is old now
    forget()
    transaction.on_commit(forget)  # who asked in between has the text of before
    return revision


def _note_file(text: SharedText, imported: str) -> None:
    if imported:
        SharedText.objects.filter(pk=text.pk).update(imported=imported)


def hash_of(source: str) -> str:
    return hashlib.sha256(source.encode()).hexdigest()
