"""A folder of Whoosh's whose large segments are read where they lie.

Whoosh maps a segment into memory and then copies all of it: of 100,000 articles 180 MB in each
process, and again after each commit that wrote it anew. A small one is held whole: it answers on
when its file is damaged.
"""

import os
from mmap import ACCESS_READ, mmap
from pathlib import Path
from typing import Any

from whoosh.filedb.filestore import FileStorage
from whoosh.filedb.structfile import BufferFile, StructFile

_SEGMENT = ".seg"
SMALL = 8 * 2**20  # bytes: a segment of 4,000 articles


class Files(FileStorage):  # type: ignore[misc]
    """A folder; its segments are shared by all processes that read it."""

    def open_file(self, name: str, **more: Any) -> StructFile:
        if not name.endswith(_SEGMENT):
            return super().open_file(name, **more)
        with Path(self.folder, name).open("rb") as file:
            if os.fstat(file.fileno()).st_size <= SMALL:
                return _Segment(memoryview(file.read()), name)
            return _Segment(memoryview(mmap(file.fileno(), 0, access=ACCESS_READ)), name)


class _Segment(StructFile):  # type: ignore[misc]
    """Several files in one; each of them is a part of it."""

    def __init__(self, whole: memoryview, name: str) -> None:
        super().__init__(_Reading(whole), name)
        self._whole = whole

    def subset(self, position: int, length: int, name: str = "") -> "_Part":
        return _Part(self._whole[position : position + length], name)


class _Part(BufferFile):  # type: ignore[misc]
    def __init__(self, part: memoryview, name: str) -> None:
        super().__init__(b"", name)
        self._buf, self.file = part, _Reading(part)


class _Reading:
    """A place in memory that reading moves on, as in a file."""

    def __init__(self, part: memoryview) -> None:
        self._part, self._at = part, 0

    def read(self, size: int = -1) -> bytes:
        end = len(self._part) if size < 0 else self._at + size
        found = bytes(self._part[self._at : end])
        self._at += len(found)
        return found

    def readline(self) -> bytes:
        """For Whoosh's pickles, in which names are lines."""
        size = 128
        while (end := bytes(self._part[self._at : self._at + size]).find(b"\n")) < 0:
            if self._at + size >= len(self._part):
                return self.read()
            size *= 2
        return self.read(end + 1)

    def seek(self, place: int, whence: int = 0) -> int:
        self._at = place + (0, self._at, len(self._part))[whence]
        return self._at

    def tell(self) -> int:
        return self._at

    def close(self) -> None:
        """The memory goes with the last part of it."""
