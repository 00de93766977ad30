"""The real site in a process of its own, and the real Chromium before it."""

import os
import re
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path

import pytest
from playwright.sync_api import Browser, ConsoleMessage, Page

ROOT = Path(__file__).resolve().parent.parent.parent
_ENVIRONMENTS: dict[str, dict[str, str]] = {}


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of `manage.py start` with the shipped articles."""
    folder = tmp_path_factory.mktemp("site")
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    address = f"http://127.0.0.1:{port}"
    environ = os.environ | {"KB_DATA_DIR": str(folder / "var"), "KB_RATE_LIMIT": "0"}
    _ENVIRONMENTS[address] = environ
    command = [sys.executable, str(ROOT / "manage.py"), "start", "--port", str(port)]
    with (folder / "log").open("wb") as log:
        server = subprocess.Popen(command, env=environ, cwd=ROOT, stdout=log, stderr=log)
    try:
        _wait(f"{address}/readyz", server, folder / "log")
        yield address
    finally:
        server.terminate()
        server.wait(20)


def environment_of(address: str) -> dict[str, str]:
    """What a command needs to work on the data of that site."""
    return _ENVIRONMENTS[address]


def _wait(address: str, server: subprocess.Popen[bytes], log: Path) -> None:
    for _ in range(3000):  # a crowded machine takes its time
        assert server.poll() is None, log.read_text("utf-8")
        try:
            urllib.request.urlopen(address, timeout=5).close()
            return
        except OSError:
            time.sleep(0.1)
    raise AssertionError(log.read_text("utf-8"))


_TASK = re.compile(r"test_\d+_")  # one of the tasks of the design
Shots = Callable[[Page], AbstractContextManager[Page]]


# A script fills a field before the browser has drawn the page, and set the focus itself.
QUICKER = "Autofocus processing was blocked because a document already has a focused element."


@pytest.fixture
def shots(request: pytest.FixtureRequest) -> Shots:
    """Lends a page; what it showed at the end of a task, or when its test failed, is kept in
    screenshots/."""

    @contextmanager
    def lend(page: Page) -> Iterator[Page]:
        failures = request.session.testsfailed
        yield page
        if request.session.testsfailed > failures or _TASK.match(request.node.name):
            folder = ROOT / "screenshots"
            folder.mkdir(exist_ok=True)
            name = re.sub(r"[^\w.-]+", "-", request.node.name)
            page.screenshot(path=folder / f"{name}.png", full_page=True)

    return lend


@pytest.fixture
def locale() -> str:
    """The language of the browser."""
    return "en-US"


@pytest.fixture
def page(browser: Browser, site: str, shots: Shots, locale: str) -> Iterator[Page]:
    """A page that may use the clipboard; whatever the console says fails the test."""
    context = browser.new_context(base_url=site, locale=locale)
    context.grant_permissions(["clipboard-read", "clipboard-write"], origin=site)
    opened = context.new_page()
    said: list[str] = []

    def note(message: ConsoleMessage) -> None:
        if message.text != QUICKER:
            said.append(f"{message.type}: {message.text}")

    opened.on("console", note)
    opened.on(
        "request", lambda request: said.append(request.url) if site not in request.url else None
    )
    with shots(opened):
        yield opened
    context.close()
    assert not said, "the console is silent and nothing is loaded from elsewhere"
