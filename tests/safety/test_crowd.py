"""8 who write and 16 who read at once, on SQLite: nobody meets a lock, nothing is lost."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.safety.crowd import Told, crowd, lost
from tests.safety.site import Site
from tests.wiki.texts import source


@pytest.mark.parametrize(
    ("writers", "readers", "seconds"),
    [(3, 5, 4.0), pytest.param(8, 16, 60.0, marks=pytest.mark.long)],
)
def test_nobody_meets_a_lock_and_nothing_is_lost(
    tmp_path: Path, writers: int, readers: int, seconds: float
) -> None:
    shared = ("shared", source("Shared", "SharedError: x"))
    site = Site(tmp_path, [shared], DATABASE_URL="", KB_WORKERS="2")
    try:
        told = crowd(site, writers, readers, seconds)
    finally:
        site.stop()
    print(dict(told.answers))
    assert told.wrong == []
    assert told.answers["save 200"] >= len(told.saved) > writers
    assert lost(site, told) == []
    assert "locked" not in site.log.read_text("utf-8")


def test_what_is_lost_would_be_seen(tmp_path: Path) -> None:
    site = Site(tmp_path)
    site.stop()
    told = Told(saved=[("fault", 1, "another text"), ("fault", 9, "")])
    assert "('fault', 1), ('fault', 9)" in str(lost(site, told))
