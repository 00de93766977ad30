"""Two people at one article at once: every text that was acknowledged is in the history."""

import re
import subprocess
import sys
import threading
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from kb.env import ROOT
from tests.postgres import missing, primary
from tests.serving import Browser, Served
from tests.wiki.texts import source, write

PASSWORD = "correct horse battery staple"
PEOPLE = f"""
from django.contrib.auth.models import User
from kb.accounts.roles import set_role
for name in ("ann", "bob"):
    set_role(User.objects.create_user(name, password={PASSWORD!r}), "author")
"""
KEPT = """
from kb.wiki.models import Revision
for number, text in Revision.objects.order_by("number").values_list("number", "source"):
    print(number, text.partition("title: ")[2].partition(chr(10))[0])
"""
SHORT, WHOLE = 15, 200


@dataclass
class Writer:
    """`acknowledged` are the titles whose text was kept, `conflicts` counts the refused tries."""

    name: str
    browser: Browser
    acknowledged: list[str] = field(default_factory=list)
    conflicts: int = 0
    wrong: list[str] = field(default_factory=list)

    def write(self, edits: int) -> None:
        based_on = "1"
        for number in range(edits):
            title = f"Edit {number} of {self.name}"
            for _ in range(50):
                status, based_on = self._save(title, based_on)
                if status != 409:
                    break
                self.conflicts += 1

    def _save(self, title: str, based_on: str) -> tuple[int, str]:
        """The status, and the number of the newest revision."""
        text = source(title, "FrobnicationError: widget 17 is not frobnicated")
        sent = {"source": text, "based_on": based_on, "do": "save"}
        status, address, page = self.browser.post("/articles/fault/source/", **sent)
        if status == 200 and (kept := re.search(r"/review/(\d+)/", address)):
            self.acknowledged.append(title)
            return status, kept[1]
        if status != 409:
            self.wrong.append(f"{title}: {status} {address}")
        newest = re.search(r'name="based_on" value="(\d+)"', page)
        return status, newest[1] if newest else based_on


@pytest.fixture
def site(tmp_path: Path) -> Iterator[Served]:
    yield from served(tmp_path)


def served(folder: Path, **more: str) -> Iterator[Served]:
    library = folder / "articles"
    write(library, "vllm/fault.md", source())
    for shared in ("_facts.yaml", "_flags"):
        (library / shared).symlink_to(ROOT / "articles" / shared)
    site = Served(folder, KB_ARTICLES_DIR=str(library), **more)
    site.wait()
    yield site
    site.stop()


def run(site: Served, code: str) -> str:
    command = [sys.executable, "manage.py", "shell", "--no-imports", "-c", code]
    ended = subprocess.run(
        command, cwd=ROOT, env=site.environment, check=True, capture_output=True, text=True
    )
    return ended.stdout


def both_write(site: Served, edits: int) -> None:
    run(site, PEOPLE)
    writers = [Writer(name, Browser(site.address)) for name in ("ann", "bob")]
    for writer in writers:
        status, _, _ = writer.browser.post("/login/", username=writer.name, password=PASSWORD)
        assert status == 200
    threads = [threading.Thread(target=writer.write, args=[edits]) for writer in writers]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    rows = [line.partition(" ") for line in run(site, KEPT).splitlines() if line]
    kept = [title for _, _, title in rows]
    said = [title for writer in writers for title in writer.acknowledged]
    assert [each for writer in writers for each in writer.wrong] == []
    assert len(said) == 2 * edits
    assert sorted(kept[1:]) == sorted(said), "each that was acknowledged is there, once"
    assert [int(number) for number, _, _ in rows] == list(range(1, len(rows) + 1))
    assert sum(writer.conflicts for writer in writers) > 0, "they did meet"


def test_two_writers(site: Served) -> None:
    both_write(site, SHORT)


@pytest.mark.long
def test_two_writers_for_long(site: Served) -> None:
    both_write(site, WHOLE)


@pytest.mark.long
@pytest.mark.postgres
@pytest.mark.skipif(bool(missing()), reason=missing())
def test_two_writers_on_postgres(tmp_path: Path) -> None:
    with primary(tmp_path) as first:
        for site in served(tmp_path, DATABASE_URL=first.url(), KB_SECRET_KEY="k" * 50):
            both_write(site, WHOLE)
