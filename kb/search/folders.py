"""The folder of an index on disk: numbered builds, a pointer to the current one, one writer.

A build is made beside the current one and swapped by replacing the pointer file, so a reader or a
`kill -9` at any moment meets either the old or the new build, whole.
"""

import fcntl
import os
import secrets
import shutil
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from kb.search.index import IndexBusy, IndexDamaged

_POINTER = "current"
_LOCK = "lock"
_NEXT = "next"


def prepare(folder: Path) -> None:
    """The folder, private to its owner: what is read from it is unpickled."""
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    folder.chmod(0o700)


def current(folder: Path, layout: str) -> Path:
    """The current build. Raises IndexDamaged when there is none of this layout."""
    try:
        name = (folder / _POINTER).read_text(encoding="ascii").strip()
    except (OSError, ValueError) as error:
        raise IndexDamaged(f"no index in {folder}") from error
    if not name.startswith(f"{layout}-") or "/" in name:
        raise IndexDamaged(f"the index in {folder} was made by another version")
    return folder / name


@contextmanager
def new_build(folder: Path, layout: str) -> Iterator[Path]:
    """An empty folder for a build that nobody reads yet; gone again where it is not finished."""
    build = folder / f"{layout}-{secrets.token_hex(6)}"
    build.mkdir(mode=0o700)
    try:
        yield build
    except BaseException:
        shutil.rmtree(build, ignore_errors=True)  # a full disk must not keep the torso
        raise


def swap(folder: Path, build: Path) -> None:
    """Make `build` the current one and drop every other. Call it under `lock`."""
    pointer = folder / f"{_POINTER}.new"
    pointer.write_text(build.name, encoding="ascii")
    _sync(pointer)
    pointer.replace(folder / _POINTER)
    _sync(folder)
    for other in folder.iterdir():
        if other.is_dir() and other != build:
            shutil.rmtree(other, ignore_errors=True)  # open readers keep their mapped files


def _sync(path: Path) -> None:
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


@contextmanager
def lock(folder: Path, seconds: float) -> Iterator[None]:
    """The only writer of `folder`, over all processes; the system frees it when one dies.

    Who waits holds the place next in line: a writer that comes again and again cannot keep out
    another one, which only looks now and then. Raises IndexBusy after `seconds`.
    """
    deadline = time.monotonic() + seconds
    with _opened(folder / _NEXT) as place, _opened(folder / _LOCK) as ours:
        _wait_for(place, deadline)
        _wait_for(ours, deadline)
        fcntl.flock(place, fcntl.LOCK_UN)
        yield


@contextmanager
def _opened(path: Path) -> Iterator[int]:
    handle = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
    try:
        yield handle
    finally:
        os.close(handle)


def _wait_for(handle: int, deadline: float) -> None:
    while True:
        try:
            return fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError as error:
            if time.monotonic() > deadline:
                raise IndexBusy("another process writes to the index") from error
            time.sleep(0.05)
