"""Reading from a real streaming replica, and one's own writes from the primary."""

import os
import re
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import psycopg
import pytest

from kb.env import ROOT
from tests.postgres import Server, missing, primary, replica
from tests.wiki.factory import source, write

pytestmark = [
    pytest.mark.postgres,
    pytest.mark.xdist_group("replica"),
    pytest.mark.skipif(bool(missing()), reason=missing()),
]

# Runs in a process of its own, with a base of its own: requests of a browser, told as they end.
PROGRAM = """
import sys, django
django.setup()
from django.conf import settings
from django.db import connections
from django.test import Client
settings.ALLOWED_HOSTS, settings.RATE_LIMIT = ["*"], False
settings.STORAGES["staticfiles"]["BACKEND"] = (
    "django.contrib.staticfiles.storage.StaticFilesStorage")
used = {"default": 0, "replica": 0}
def counted(alias):
    def wrap(execute, sql, params, many, context):
        used[alias] += "wiki_" in sql or "diagnosis_" in sql or "kb_index" in sql
        return execute(sql, params, many, context)
    return wrap
browser = Client()
for line in sys.stdin:
    word, address, *body = line.split(None, 2)
    for alias in used:
        used[alias] = 0
        connections[alias].execute_wrappers[:] = [counted(alias)]
    if word == "get":
        answer = browser.get(address)
    else:
        answer = browser.post(address, {"paste": body[0]})
    print(answer.status_code, used["default"], used["replica"], answer.get("Location", "-"),
          flush=True)
"""


@dataclass(frozen=True)
class Answered:
    status: int
    of_primary: int
    of_replica: int
    location: str


class Browser:
    def __init__(self, environment: dict[str, str]) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-c", PROGRAM],
            cwd=ROOT,
            text=True,
            env=environment | {"DJANGO_SETTINGS_MODULE": "kb.settings"},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
        )

    def ask(self, words: str) -> Answered:
        assert self._process.stdin and self._process.stdout
        self._process.stdin.write(words + "\n")
        self._process.stdin.flush()
        status, ours, theirs, location = self._process.stdout.readline().split()
        return Answered(int(status), int(ours), int(theirs), location)

    def end(self) -> None:
        self._process.kill()
        self._process.wait()


@dataclass(frozen=True)
class Pair:
    first: Server
    second: Server
    environment: dict[str, str]


@pytest.fixture(scope="module")
def pair(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Pair]:
    """A primary with one article, and its replica."""
    folder = tmp_path_factory.mktemp("pair")
    write(folder, "in/vllm/fault.md", source())
    with primary(folder) as first, replica(first, folder) as second:
        environment = {
            "PATH": os.environ["PATH"],
            "KB_DATA_DIR": str(folder / "var"),
            "KB_SECRET_KEY": "k" * 50,
            "DATABASE_URL": first.url(),
            "KB_REPLICA_URL": second.url(),
        }
        command = [sys.executable, "manage.py", "ingest", str(folder / "in")]
        subprocess.run(command, cwd=ROOT, env=environment, check=True, capture_output=True)
        _caught_up(first, second)
        yield Pair(first, second, environment)


def _caught_up(first: Server, second: Server) -> None:
    """The position that a browser remembers may be ahead of what the primary has flushed: a page
    that was only read is tidied up without a commit."""
    with psycopg.connect(first.url()) as base:
        (position,) = base.execute("SELECT pg_current_wal_insert_lsn()").fetchone() or ("",)
    with psycopg.connect(second.url(), autocommit=True) as base:
        for _ in range(300):
            if (base.execute("SELECT pg_last_wal_replay_lsn() >= %s::pg_lsn", [position])
                    .fetchone() or (False,))[0]:  # fmt: skip
                return
            time.sleep(0.1)
    raise AssertionError("the replica does not catch up")


@pytest.fixture
def browser(pair: Pair) -> Iterator[Browser]:
    made = Browser(pair.environment)
    yield made
    made.end()


@pytest.mark.parametrize(
    "address", ["/", "/articles/fault/", "/search/?q=frobnicated", "/feed.atom"]
)
def test_what_only_reads_is_read_from_the_replica(browser: Browser, address: str) -> None:
    found = browser.ask(f"get {address}")
    assert found.status == 200
    assert (found.of_primary, found.of_replica > 0) == (0, True)


def test_what_one_wrote_is_read_from_the_primary_until_it_is_there(
    pair: Pair, browser: Browser
) -> None:
    with psycopg.connect(pair.second.url(), autocommit=True) as base:
        base.execute("SELECT pg_wal_replay_pause()")
        sent = browser.ask("post /diagnose/ FrobnicationError: widget 1 is not frobnicated")
        assert re.match(r"/d/[\w-]+/", sent.location)
        for _ in range(3):
            mine = browser.ask(f"get {sent.location}")
            assert (mine.status, mine.of_replica) == (200, 0), "the replica does not have it yet"
        base.execute("SELECT pg_wal_replay_resume()")
    _caught_up(pair.first, pair.second)
    later = browser.ask(f"get {sent.location}")
    assert (later.status, later.of_primary) == (200, 0)


def test_a_replica_that_is_gone_costs_no_request(
    pair: Pair, browser: Browser, tmp_path: Path
) -> None:
    with replica(pair.first, tmp_path) as second:
        _caught_up(pair.first, second)
        other = Browser(pair.environment | {"KB_REPLICA_URL": second.url()})
        try:
            assert other.ask("get /articles/fault/").of_replica > 0
            second.kill()
            found = [other.ask("get /articles/fault/") for _ in range(3)]
        finally:
            other.end()
    assert [(each.status, each.of_primary > 0) for each in found] == [(200, True)] * 3


def test_a_replica_that_was_promoted_is_read_no_more(pair: Pair, tmp_path: Path) -> None:
    environment = pair.environment | {"KB_REPLICA_URL": pair.first.url()}
    browser = Browser(environment)
    try:
        assert browser.ask("get /articles/fault/").of_replica == 0
    finally:
        browser.end()


def test_a_replica_without_its_primary_is_refused(pair: Pair) -> None:
    alone = {name: value for name, value in pair.environment.items() if name != "DATABASE_URL"}
    command = [sys.executable, "manage.py", "check"]
    ended = subprocess.run(command, cwd=ROOT, env=alone, capture_output=True, text=True)
    assert (ended.returncode, "KB_REPLICA_URL" in ended.stderr) == (2, True)
