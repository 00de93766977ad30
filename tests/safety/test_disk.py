"""A disk that is full and a data folder that cannot be written, on real mounts (needs root).

The short form of a full disk, by a limit of the system, is in test_running_site.py."""

from __future__ import annotations

import os
import sqlite3
import subprocess
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest

from tests.safety.site import Site
from tests.wiki.texts import source, write

pytestmark = [pytest.mark.long, pytest.mark.xdist_group("disk")]
LINE = "FrobnicationError: widget 99 is not frobnicated"
FIX = "--enforce-eager"
ADDRESSES = ("/", "/articles/", "/articles/fault/", "/healthz", "/readyz", "/help/safety/")


@contextmanager
def mounted(folder: Path, *options: str) -> Iterator[None]:
    folder.mkdir(exist_ok=True)
    done = subprocess.run(["mount", *options, str(folder)], capture_output=True, text=True)
    if os.geteuid() != 0 or done.returncode:
        pytest.skip(f"needs the right to mount: {done.stderr.strip() or 'not root'}")
    try:
        yield
    finally:
        subprocess.run(["umount", "-l", str(folder)], check=True)


@contextmanager
def running(folder: Path, **environ: str) -> Iterator[Site]:
    site = Site(folder, **environ)
    try:
        yield site
    finally:
        site.stop()


@contextmanager
def full(folder: Path) -> Iterator[None]:
    """Not a byte is left."""
    filler = folder / "filler"
    with filler.open("wb", buffering=0) as file:
        for size in (2**20, 4096, 1):
            try:
                while True:
                    file.write(b"x" * size)
            except OSError:
                continue
    yield
    filler.unlink()


def whole(site: Site, titles: set[str]) -> None:
    with closing(sqlite3.connect(site.base)) as base:
        assert base.execute("pragma integrity_check").fetchone() == ("ok",)
        found = {title for (title,) in base.execute("select title from wiki_page")}
    assert titles <= found


def taken(site: Site, name: str) -> tuple[int, str]:
    """Whether a new article was acknowledged, and what was said."""
    folder = site.data.parent / name
    write(folder, f"vllm/{name}.md", source(f"Title {name}", f"Error{name}: x"))
    ended = site.manage("ingest", str(folder))
    return ended.returncode, ended.stdout + ended.stderr


def test_a_full_disk_loses_nothing_and_says_so(tmp_path: Path) -> None:
    data = tmp_path / "var"
    with mounted(data, "-t", "tmpfs", "-o", "size=24m", "none"), running(tmp_path) as site:
        assert taken(site, "before")[0] == 0
        acknowledged = {"The frobnicator breaks", "Title before"}
        with full(data):
            status, page = site.client().post("/diagnose/", paste=LINE)
            assert (status, FIX in page) == (200, True)
            assert "disk of this site is full" in page
            assert {site.client().get(address)[0] for address in ADDRESSES} == {200}
            for name in ("one", "two", "three"):
                code, said = taken(site, name)
                if code == 0:
                    acknowledged.add(f"Title {name}")  # there was still room in a page of the base
                else:
                    assert "full" in said, said
                    assert "Traceback" not in said
            backup = site.manage("backup", str(data / "saved.sqlite3"))
            assert backup.returncode != 0
            assert not (data / "saved.sqlite3").exists(), "half a backup is none"
        assert taken(site, "after")[0] == 0
        assert "Title after" in site.client().get("/search/?q=Errorafter")[1]
        assert "Delete now" in site.client().post("/diagnose/", paste=LINE)[1]
        whole(site, acknowledged | {"Title after"})


def test_a_folder_that_becomes_read_only_is_told_of(tmp_path: Path) -> None:
    with running(tmp_path) as site:
        with mounted(site.data, "--bind", str(site.data)):
            subprocess.run(["mount", "-o", "remount,bind,ro", str(site.data)], check=True)
            assert {site.client().get(address)[0] for address in ADDRESSES} == {200}
            status, page = site.client().post("/diagnose/", paste=LINE)
            assert (status, FIX in page) == (200, True)
            code, said = taken(site, "one")
            assert code != 0
            assert "cannot be written" in said
            assert "Traceback" not in said
        assert taken(site, "after")[0] == 0
        whole(site, {"The frobnicator breaks", "Title after"})


def test_a_start_over_a_read_only_folder_says_what_to_do(tmp_path: Path) -> None:
    with running(tmp_path) as site:
        pass
    with mounted(site.data, "--bind", str(site.data)):
        subprocess.run(["mount", "-o", "remount,bind,ro", str(site.data)], check=True)
        for words in (["start", "--port", str(site.port)], ["reindex"], ["ingest", str(tmp_path)]):
            ended = site.manage(*words)
            assert ended.returncode != 0
            assert "cannot be written" in ended.stderr, ended.stderr
            assert "Traceback" not in ended.stderr
    whole(site, {"The frobnicator breaks"})
