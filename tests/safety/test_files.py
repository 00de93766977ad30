"""Files of strangers: bounded, refused by name, nothing half written."""

from __future__ import annotations

import struct
import time
import zipfile
from pathlib import Path

import pytest

from kb.wiki.corpus.archives import ArchiveError, read_archive
from kb.wiki.corpus.files import read_source, sources
from kb.wiki.models import Page
from tests.shell import Shell
from tests.wiki.factory import source, take, write

pytestmark = pytest.mark.django_db
WORDS = "显存不足，启动失败。The server stops."


@pytest.mark.parametrize(
    ("raw", "taken"),
    [
        (source(WORDS).encode(), True),
        (b"\xef\xbb\xbf" + source(WORDS).encode(), True),
        (source(WORDS).encode("utf-16"), True),
        (source(WORDS).encode("gb18030"), True),
        (source(WORDS).replace("\n", "\r\n").encode(), True),
        (b"\x00" * 100, False),
        (source(WORDS).encode() + b"\x00", False),
        (source(WORDS).encode("utf-32"), False),
        (b"", False),
        (b"a" * (256 * 1024 + 1), False),
        (bytes(range(256)) * 8, False),
    ],
)
def test_encodings(raw: bytes, taken: bool) -> None:
    found = read_source("vllm/fault.md", raw, "vllm")
    assert (found.refused is None) == taken
    if taken:
        assert WORDS in found.text
        assert "\r" not in found.text


NAMES = ["a\nb", "a\u202eb", "..", "...", "con", "a" * 220, "-", "_x", "A b", "名字", "a'b\"c;$(x)"]


@pytest.mark.parametrize("name", NAMES)
def test_a_name_becomes_an_address_that_is_safe(tmp_path: Path, name: str) -> None:
    write(tmp_path, f"in/{name}.md", source())
    for result in take(tmp_path / "in"):
        assert result.slug.replace("-", "").isalnum()
        assert result.slug.isascii()
        assert len(result.slug) <= 200


def test_a_link_out_of_the_folder_brings_nothing_of_another_kind(tmp_path: Path) -> None:
    write(tmp_path, "in/fault.md", source())
    (tmp_path / "in" / "passwd.md").symlink_to("/etc/passwd")
    (tmp_path / "in" / "loop.md").symlink_to(tmp_path / "in" / "loop.md")
    (tmp_path / "in" / "device.md").symlink_to("/dev/zero")
    results = {result.slug: result.result for result in take(tmp_path / "in")}
    assert results.pop("fault") == "created"
    assert set(results) <= {"passwd"}
    assert Page.objects.answering().count() == 1


def test_thousands_of_files_stream(tmp_path: Path) -> None:
    """Found and read one after another: the first is there before the last has been opened."""
    for number in range(2000):
        write(tmp_path, f"in/{number:04}.md", "x\n")
    before = time.process_time()
    found = sources([tmp_path / "in"])
    assert next(found).slug == "0000"
    assert sum(1 for _ in found) == 1999
    assert time.process_time() - before < 10


def test_overlapping_entries_are_counted_again(tmp_path: Path) -> None:
    """A few kilobytes that claim much more, all entries over the same bytes."""
    path = tmp_path / "overlap.zip"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as file:
        for number in range(150):
            file.writestr(f"{number:03}.md", bytes(range(256)) * 800)
    raw = bytearray(path.read_bytes())
    at = raw.find(b"PK\x01\x02")
    while at >= 0:
        raw[at + 42 : at + 46] = struct.pack("<I", 0)
        at = raw.find(b"PK\x01\x02", at + 4)
    path.write_bytes(raw)
    with pytest.raises(ArchiveError):
        read_archive(path)


def test_an_archive_is_taken_whole_or_not_at_all(tmp_path: Path, shell: Shell) -> None:
    with zipfile.ZipFile(tmp_path / "in.zip", "w") as file:
        file.writestr("good.md", source())
        file.writestr("../bad.md", source())
    ended = shell("ingest", str(tmp_path / "in.zip"))
    assert ended.code == 1
    assert "leads outside" in ended.out + ended.err
    assert not Page.objects.exists()
