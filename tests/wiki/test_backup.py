from pathlib import Path

import pytest

from kb.wiki.backup import BackupError, backup, proven

# An in-memory base has no file to copy into; these tests need a base of their own on disk.
pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.sqlite]


def test_a_backup_that_is_none_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "x.sqlite3"
    path.write_bytes(b"no base")
    with pytest.raises(BackupError, match="no backup"):
        proven(path)


def test_a_file_that_is_there_is_not_overwritten(tmp_path: Path) -> None:
    path = tmp_path / "x.sqlite3"
    path.write_bytes(b"mine")
    with pytest.raises(BackupError, match="there already"):
        backup(path)
    assert path.read_bytes() == b"mine"
