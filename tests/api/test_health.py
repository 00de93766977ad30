"""Alive and ready are two things: what is missing is named, and the process still lives."""

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from django.db import connection
from django.db.migrations.recorder import MigrationRecorder
from django.test import Client
from pytest_django import Settings

pytestmark = [pytest.mark.usefixtures("articles"), pytest.mark.sqlite]


def _no_database(_: Path) -> None:
    with connection.cursor() as cursor:
        cursor.execute("ALTER TABLE wiki_page RENAME TO elsewhere")


def _not_migrated(_: Path) -> None:
    MigrationRecorder(connection).migration_qs.filter(app="wiki").last().delete()


def _no_index(folder: Path) -> None:
    """A file where its folder should be: it cannot be built anew either."""
    shutil.rmtree(folder / "index")
    (folder / "index").write_text("in the way", encoding="ascii")


BROKEN: dict[str, Callable[[Path], None]] = {
    "database": _no_database,
    "migrations": _not_migrated,
    "index": _no_index,
}


@pytest.mark.parametrize("part", BROKEN)
def test_what_is_missing_is_named(client: Client, settings: Settings, part: str) -> None:
    assert client.get("/readyz").status_code == 200
    BROKEN[part](Path(settings.DATA_DIR))
    answer = client.get("/readyz")
    assert (answer.status_code, answer.json()[part]) == (503, False)
    assert client.get("/healthz").status_code == 200
