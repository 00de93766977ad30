"""`reindex` while the site runs: the old index answers until the new one is there."""

import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import psycopg
import pytest

from tests.postgres import Server as Postgres
from tests.wiki.test_start import ROOT, Server

pytestmark = pytest.mark.sqlite  # it brings the base that it needs itself
ASKED = {
    "/api/v1/search?q=frobnicated": '"fault"',
    "/search/?q=frobnicated": "/articles/fault/",
    "/readyz": '"index": true',
}
Site = tuple[Server, Callable[[], object]]  # and which build of its index answers


@pytest.fixture(params=["files", pytest.param("postgres", marks=pytest.mark.postgres)])
def site(tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[Site]:
    shared: dict[str, str] = {}
    if request.param == "postgres":
        server: Postgres = request.getfixturevalue("postgres_server")
        shared = {"DATABASE_URL": server.database("reindexed"), "KB_SECRET_KEY": "k" * 50}
    running = Server(tmp_path, **shared)

    def build() -> object:
        if shared:
            with psycopg.connect(shared["DATABASE_URL"]) as base:
                return base.execute("SELECT build FROM kb_index").fetchone()
        return sorted(each.name for each in (tmp_path / "var" / "index").iterdir())

    try:
        running.wait()
        yield running, build
    finally:
        running.process.terminate()
        running.process.wait(20)


def test_every_query_is_answered_while_the_index_is_built_anew(site: Site) -> None:
    server, build = site
    asked = 0
    for _ in range(3):
        before = build()
        command = [sys.executable, str(ROOT / "manage.py"), "reindex"]
        building = subprocess.Popen(command, env=server.environ, stderr=subprocess.DEVNULL)
        while building.poll() is None:
            for address, expected in ASKED.items():
                status, text = server.get(address)
                assert (status, expected in text) == (200, True), f"{address}: {text[:300]}"
                asked += 1
        assert building.returncode == 0
        assert build() != before, "a new one was built and taken"
    assert asked >= 3 * len(ASKED)
