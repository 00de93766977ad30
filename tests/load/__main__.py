"""Requests a second of the site beside a trivial page on the same server, in one run.

    python -m tests.load [--articles 1000] [--seconds 4] [--postgres] [--writers]

Needs wrk (Debian: apt install wrk). Exit 1: a share of REPORT.md was missed.
"""

from __future__ import annotations

import argparse
import secrets
import shutil
import socket
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from pathlib import Path

from kb.env import ROOT
from tests.conftest import CHROMIUM
from tests.load.asked import Case, cases
from tests.load.library import library, line_of
from tests.load.measuring import Figures, measure, memory_mb
from tests.load.painting import PATIENCE, painted, percentile
from tests.postgres import primary
from tests.serving import Served
from tests.wiki.texts import source, write

_PASTES = 60  # one after the other in a browser
_MOST_MEMORY = 300  # MB of all server processes


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.load", description=__doc__)
    parser.add_argument("--articles", type=int, default=1000)
    parser.add_argument("--seconds", type=int, default=4)
    parser.add_argument("--postgres", action="store_true", help="on a PostgreSQL of its own")
    parser.add_argument("--writers", action="store_true", help="files are taken in meanwhile")
    options = parser.parse_args()
    if not shutil.which("wrk"):
        sys.stderr.write("wrk is not installed (Debian: apt install wrk).\n")
        return 2
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        folder.chmod(0o711)
        server = primary(folder) if options.postgres else nullcontext()
        with server as base:
            shared = {"DATABASE_URL": base.url(), "KB_SECRET_KEY": "k" * 50} if base else {}
            return _run(folder, shared, options)


def _run(folder: Path, shared: dict[str, str], options: argparse.Namespace) -> int:
    articles = library(folder / "articles", options.articles)
    with _trivial() as (address, server):
        limit = measure(address, Case("trivial", ("/healthz",)), server, options.seconds, folder)
    _tell("a trivial Django page", limit, limit.per_second, True)
    site = Served(folder, KB_ARTICLES_DIR=str(articles), KB_LOG_LEVEL="WARNING", **shared)
    try:
        site.wait(3600)
        with _writing(site, folder) if options.writers else nullcontext():
            kept = [_case(site, case, limit, options.seconds, folder)
                    for case in cases(site.address, options.articles)]  # fmt: skip
        memory = memory_mb(site.processes())
        quick = _painted(site.address, options.articles)
    finally:
        site.stop()
    print(f"\nMemory of all server processes: {memory} MB.")
    return 0 if all(kept) and quick and memory <= _MOST_MEMORY else 1


def _painted(address: str, articles: int) -> bool:
    """A paste of one person in a real browser; told where there is none."""
    if CHROMIUM is None:
        print("\nA paste in the browser: not measured, there is no chromium.")
        return True
    numbers = range(0, articles, max(1, articles // _PASTES))
    times = painted(address, [line_of(number) for number in numbers])
    p50, p95 = percentile(times, 0.5), percentile(times, 0.95)
    print(f"\nA paste answered and painted: p50 {p50} ms, p95 {p95} ms (wanted {PATIENCE}).")
    return p95 <= PATIENCE


@contextmanager
def _trivial() -> Iterator[tuple[str, int]]:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = int(probe.getsockname()[1])
    command = [sys.executable, "-m", "tests.load.trivial", str(port)]
    process = subprocess.Popen(command, cwd=ROOT, stderr=subprocess.DEVNULL)
    try:
        time.sleep(4)
        yield f"http://127.0.0.1:{port}", process.pid
    finally:
        process.terminate()
        process.wait(20)


@contextmanager
def _writing(site: Served, folder: Path) -> Iterator[None]:
    """Somebody takes in a changed file again and again."""
    over = threading.Event()

    def write_on() -> None:
        while not over.is_set():
            text = source(f"Changed {secrets.token_hex(4)}", "ChangedError: it was taken in")
            path = write(folder, "more/changed.md", text)
            command = [sys.executable, "manage.py", "ingest", str(path)]
            subprocess.run(command, cwd=ROOT, env=site.environment, capture_output=True)

    thread = threading.Thread(target=write_on)
    thread.start()
    try:
        yield
    finally:
        over.set()
        thread.join()


def _case(site: Served, case: Case, limit: Figures, seconds: int, folder: Path) -> bool:
    warm = measure(site.address, case, site.process.pid, 3, folder)
    if warm.errors:
        raise SystemExit(f"{case.paths[0]} is refused: nothing to measure")
    found = measure(site.address, case, site.process.pid, seconds, folder)
    share = found.per_second / (limit.per_second or 1)
    good = not found.errors and share >= case.share and (found.cpu <= 1000)
    _tell(case.name, found, limit.per_second, good, case.share)
    return good


def _tell(name: str, found: Figures, limit: float, good: bool, wanted: float = 0.0) -> None:
    share = f"1/{limit / found.per_second:.1f}" if found.per_second else "-"
    bar = f"1/{1 / wanted:.0f}" if wanted else "-"
    print(
        f"| {name} | {found.per_second:.0f} | {share} | {bar} | {found.p50:.1f} | {found.p99:.1f}"
        f" | {found.cpu} | {found.errors or ''}{'' if good else ' MISSED'} |",
        flush=True,
    )


if __name__ == "__main__":
    sys.exit(main())
