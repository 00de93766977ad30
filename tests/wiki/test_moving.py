"""From SQLite to PostgreSQL and on: what is there afterwards is what was there before."""

import json
import os
import secrets
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from kb.env import ROOT
from tests.postgres import Server
from tests.wiki.factory import source, translation, write

pytestmark = [pytest.mark.postgres, pytest.mark.sqlite]
Manage = Callable[..., "subprocess.CompletedProcess[str]"]


@pytest.fixture
def manage(tmp_path: Path) -> Manage:
    """`manage.py` with a base of its own, on SQLite or (`on`) on PostgreSQL."""

    def run(*words: str, on: str = "") -> "subprocess.CompletedProcess[str]":
        env = {"PATH": os.environ["PATH"], "KB_DATA_DIR": str(tmp_path / "var")}
        shared = {"DATABASE_URL": on, "KB_SECRET_KEY": "k" * 50} if on else {}
        command = [sys.executable, "manage.py", *words]
        return subprocess.run(command, cwd=ROOT, env=env | shared, capture_output=True, text=True)

    return run


@pytest.fixture
def filled(manage: Manage, tmp_path: Path) -> Path:
    for number in range(4):
        write(tmp_path, f"in/vllm/fault-{number}.md", source(f"Fault {number}", f"Err{number}: x"))
    write(tmp_path, "in/vllm/fault-0-zh.md", translation("fault-0"))
    write(tmp_path, "in/vllm/secret.md", source(more="audience: [platform]\n"))
    assert manage("ingest", str(tmp_path / "in")).returncode == 0
    return tmp_path


def listed(ended: "subprocess.CompletedProcess[str]") -> Any:
    assert ended.returncode in (0, 1), ended.stderr
    return json.loads(ended.stdout)


def test_all_of_it_moves_and_both_are_equal(
    manage: Manage, filled: Path, postgres_server: Server
) -> None:
    url = postgres_server.database(f"moved_{secrets.token_hex(4)}")
    rows = listed(manage("move_to", url, "--json"))["rows"]
    assert (rows["wiki_page"], rows["wiki_page_audience"]) == (6, 1)
    for text in ("Err2: x", "出错了", "widget"):
        before = listed(manage("search", text, "--json"))
        assert listed(manage("search", text, "--json", on=url)) == before
    export = [filled / name for name in ("before", "after")]
    manage("export", str(export[0]))
    manage("export", str(export[1]), on=url)
    assert contents(export[0]) == contents(export[1])
    write(filled, "in/vllm/later.md", source("Later", "LaterError: y"))
    assert manage("ingest", str(filled / "in"), on=url).returncode == 0
    assert listed(manage("search", "LaterError", "--json", on=url))["results"], "numbers go on"
    found = listed(manage("check_base", "--json", on=url))["findings"]
    assert {each["kind"] for each in found} == {"translation"}, "as before; nothing of the index"


def contents(folder: Path) -> dict[str, str]:
    files = [path for path in folder.rglob("*") if path.is_file()]
    assert files
    return {str(path.relative_to(folder)): path.read_text("utf-8") for path in files}


def test_a_base_that_is_filled_is_left_alone(
    manage: Manage, filled: Path, postgres_server: Server
) -> None:
    url = postgres_server.database(f"moved_{secrets.token_hex(4)}")
    assert manage("move_to", url).returncode == 0
    again = manage("move_to", url)
    assert (again.returncode, "name an empty one" in again.stderr) == (2, True), again.stderr
    back = manage("move_to", url, on=url)
    assert (back.returncode, "pg_dump" in back.stderr) == (2, True), back.stderr


def test_what_postgresql_cannot_hold_moves_nothing(
    manage: Manage, filled: Path, postgres_server: Server
) -> None:
    with sqlite3.connect(filled / "var" / "kb.sqlite3") as base:
        base.execute("UPDATE wiki_page SET title = ? WHERE slug = 'fault-1'", ["x" * 600])
    url = postgres_server.database(f"moved_{secrets.token_hex(4)}")
    ended = manage("move_to", url)
    assert (ended.returncode, "PostgreSQL refuses" in ended.stderr) == (2, True), ended.stderr
    assert listed(manage("search", "Err2", "--json", on=url))["results"] == []


@pytest.mark.parametrize(
    ("url", "says"),
    [("sqlite:///x", "write postgresql://"), ("nonsense", ""),
     ("postgresql://nobody@127.0.0.1:1/x", "PostgreSQL refuses")],
)  # fmt: skip
def test_a_base_that_is_none_is_refused_in_a_sentence(manage: Manage, url: str, says: str) -> None:
    ended = manage("move_to", url)
    assert (ended.returncode, says in ended.stderr) == (2, True), ended.stderr
    assert "Traceback" not in ended.stderr
