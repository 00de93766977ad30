"""A copy of the base while the site runs, and back; both prove what they did."""

from __future__ import annotations

import os
import sqlite3
from contextlib import closing
from pathlib import Path

from django.apps import apps
from django.db import connection
from django.db.migrations.loader import MigrationLoader

from kb.core.messages import Message, msg
from kb.wiki import indexing
from kb.wiki.base import prepare_base
from kb.wiki.models import IndexOutbox, Page


class BackupError(RuntimeError):
    """Nothing was changed; `message` says why and what to do."""

    def __init__(self, message: Message) -> None:
        super().__init__(str(message))
        self.message = message


def backup(target: Path) -> dict[str, int]:
    """Writes the base to `target`, whole or not at all; rows by table. Raises BackupError, OSError.

    VACUUM INTO reads one moment of the base; a copy of the file would lose what is in the WAL.
    """
    _only_sqlite()
    if target.exists():
        raise BackupError(msg("{path} is there already: name a new file", path=target))
    draft = target.with_name(f".{target.name}.{os.getpid()}")
    try:
        with connection.cursor() as cursor:
            cursor.execute("VACUUM INTO %s", [str(draft)])
        draft.chmod(0o600)
        rows = proven(draft)
        draft.replace(target)
    finally:
        draft.unlink(missing_ok=True)
    return rows


def restore(source: Path, *, force: bool) -> dict[str, int]:
    """Puts the base of `source` in place of ours and the index after it; rows by table.

    Raises BackupError where `source` is no sound base, or ours has articles and `force` is not set.
    """
    _only_sqlite()
    rows = proven(source)
    _refuse_newer(source)
    if Page.objects.exists() and not force:
        raise BackupError(msg("the base has articles: --force replaces all of it"))
    (indexing.folder() / "applied").unlink(missing_ok=True)
    before = IndexOutbox.generation()
    _copy_into_ours(source)
    prepare_base()
    # A generation that no base had: servers that run must not take this base for the one before.
    IndexOutbox.objects.create(pk=max(before, IndexOutbox.generation()) + 1, slug="")
    indexing.rebuild()
    return rows


def proven(path: Path) -> dict[str, int]:
    """Rows by table of a base that passes SQLite's own check. Raises BackupError."""
    try:
        with closing(sqlite3.connect(f"file:{path.absolute()}?mode=ro", uri=True)) as base:
            (verdict,) = base.execute("PRAGMA integrity_check").fetchone()
            if verdict == "ok":
                return {table: _count(base, table) for table in _tables()}
    except sqlite3.Error as error:
        raise BackupError(msg("{path} is no backup: {why}", path=path, why=error)) from error
    raise BackupError(msg("{path} is damaged: {why}", path=path, why=verdict))


def _tables() -> list[str]:
    models = (*apps.get_app_config("wiki").get_models(), *apps.get_app_config("auth").get_models())
    return sorted(model._meta.db_table for model in models)


def _count(base: sqlite3.Connection, table: str) -> int:
    (count,) = base.execute(f'SELECT count(*) FROM "{table}"').fetchone()
    return int(count)


def _refuse_newer(source: Path) -> None:
    """A base of a newer release has columns that this one does not know."""
    with closing(sqlite3.connect(f"file:{source.absolute()}?mode=ro", uri=True)) as base:
        applied = set(base.execute("SELECT app, name FROM django_migrations"))
    unknown = applied - set(MigrationLoader(connection).disk_migrations)
    if unknown:
        raise BackupError(msg("the backup is of a newer release: update this one first"))


def _copy_into_ours(source: Path) -> None:
    """SQLite's backup in one step: readers see the old base or the new one."""
    connection.ensure_connection()
    with closing(sqlite3.connect(f"file:{source.absolute()}?mode=ro", uri=True)) as base:
        base.backup(connection.connection, pages=-1)
    connection.close()


def _only_sqlite() -> None:
    if connection.vendor != "sqlite":
        raise BackupError(msg("this base is PostgreSQL: use pg_dump and pg_restore"))
