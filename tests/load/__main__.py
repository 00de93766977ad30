"""Requests a second of the site beside a trivial page on the same server, in one run.

    python -m tests.load [--articles 1000] [--seconds 2] [--postgres [URL]] [--writers]
                         [--keep FOLDER]

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
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass
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

_ROUNDS, _WARMING = 6, 5  # rounds of each case; seconds before them, as every worker makes once
_PASTES = 60  # one after the other in a browser
_MOST_MEMORY = 300  # MB of all server processes


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.load", description=__doc__)
    parser.add_argument("--articles", type=int, default=1000)
    parser.add_argument("--seconds", type=int, default=2, help="of each of six rounds")
    parser.add_argument("--postgres", nargs="?", const="own", help="of its own, or the base at URL")
    parser.add_argument("--writers", action="store_true", help="files are taken in meanwhile")
    parser.add_argument("--keep", type=Path, help="a folder for the base, used again if it is full")
    options = parser.parse_args()
    if not shutil.which("wrk"):
        sys.stderr.write("wrk is not installed (Debian: apt install wrk).\n")
        return 2
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        folder.chmod(0o711)
        with _base(options.postgres, folder) as url:
            shared = {"DATABASE_URL": url, "KB_SECRET_KEY": "k" * 50} if url else {}
            return _run(options.keep or folder, shared, options)


@contextmanager
def _base(postgres: str | None, folder: Path) -> Iterator[str]:
    """The address of the PostgreSQL to measure on; "" for SQLite."""
    if postgres == "own":
        with primary(folder) as server:
            yield server.url()
    else:
        yield postgres or ""


def _run(folder: Path, shared: dict[str, str], options: argparse.Namespace) -> int:
    articles = folder / "articles"
    if not articles.exists():
        library(articles, options.articles)
    site = Served(folder, KB_ARTICLES_DIR=str(articles), KB_LOG_LEVEL="WARNING", **shared)
    try:
        site.wait(3 * 3600)
        beside = _writing(site, folder) if options.writers else nullcontext()
        with beside, _trivial() as trivial:
            rounds = _Rounds(site, *trivial, options.seconds, folder)
            kept = [_case(rounds, case) for case in cases(site.address, options.articles)]
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


@dataclass(frozen=True, slots=True)
class _Rounds:
    """The site and the trivial page in turn, each with new connections: which worker takes how
    many of them is chance, and doubles or halves a figure. The best round of each counts."""

    site: Served
    limit_address: str
    limit_server: int
    seconds: int
    folder: Path

    def of(self, case: Case) -> tuple[Figures, Figures]:
        """The best of the case, the best of the trivial page beside it."""
        pairs = [(self._ours(case, self.seconds), self._limit()) for _ in range(_ROUNDS)]
        ours, limits = zip(*pairs, strict=True)
        return _best(ours), _best(limits)

    def warm(self, case: Case) -> Figures:
        return self._ours(case, _WARMING)

    def _ours(self, case: Case, seconds: int) -> Figures:
        return measure(self.site.address, case, self.site.process.pid, seconds, self.folder)

    def _limit(self) -> Figures:
        trivial = Case("trivial", ("/healthz",))
        return measure(self.limit_address, trivial, self.limit_server, self.seconds, self.folder)


def _best(rounds: Iterable[Figures]) -> Figures:
    return max(rounds, key=lambda each: each.per_second)


def _case(rounds: _Rounds, case: Case) -> bool:
    if rounds.warm(case).errors:
        raise SystemExit(f"{case.paths[0]} is refused: nothing to measure")
    found, limit = rounds.of(case)
    share = found.per_second / (limit.per_second or 1)
    good = not found.errors and share >= case.share and (found.cpu <= 1000)
    _tell(case.name, found, limit.per_second, good, case.share)
    return good


def _tell(name: str, found: Figures, limit: float, good: bool, wanted: float = 0.0) -> None:
    share = f"1/{limit / found.per_second:.1f}" if found.per_second else "-"
    bar = f"1/{1 / wanted:.0f}" if wanted else "-"
    print(
        f"| {name} | {found.per_second:.0f} | {limit:.0f} | {share} | {bar}"
        f" | {found.p50:.1f} | {found.p99:.1f} | {found.cpu}"
        f" | {found.errors or ''}{'' if good else ' MISSED'} |",
        flush=True,
    )


if __name__ == "__main__":
    sys.exit(main())
