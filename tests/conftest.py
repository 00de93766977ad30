"""What tests of the site share: a data folder of their own, static files without a manifest."""

import os
import shutil
from collections.abc import Iterator
from contextlib import nullcontext
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from pytest_django import Settings

from tests.postgres import Server, missing, primary
from tests.shell import Shell

if TYPE_CHECKING:
    from playwright.sync_api import Browser


# The first is Chromium without its window: a page costs half as much in it.
_BROWSERS = ("chromium-headless-shell", "chromium", "chromium-browser")
CHROMIUM = next(filter(None, map(shutil.which, _BROWSERS)), None)
ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]


@pytest.fixture(autouse=True)
def shared_texts(request: pytest.FixtureRequest) -> Iterator[None]:
    """What the test before edited is forgotten; a test without a base has the files alone."""
    from kb.wiki.edited import files_alone, forget

    forget()
    has_base = request.node.get_closest_marker("django_db") or {
        "db",
        "transactional_db",
        "live_server",
    } & set(request.fixturenames)
    with nullcontext() if has_base else files_alone():
        yield


@pytest.fixture
def own_data_dir(tmp_path: Path, settings: Settings) -> Path:
    settings.DATA_DIR = tmp_path / "var"
    settings.RATE_LIMIT = False  # all tests are one client
    settings.KEPT_SECONDS = 0.0  # … and look again at once
    settings.STORAGES = settings.STORAGES | {
        "staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}
    }
    return tmp_path / "var"


@pytest.fixture
def articles(tmp_path: Path, db: None) -> Iterator[None]:
    """Two faults with one line, told apart by the quantization; one of them in Chinese too."""
    from kb.wiki import indexing
    from tests.wiki.factory import source, take, translation, write

    line = "FrobnicationError: widget 17 is not frobnicated"
    write(tmp_path, "in/vllm/widget-fp8.md", source("FP8 widgets break", line))
    write(tmp_path, "in/vllm/widget-fp8-zh.md", translation("widget-fp8", "FP8 部件出错"))
    awq = source("AWQ widgets break", line).replace("quantization: fp8", "quantization: awq")
    write(tmp_path, "in/vllm/widget-awq.md", awq)
    take(tmp_path / "in")
    indexing.drain()
    yield


@pytest.fixture(scope="session")
def postgres_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A PostgreSQL of these tests' own; skipped where none is installed."""
    if why := missing():
        pytest.skip(why)
    with primary(tmp_path_factory.mktemp("postgres")) as server:
        yield server


@pytest.fixture
def shell(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Shell:
    return Shell(monkeypatch, capsys)


@pytest.hookimpl(hookwrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Iterator[None]:
    """Where all tools are there (.ci/run says so), a skipped test has failed."""
    result = yield
    report = result.get_result()
    if report.skipped and os.environ.get("NO_TEST_MAY_BE_SKIPPED"):
        report.outcome = "failed"
        report.longrepr = f"skipped where nothing may be: {report.longrepr}"


@pytest.fixture(scope="session")
def browser() -> Iterator["Browser"]:
    """One Chromium a process, for the pages of every test that looks at them."""
    if CHROMIUM is None:
        pytest.skip("there is no chromium: apt-get install chromium-headless-shell")
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=CHROMIUM, args=ARGUMENTS)
        yield chromium
        chromium.close()
