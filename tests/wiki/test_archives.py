import struct
import zipfile
from pathlib import Path

import pytest

from kb.wiki.corpus.archives import ArchiveError, read_archive
from kb.wiki.models import Page
from tests.wiki.factory import source, take


def archive(path: Path, entries: list[tuple[str, bytes]]) -> Path:
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as file:
        for name, content in entries:
            file.writestr(zipfile.ZipInfo(name), content, zipfile.ZIP_DEFLATED)
    return path


@pytest.mark.django_db
def test_articles_come_out_of_an_archive(tmp_path: Path) -> None:
    path = archive(
        tmp_path / "in.zip", [("vllm/fault.md", source().encode()), ("readme.pdf", b"x")]
    )
    assert [each.result for each in take(path)] == ["created"]
    assert Page.objects.get().topic == "vllm"


@pytest.mark.parametrize(
    ("name", "says"),
    [
        ("../../etc/passwd.md", "leads outside"),
        ("/abs.md", "leads outside"),
        ("C:\\x.md", "leads outside"),
        ("a\nb.md", "leads outside"),
        ("a\u202egpj.md", "leads outside"),
        ("inner.zip", "archive in the archive"),
    ],
)
def test_a_name_that_hides_something_is_refused(tmp_path: Path, name: str, says: str) -> None:
    with pytest.raises(ArchiveError, match=says):
        read_archive(archive(tmp_path / "in.zip", [(name, b"text")]))


def test_a_bomb_is_refused_before_it_is_unpacked(tmp_path: Path) -> None:
    path = archive(tmp_path / "in.zip", [("big.md", b"a" * (900 * 1024))])
    with pytest.raises(ArchiveError, match="packed too tightly"):
        read_archive(path)


def test_a_header_that_lies_about_the_size_is_refused(tmp_path: Path) -> None:
    path = archive(tmp_path / "in.zip", [("big.md", bytes(range(256)) * 400)])
    raw = path.read_bytes()
    honest = struct.pack("<I", 256 * 400)
    path.write_bytes(raw.replace(honest, struct.pack("<I", 10)))
    with pytest.raises(ArchiveError):
        read_archive(path)


def test_too_many_entries_and_twice_the_same_name(tmp_path: Path) -> None:
    many = [(f"{number}.md", b"x") for number in range(201)]
    with pytest.raises(ArchiveError, match="201 entries"):
        read_archive(archive(tmp_path / "many.zip", many))
    with pytest.raises(ArchiveError, match="twice"):
        read_archive(archive(tmp_path / "twice.zip", [("a.md", b"x"), ("A.md", b"y")]))


def test_a_link_is_refused(tmp_path: Path) -> None:
    with zipfile.ZipFile(tmp_path / "in.zip", "w") as file:
        link = zipfile.ZipInfo("link.md")
        link.external_attr = 0o120777 << 16
        file.writestr(link, "/etc/passwd")
    with pytest.raises(ArchiveError, match="is a link"):
        read_archive(tmp_path / "in.zip")


@pytest.mark.parametrize("raw", [b"no zip", b"PK\x03\x04broken"])
def test_what_is_no_archive_is_refused(tmp_path: Path, raw: bytes) -> None:
    path = tmp_path / "in.zip"
    path.write_bytes(raw)
    with pytest.raises(ArchiveError, match="damaged"):
        read_archive(path)
