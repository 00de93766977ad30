"""`start` as a new user meets it: serves pages and static files, logs no query, ends when told."""

import os
import re
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.wiki.factory import source, write

pytestmark = pytest.mark.sqlite
ROOT = Path(__file__).resolve().parent.parent.parent


class Server:
    """A running `start` over one article of its own."""

    def __init__(self, folder: Path, **environ: str) -> None:
        self.log = folder / "log"
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        contents = folder / "articles"
        contents.mkdir()
        for shared in ("_facts.yaml", "_flags"):
            (contents / shared).symlink_to(ROOT / "articles" / shared)
        write(contents, "vllm/fault.md", source())
        self.environ = os.environ | {
            "KB_DATA_DIR": str(folder / "var"),
            "KB_ARTICLES_DIR": str(contents),
            "KB_WORKERS": "1",
            "KB_RATE_LIMIT": "0",  # all questions come from one client
            **environ,
        }
        command = [sys.executable, str(ROOT / "manage.py"), "start", "--port", str(self.port)]
        with self.log.open("wb") as log:
            self.process = subprocess.Popen(
                command, cwd=folder, env=self.environ, stdout=log, stderr=log
            )

    def workers(self) -> list[int]:
        first = self.process.pid
        return [*map(int, Path(f"/proc/{first}/task/{first}/children").read_text().split())]

    def get(self, path: str) -> tuple[int, str]:
        try:
            with urllib.request.urlopen(
                f"http://127.0.0.1:{self.port}{path}", timeout=10
            ) as answer:
                return answer.status, answer.read().decode()
        except urllib.error.HTTPError as error:
            return error.code, error.read().decode()

    def wait(self) -> None:
        for _ in range(600):
            assert self.process.poll() is None, self.log.read_text("utf-8")
            try:
                if self.get("/readyz")[0] == 200:
                    return
            except OSError:
                time.sleep(0.1)
        raise AssertionError(self.log.read_text("utf-8"))


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    folder = tmp_path_factory.mktemp("start")
    (folder / "django.py").write_text("raise SystemExit('not from the folder that one is in')")
    running = Server(folder)
    try:
        running.wait()
        yield running
    finally:
        running.process.terminate()
        running.process.wait(20)


def test_the_articles_are_loaded_and_found(server: Server) -> None:
    assert "The frobnicator breaks" in server.get("/articles/fault/")[1]
    assert "The frobnicator breaks" in server.get("/search/?q=frobnicated")[1]


def test_static_files_are_served_under_names_that_never_change(server: Server) -> None:
    _, home = server.get("/")
    names = re.findall(r'(?:href|src)="(/static/[^"#]+)', home)
    assert names
    for name in names:
        assert re.search(r"\.[0-9a-f]{12}\.", name), name
        assert server.get(name)[0] == 200


def test_no_query_and_no_traceback_is_logged(server: Server) -> None:
    server.get("/search/?q=hf_secretwordthatnobodyshouldlog")
    assert server.get("/d/nothing/?model=hf_secretwordthatnobodyshouldlog")[0] == 404
    log = server.log.read_text("utf-8")
    assert '"GET /search/"' in log
    assert "secretword" not in log
    assert "Traceback" not in log
    assert "Warning" not in log


def test_a_worker_that_is_killed_is_replaced(server: Server) -> None:
    (killed,) = server.workers()
    os.kill(killed, signal.SIGKILL)
    for _ in range(200):
        if server.workers() not in ([], [killed]):
            break
        time.sleep(0.05)
    assert "The frobnicator breaks" in server.get("/articles/fault/")[1]


def test_the_first_process_loads_no_application() -> None:
    """It would stand beside each worker once more."""
    code = "import sys, kb.wiki.arbiter; print({'django.db', 'kb.wiki.models'} & {*sys.modules})"
    ended = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True)
    assert (ended.stdout, ended.stderr) == ("set()\n", "")


def test_the_https_profile_is_clean(tmp_path: Path) -> None:
    environ = os.environ | {"KB_DATA_DIR": str(tmp_path / "var"), "KB_HTTPS": "1"}
    command = [sys.executable, str(ROOT / "manage.py"), "check", "--deploy"]
    ended = subprocess.run(
        [*command, "--fail-level", "WARNING"], env=environ, capture_output=True, check=False
    )
    assert ended.returncode == 0, ended.stderr
