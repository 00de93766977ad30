"""The real site in processes of its own, over a few articles, and a plain client before it."""

from __future__ import annotations

import os
import re
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterable
from http.cookiejar import CookieJar
from pathlib import Path
from urllib.parse import urlencode

from tests.wiki.texts import source, write

ROOT = Path(__file__).resolve().parents[2]
MANAGE = (sys.executable, str(ROOT / "manage.py"))


class Client:
    """A browser of few words: cookies, and the token of the page it is on."""

    def __init__(self, address: str) -> None:
        self._address = address
        self.at = ""  # the address of the newest answer
        self._opener = urllib.request.build_opener(
            urllib.request.HTTPCookieProcessor(CookieJar()),
            urllib.request.ProxyHandler({}),
        )

    def get(self, path: str) -> tuple[int, str]:
        return self._ask(urllib.request.Request(self._address + path))

    def post(self, path: str, **fields: str) -> tuple[int, str]:
        token = re.search(r'name="csrfmiddlewaretoken" value="([^"]+)"', self.get("/")[1])
        assert token
        body = urlencode({**fields, "csrfmiddlewaretoken": token[1]}).encode()
        return self._ask(urllib.request.Request(self._address + path, body))

    def send(self, path: str, body: bytes) -> tuple[int, str]:
        headers = {"Content-Type": "text/plain"}
        return self._ask(urllib.request.Request(self._address + path, body, headers))

    def _ask(self, request: urllib.request.Request) -> tuple[int, str]:
        try:
            with self._opener.open(request, timeout=60) as answer:
                self.at = answer.url
                return answer.status, answer.read().decode()
        except urllib.error.HTTPError as error:
            return error.code, error.read().decode()


class Site:
    """`manage.py start` with a short patience for locks; `pids` are its processes."""

    def __init__(
        self, folder: Path, articles: Iterable[tuple[str, str]] = (), **environ: str
    ) -> None:
        self.data, self.log = folder / "var", folder / "log"
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = int(free.getsockname()[1])
        contents = folder / "articles"
        contents.mkdir()
        for shared in ("_facts.yaml", "_flags"):
            (contents / shared).symlink_to(ROOT / "articles" / shared)
        for name, text in (("fault", source()), *articles):
            write(contents, f"vllm/{name}.md", text)
        self._environ = os.environ | {
            "KB_DATA_DIR": str(self.data),
            "KB_ARTICLES_DIR": str(contents),
            "DATABASE_URL": f"sqlite:///{self.data}/kb.sqlite3?timeout=1",
            "KB_WORKERS": "1",
            "KB_RATE_LIMIT": "0",
            **environ,
        }
        command = [*MANAGE, "start", "--port", str(self.port)]
        with self.log.open("wb") as log:
            self.process = subprocess.Popen(command, env=self._environ, stdout=log, stderr=log)
        self._wait()

    def manage(self, *words: str) -> subprocess.CompletedProcess[str]:
        """A command over the same base, beside the server."""
        return subprocess.run([*MANAGE, *words], env=self._environ, capture_output=True, text=True)

    @property
    def base(self) -> Path:
        return self.data / "kb.sqlite3"

    def client(self) -> Client:
        return Client(f"http://127.0.0.1:{self.port}")

    def pids(self) -> list[int]:
        first = self.process.pid
        children = Path(f"/proc/{first}/task/{first}/children").read_text("ascii")
        return [first, *map(int, children.split())]

    def stop(self) -> None:
        self.process.terminate()
        self.process.wait(30)

    def _wait(self) -> None:
        for _ in range(900):
            assert self.process.poll() is None, self.log.read_text("utf-8")
            try:
                if self.client().get("/readyz")[0] == 200:
                    return
            except OSError:
                time.sleep(0.1)
        raise AssertionError(self.log.read_text("utf-8"))
