"""The site as it is served, in processes of its own, and a plain browser before it."""

from __future__ import annotations

import os
import re
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from http.cookiejar import CookieJar
from pathlib import Path
from urllib.parse import urlencode

from django.core.files.uploadedfile import SimpleUploadedFile
from django.test.client import BOUNDARY, MULTIPART_CONTENT, encode_multipart

from kb.env import ROOT


class Served:
    """`manage.py start` on a free port, with its data in `folder`."""

    def __init__(self, folder: Path, **environment: str) -> None:
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port = int(probe.getsockname()[1])
        self.log = folder / "log"
        defaults = {"PATH": os.environ["PATH"], "KB_DATA_DIR": str(folder / "var")}
        self.environment = defaults | {"KB_RATE_LIMIT": "0"} | environment
        self.process = self._started()

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def _started(self) -> subprocess.Popen[bytes]:
        command = [sys.executable, "manage.py", "start", "--port", str(self.port)]
        with self.log.open("wb") as log:
            return subprocess.Popen(command, cwd=ROOT, env=self.environment, stdout=log, stderr=log)

    def wait(self, seconds: float = 120) -> None:
        """Until it answers. Raises AssertionError with its log."""
        end = time.monotonic() + seconds
        while time.monotonic() < end and self.process.poll() is None:
            try:
                urllib.request.urlopen(f"{self.address}/healthz", timeout=5).close()
                return
            except OSError:
                time.sleep(0.1)
        raise AssertionError(self.log.read_text("utf-8")[-4000:])

    def processes(self) -> list[int]:
        """The first process and the workers that it forked."""
        first = self.process.pid
        children = Path(f"/proc/{first}/task/{first}/children").read_text("ascii")
        return [first, *map(int, children.split())]

    def kill(self) -> None:
        """As if its machine had lost its power."""
        for pid in self.processes():
            os.kill(pid, signal.SIGKILL)
        self.process.wait(30)

    def start_again(self) -> None:
        """After a kill, with the same data."""
        self.process = self._started()
        self.wait()

    def stop(self) -> None:
        if self.process.poll() is None:
            self.process.terminate()
            self.process.wait(60)


class Browser:
    """Cookies, and the form token of the page it is on."""

    def __init__(self, address: str) -> None:
        self._address = address
        self._jar = CookieJar()
        cookies = urllib.request.HTTPCookieProcessor(self._jar)
        self._opener = urllib.request.build_opener(cookies, urllib.request.ProxyHandler({}))

    def get(self, path: str) -> tuple[int, str, str]:
        """Status, address where it ended, text. Raises OSError where nobody answers."""
        return self._ask(urllib.request.Request(self._address + path))

    def post(self, path: str, **fields: str) -> tuple[int, str, str]:
        body = urlencode({**fields, "csrfmiddlewaretoken": self.form_token()[0]}).encode()
        return self._ask(urllib.request.Request(self._address + path, body))

    def post_files(
        self, path: str, fields: dict[str, str], files: list[tuple[str, bytes]]
    ) -> tuple[int, str, str]:
        """A form with the `files` that a person chose, by name."""
        named = [SimpleUploadedFile(name, raw) for name, raw in files]
        form = fields | {"files": named, "csrfmiddlewaretoken": self.form_token()[0]}
        body = encode_multipart(BOUNDARY, form)
        kind = {"Content-Type": MULTIPART_CONTENT}
        return self._ask(urllib.request.Request(self._address + path, body, kind))

    def form_token(self) -> tuple[str, str]:
        """The token that a form sends, and the header of the cookies that go with it."""
        found = re.search(r'name="csrfmiddlewaretoken" value="([^"]+)"', self.get("/login/")[2])
        cookies = "; ".join(f"{cookie.name}={cookie.value}" for cookie in self._jar)
        return found[1] if found else "", cookies

    def _ask(self, request: urllib.request.Request) -> tuple[int, str, str]:
        try:
            with self._opener.open(request, timeout=60) as answer:
                return answer.status, answer.url, answer.read().decode()
        except urllib.error.HTTPError as error:
            return error.code, str(error.url), error.read().decode()
