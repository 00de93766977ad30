"""Two machines, a primary and a replica, readers and writers: the replica dies, then a machine.

Nothing that was acknowledged is lost, and whoever asks the machine that is left notices nothing.
"""

import json
import re
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from http.client import HTTPException
from pathlib import Path

import pytest

from kb.env import ROOT
from tests.postgres import Server, missing, primary, replica
from tests.serving import Browser, Served
from tests.wiki.factory import source, write

pytestmark = [
    pytest.mark.long,
    pytest.mark.postgres,
    pytest.mark.skipif(bool(missing()), reason=missing()),
]
PASSWORD = "correct horse battery staple"
PEOPLE = f"""
from django.contrib.auth.models import User
from kb.accounts.roles import set_role
for name in ("ann", "bob"):
    set_role(User.objects.create_user(name, password={PASSWORD!r}), "author")
"""

KEPT = """
import json
from kb.wiki.models import Revision
print(json.dumps(list(Revision.objects.values_list("page__slug", "number"))))
"""


@dataclass
class Team:
    """What the threads did: addresses of pastes, numbers of drafts, files; and what failed."""

    pastes: list[str] = field(default_factory=list)
    drafts: dict[str, int] = field(default_factory=dict)
    files: list[str] = field(default_factory=list)
    refused: list[str] = field(default_factory=list)
    over: threading.Event = field(default_factory=threading.Event)

    def at_work(self, *jobs: Callable[[], None]) -> list[threading.Thread]:
        threads = [threading.Thread(target=self._repeated, args=[job], daemon=True) for job in jobs]
        for thread in threads:
            thread.start()
        return threads

    def _repeated(self, job: Callable[[], None]) -> None:
        while not self.over.is_set():
            try:
                job()
            except (OSError, HTTPException):  # its machine is gone
                return


@dataclass(frozen=True)
class Place:
    first: Server
    second: Server
    one: Served
    two: Served

    def manage(self, *words: str) -> str:
        environment = {n: v for n, v in self.one.environment.items() if n != "KB_REPLICA_URL"}
        command = [sys.executable, "manage.py", *words]
        ended = subprocess.run(
            command, cwd=ROOT, env=environment, capture_output=True, text=True, check=True
        )
        return ended.stdout


@pytest.fixture
def place(tmp_path: Path) -> Iterator[Place]:
    """Both machines over one base with a single article."""
    library = tmp_path / "articles"
    write(library, "vllm/fault.md", source())
    for shared in ("_facts.yaml", "_flags"):
        (library / shared).symlink_to(ROOT / "articles" / shared)
    with primary(tmp_path) as first, replica(first, tmp_path) as second:
        shared_settings = {
            "KB_ARTICLES_DIR": str(library),
            "KB_SECRET_KEY": "k" * 50,
            "DATABASE_URL": first.url(),
            "KB_REPLICA_URL": second.url(),
            "KB_WORKERS": "2",
        }
        machines = []
        for name in ("one", "two"):
            (tmp_path / name).mkdir()
            machines.append(Served(tmp_path / name, **shared_settings))
            machines[-1].wait()
        yield Place(first, second, *machines)
        for machine in machines:
            machine.stop()


def pastes(team: Team, machine: Served) -> Callable[[], None]:
    browser = Browser(machine.address)

    def paste() -> None:
        text = f"FrobnicationError: widget {len(team.pastes)} is not frobnicated"
        status, address, _ = browser.post("/diagnose/", paste=text)
        path = re.sub(r"^http://[^/]+", "", address).partition("?")[0]
        if status != 200 or not path.startswith("/d/"):
            team.refused.append(f"paste {status} {address}")
            return
        team.pastes.append(path)
        if browser.get(path)[0] != 200:
            team.refused.append(f"own paste {path}")

    return paste


def drafts(team: Team, machine: Served, name: str) -> Callable[[], None]:
    """An author who saves one text after the other of an article of their own."""
    browser = Browser(machine.address)
    assert browser.post("/login/", username=name, password=PASSWORD)[0] == 200

    def save() -> None:
        number = team.drafts.get(name, 0)
        text = source(f"Draft {number + 1} of {name}", f"{name}Error: widget")
        path = f"/articles/{name}-draft/source/" if number else "/articles/new/source/"
        fields = {"source": text, "slug": f"{name}-draft", "based_on": str(number), "do": "save"}
        status, address, _ = browser.post(path, **fields)
        if status == 200 and "/review/" in address:
            team.drafts[name] = number + 1
        else:
            team.refused.append(f"draft {status} {address}")

    return save


def files(team: Team, place: Place, folder: Path) -> Callable[[], None]:
    """Somebody who takes in files from a third machine."""

    def ingest() -> None:
        name = f"file-{len(team.files)}"
        path = write(folder, f"vllm/{name}.md", source(f"From {name}", f"{name}Error: gadget"))
        place.manage("ingest", str(path))
        team.files.append(name)

    return ingest


def reads(team: Team, machine: Served) -> Callable[[], None]:
    browser = Browser(machine.address)

    def read() -> None:
        for path in ("/", "/articles/fault/", "/search/?q=frobnicated", "/readyz"):
            status = browser.get(path)[0]
            if status != 200:
                team.refused.append(f"read {status} {path}")

    return read


def test_neither_a_replica_nor_a_machine_takes_anything_with_it(
    place: Place, tmp_path: Path
) -> None:
    place.manage("shell", "-c", PEOPLE)
    team = Team()
    staying = team.at_work(
        pastes(team, place.one),
        drafts(team, place.one, "ann"),
        reads(team, place.one),
        files(team, place, tmp_path / "files"),
    )
    leaving = team.at_work(pastes(team, place.two), drafts(team, place.two, "bob"))
    busy_for(team, 6)
    place.second.kill()
    busy_for(team, 6)
    place.two.kill()
    busy_for(team, 6)
    team.over.set()
    for thread in (*staying, *leaving):
        thread.join(60)
    assert not team.refused
    assert len(team.pastes) > 5
    assert len(team.drafts) == 2
    everything_is_there(team, place)


def busy_for(team: Team, seconds: float) -> None:
    """Until time has passed and something was written meanwhile."""
    before, end = len(team.pastes) + len(team.files), time.monotonic() + seconds
    while time.monotonic() < end or len(team.pastes) + len(team.files) < before + 2:
        assert time.monotonic() < end + 60, "nothing is written any more"
        time.sleep(0.2)


def everything_is_there(team: Team, place: Place) -> None:
    browser = Browser(place.one.address)
    assert [path for path in team.pastes if browser.get(path)[0] != 200] == []
    kept = {tuple(row) for row in json.loads(place.manage("shell", "-v0", "-c", KEPT))}
    told = {(f"{name}-draft", n) for name, last in team.drafts.items() for n in range(1, last + 1)}
    assert told - kept == set()
    for name in team.files:
        assert name in browser.get(f"/search/?q={name}Error")[2]
    found = json.loads(place.manage("check_base", "--json"))["findings"]
    assert [each for each in found if each["kind"] == "index"] == []
