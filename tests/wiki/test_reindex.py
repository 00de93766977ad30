"""`reindex` while the site runs: the old index answers until the new one is there."""

import subprocess
import sys
from pathlib import Path

import pytest

from tests.wiki.test_start import ROOT, Server, server

__all__ = ["server"]
pytestmark = pytest.mark.sqlite
ASKED = {
    "/api/v1/search?q=frobnicated": '"fault"',
    "/search/?q=frobnicated": "/articles/fault/",
    "/readyz": '"index": true',
}


def generation(server: Server) -> list[str]:
    """What makes up the index that answers, by name."""
    return sorted(path.name for path in Path(server.environ["KB_DATA_DIR"], "index").iterdir())


def test_every_query_is_answered_while_the_index_is_built_anew(server: Server) -> None:
    asked = 0
    for _ in range(3):
        before = generation(server)
        command = [sys.executable, str(ROOT / "manage.py"), "reindex"]
        build = subprocess.Popen(command, env=server.environ, stderr=subprocess.DEVNULL)
        while build.poll() is None:
            for address, expected in ASKED.items():
                status, text = server.get(address)
                assert (status, expected in text) == (200, True), f"{address}: {text[:300]}"
                asked += 1
        assert build.returncode == 0
        assert generation(server) != before, "a new one was built and taken"
    assert asked >= 3 * len(ASKED)
