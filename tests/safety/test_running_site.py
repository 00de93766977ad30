"""The real server when things go wrong around it: it keeps answering, or says what to do."""

import os
import re
import resource
import shutil
import socket
import sqlite3
import time
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager, suppress
from pathlib import Path

import pytest

from kb.wiki.patience import CONNECTIONS, HELD_LIMIT
from tests.safety.canaries import ALL, SECRETS, leaks, log_of
from tests.safety.site import Site

pytestmark = pytest.mark.xdist_group("running site")
LINE = "FrobnicationError: widget 99 is not frobnicated"
FIX = "--enforce-eager"


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    running = Site(tmp_path_factory.mktemp("running"))
    yield running
    running.stop()


@contextmanager
def locked(site: Site) -> Iterator[None]:
    """Another process writes for longer than anybody waits."""
    with closing(sqlite3.connect(site.base, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        yield
        other.execute("ROLLBACK")


@contextmanager
def disk_full(site: Site) -> Iterator[None]:
    """No file of the site may grow: the system's answer differs from a full disk's in one word."""
    before = {pid: resource.prlimit(pid, resource.RLIMIT_FSIZE) for pid in site.pids()}
    for pid, (_, most) in before.items():
        resource.prlimit(pid, resource.RLIMIT_FSIZE, (0, most))
    try:
        yield
    finally:
        for pid, limits in before.items():
            resource.prlimit(pid, resource.RLIMIT_FSIZE, limits)


TROUBLES = {"locked": (locked, "else is writing"), "full": (disk_full, "disk of this site is full")}


@pytest.mark.parametrize("name", TROUBLES)
def test_a_diagnosis_that_cannot_be_kept_is_shown(site: Site, name: str) -> None:
    trouble, says = TROUBLES[name]
    with trouble(site):
        status, page = site.client().post("/diagnose/", paste=LINE)
    assert status == 200
    assert FIX in page
    assert says in page
    assert "Delete now" not in page
    assert "Delete now" in site.client().post("/diagnose/", paste=LINE)[1], "and it recovers"


@pytest.mark.parametrize("name", TROUBLES)
def test_what_cannot_be_written_is_told_with_what_to_do(site: Site, name: str) -> None:
    trouble, says = TROUBLES[name]
    client = site.client()
    kept = re.search(r'action="(/d/[^"]+/delete/)"', client.post("/diagnose/", paste=LINE)[1])
    assert kept
    with trouble(site):
        status, page = client.post(kept[1])
        assert status == 503
        assert says in page
        for address in ("/", "/articles/fault/", "/search/?q=frobnicated", "/healthz"):
            assert site.client().get(address)[0] == 200, address
        assert site.client().send("/api/v1/diagnose", LINE.encode())[0] == 200


@pytest.mark.parametrize("damage", ["gone", "damaged"])
def test_a_missing_or_damaged_index_mends_itself(site: Site, damage: str) -> None:
    if damage == "gone":
        shutil.rmtree(site.data / "index")
    for path in (site.data / "index").rglob("*.seg"):
        path.write_bytes(b"damaged")
    found = site.client().get(f"/search/?q=frobnicated+{damage}")[1]
    assert "The frobnicator breaks" in found
    assert site.client().get("/readyz")[0] == 200


def test_with_a_full_disk_and_no_index_it_says_so_and_comes_back(site: Site) -> None:
    shutil.rmtree(site.data / "index")
    with disk_full(site):
        status, page = site.client().get("/search/?q=frobnicated+17")  # none that is kept
        assert (status, "disk of this site is full" in page) == (503, True)
        assert site.client().get("/articles/fault/")[0] == 200, site.client().get(
            "/articles/fault/"
        )
    assert "The frobnicator breaks" in site.client().get("/search/?q=frobnicated+widget")[1]


def test_no_canary_reaches_a_file(site: Site) -> None:
    client = site.client()
    log, commands = log_of(ALL), log_of(SECRETS)
    told = [client.post("/diagnose/", paste=log, environment=log, command=commands)[1]]
    told.append(client.send("/api/v1/diagnose", log.encode())[1])
    for canary in SECRETS[:8]:
        told.append(client.get(f"/nowhere/{canary.value}")[1])
    assert leaks("\n".join(told), SECRETS) == []
    assert site.manage("backup", str(site.data.parent / "saved.sqlite3")).returncode == 0
    files = [path for path in site.data.parent.rglob("*") if path.is_file()]
    assert any(path.name.endswith("-wal") for path in files)
    assert leaks(b"\n".join(path.read_bytes() for path in files), SECRETS) == []
    assert "/nowhere/<HF_TOKEN_1>" in site.log.read_text("utf-8")


HALF = {
    "half a head": b"POST /diagnose/ HTTP/1.1\r\nHost: localhost\r\nX-A: ",
    "slow body": b"POST /api/v1/facts HTTP/1.1\r\nHost: localhost\r\nContent-Length: 99\r\n\r\nx",
    "half a paste": b"POST /diagnose/ HTTP/1.1\r\nHost: a\r\nContent-Length: 900000\r\n\r\npaste=x",
    "half a body": b"POST /diagnose/ HTTP/1.1\r\nHost: a\r\nContent-Length: 5000000\r\n\r\n",
    "nothing": b"",
    "endless head": b"GET / HTTP/1.1\r\nHost: localhost\r\n" + b"X-A: b\r\n" * 90,
}


@pytest.mark.parametrize("half", HALF.values(), ids=HALF)
def test_slow_clients_hold_nobody_up(site: Site, half: bytes) -> None:
    """As many as there are threads, and then some, of each kind; others are answered at once."""
    with ExitStack() as stack:
        for _ in range(40):
            slow = stack.enter_context(socket.create_connection(("127.0.0.1", site.port), 10))
            slow.sendall(half)
        before = time.monotonic()
        for _ in range(5):
            assert site.client().get("/healthz")[0] == 200
        assert time.monotonic() - before < 10, "a slow client's time-out is 30 s"


def test_hundreds_of_half_open_pastes_shut_nobody_out(site: Site) -> None:
    """More than a worker keeps: the longest waiting ones are given up for who comes."""
    with ExitStack() as stack:
        for _ in range(CONNECTIONS + 50):
            half = stack.enter_context(socket.create_connection(("127.0.0.1", site.port), 10))
            half.sendall(HALF["half a paste"])
        assert site.client().get("/healthz")[0] == 200
        assert FIX in site.client().post("/diagnose/", paste=LINE)[1]


@pytest.mark.long
def test_half_sent_bodies_without_end_shut_nobody_out(site: Site) -> None:
    """Together more than a worker holds; and yet a paste that comes in pieces is answered."""
    body = HALF["half a body"] + b"x" * (4 * 2**20)
    with ExitStack() as stack:
        for _ in range(2 * HELD_LIMIT // len(body)):
            half = stack.enter_context(socket.create_connection(("127.0.0.1", site.port), 10))
            with suppress(OSError):  # it was given up
                half.sendall(body)
        assert FIX in site.client().post("/diagnose/", paste=LINE + "\nfine" * 100_000)[1]
    held = max(resident(pid) for pid in site.pids())
    assert held < 3 * HELD_LIMIT


def resident(pid: int) -> int:
    """Bytes."""
    told = Path(f"/proc/{pid}/status").read_text("ascii").partition("VmRSS:")[2]
    return int(told.split()[0]) * 1024


@pytest.mark.parametrize(
    ("head", "status"),
    [
        (b"GET /" + b"a" * 9000 + b" HTTP/1.1\r\n\r\n", b"414"),
        (b"GET / HTTP/1.1\r\n" + b"X-A: b\r\n" * 200 + b"\r\n", b"431"),
        (b"GET / HTTP/1.1\r\nX-A: " + b"a" * 20000 + b"\r\n\r\n", b"431"),
        (
            b"POST /diagnose/ HTTP/1.1\r\nHost: localhost\r\nContent-Length: 99999999\r\n\r\n",
            b"413",
        ),
        (b"POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: -1\r\n\r\n", b"400"),
        (b"GET / HTTP/1.1\r\nHost: evil.example\r\n\r\n", b"400"),
        (b"\x00\xff\r\n\r\n", b"400"),
    ],
)
def test_what_is_too_much_is_refused(site: Site, head: bytes, status: bytes) -> None:
    with socket.create_connection(("127.0.0.1", site.port), 20) as client:
        client.sendall(head)
        client.shutdown(socket.SHUT_WR)
        answer = client.recv(65536)
    assert answer.split(b" ")[1] == status, answer[:200]
    assert b"Traceback" not in answer


def test_it_answers_after_all_that_and_logged_no_traceback_of_ours(site: Site) -> None:
    assert site.client().get("/")[0] == 200
    assert site.process.poll() is None
    assert os.path.getsize(site.log) < 5 * 2**20  # noqa: PTH202
    assert not list(Path(site.data).glob("core*"))
