"""Zip archives of strangers → names and bytes, within bounds, nothing ever written to disk."""

from __future__ import annotations

import stat
import zipfile
import zlib
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path, PurePosixPath

from kb.core.messages import Message, msg

# safety.md section 6: overlapping entries let 110 KB claim 20 GB, so what is read is counted again.
ARCHIVE_LIMIT = 5 * 2**20
ENTRIES = 200
ENTRY_LIMIT = 2**20
SUM_LIMIT = 20 * 2**20
RATIO = 100
NESTED = {".zip", ".gz", ".bz2", ".xz", ".7z", ".rar", ".tar", ".tgz"}


class ArchiveError(ValueError):
    """An archive that is not read, or no further; `message` says which entry and why."""

    def __init__(self, message: Message) -> None:
        super().__init__(str(message))
        self.message = message


def read_archive(path: Path) -> list[tuple[str, bytes]]:
    """Names and contents of all entries. Raises ArchiveError, OSError; then nothing was read."""
    with path.open("rb") as file:
        return unpacked(file.read(ARCHIVE_LIMIT + 1))


def unpacked(raw: bytes) -> list[tuple[str, bytes]]:
    """The same of an archive that was sent. Raises ArchiveError."""
    if len(raw) > ARCHIVE_LIMIT:
        raise ArchiveError(msg("is over 5 MiB: give the folder instead"))
    try:
        with zipfile.ZipFile(BytesIO(raw)) as archive:
            return list(_entries(archive))
    except (zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError, RuntimeError) as error:
        raise ArchiveError(msg("is damaged or encrypted, not a zip archive to read")) from error


def _entries(archive: zipfile.ZipFile) -> Iterator[tuple[str, bytes]]:
    entries = [entry for entry in archive.infolist() if not entry.is_dir()]
    _check_all(entries)
    left = SUM_LIMIT
    for entry in entries:
        with archive.open(entry) as file:
            content = file.read(ENTRY_LIMIT + 1)
        left -= len(content)
        if len(content) > ENTRY_LIMIT or left < 0:
            raise ArchiveError(msg("{name} is larger than it says", name=_shown(entry.filename)))
        yield entry.filename, content


def _check_all(entries: list[zipfile.ZipInfo]) -> None:
    if len(entries) > ENTRIES:
        raise ArchiveError(msg("has {count} entries, at most 200 are read", count=len(entries)))
    if sum(entry.file_size for entry in entries) > SUM_LIMIT:
        raise ArchiveError(msg("unpacks to more than 20 MiB"))
    seen: set[str] = set()
    for entry in entries:
        if wrong := _wrong(entry) or _twice(entry, seen):
            raise ArchiveError(wrong)


def _wrong(entry: zipfile.ZipInfo) -> Message | None:
    name = _shown(entry.filename)
    path = PurePosixPath(entry.filename.replace("\\", "/"))
    if path.is_absolute() or ".." in path.parts or ":" in path.parts[0] or name != entry.filename:
        return msg("{name} is a name that leads outside or hides something", name=name)
    if stat.S_ISLNK(entry.external_attr >> 16):
        return msg("{name} is a link", name=name)
    if path.suffix.lower() in NESTED:
        return msg("{name} is an archive in the archive", name=name)
    if entry.file_size > ENTRY_LIMIT or entry.file_size > RATIO * max(entry.compress_size, 100):
        return msg("{name} is too large or packed too tightly", name=name)
    return None


def _twice(entry: zipfile.ZipInfo, seen: set[str]) -> Message | None:
    folded = entry.filename.casefold()
    if folded in seen:
        return msg("{name} is there twice", name=_shown(entry.filename))
    seen.add(folded)
    return None


def _shown(name: str) -> str:
    """A name that is safe to print: control, bidirectional and invisible marks become `?`."""
    return "".join(mark if mark.isprintable() else "?" for mark in name)[:200]
