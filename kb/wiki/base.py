"""Any command finds a migrated base and a whole index, and makes them where they are missing."""

from __future__ import annotations

import fcntl
import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress

from django.conf import settings
from django.core.management import call_command
from django.db import DatabaseError, connection
from django.db.migrations.executor import MigrationExecutor


def prepare_base() -> None:
    """Creates and migrates the base. Of two processes that start together, one waits."""
    settings.DATA_DIR.mkdir(mode=0o700, parents=True, exist_ok=True)
    if is_behind():
        with _alone():
            call_command("migrate", verbosity=0, interactive=False)
        note_sizes()


def note_sizes() -> None:
    """Lets the base count what its indexes tell apart. Without that SQLite takes the one of a
    column in which all rows are the same, and sorts a hundred thousand pages to show six;
    PostgreSQL, which counts a minute later by itself, takes tables for empty that were just filled.
    """
    with suppress(DatabaseError), connection.cursor() as cursor:  # it is only slower without
        cursor.execute("ANALYZE")


def is_behind() -> bool:
    """Whether migrations are still to be run."""
    executor = MigrationExecutor(connection)
    return bool(executor.migration_plan(executor.loader.graph.leaf_nodes()))


@contextmanager
def _alone() -> Iterator[None]:
    handle = os.open(settings.DATA_DIR / "migrating", os.O_RDWR | os.O_CREAT, 0o600)
    try:
        fcntl.flock(handle, fcntl.LOCK_EX)
        yield
    finally:
        os.close(handle)
