"""Commands as a person runs them: own process, own data folder, exit codes, both streams."""

import json
import os
import sqlite3
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from tests.wiki.factory import source, write

pytestmark = pytest.mark.sqlite
ROOT = Path(__file__).resolve().parent.parent.parent


class Shell:
    """`manage.py` with a base in a folder of its own."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def __call__(self, *words: str, stdin: str = "") -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [sys.executable, str(ROOT / "manage.py"), *words],
            capture_output=True,
            text=True,
            input=stdin,
            cwd=self.folder,
            env=os.environ | {"KB_DATA_DIR": str(self.folder / "var")},
            timeout=120,
            check=False,
        )

    def json(self, *words: str) -> dict[str, object]:
        return dict(json.loads(self(*words, "--json").stdout))


@pytest.fixture
def shell(tmp_path: Path) -> Shell:
    return Shell(tmp_path)


def test_a_base_is_made_filled_searched_saved_and_restored(shell: Shell, tmp_path: Path) -> None:
    write(tmp_path, "in/vllm/fault.md", source())
    write(tmp_path, "in/vllm/bad.md", source(more="quantisation: fp8\n"))
    taken = shell("ingest", "in", "--json")
    assert taken.returncode == 1, "a refused file is a finding"
    assert [each["result"] for each in json.loads(taken.stdout)["articles"]] == [
        "refused",
        "created",
    ]
    assert stat.S_IMODE((tmp_path / "var/secret_key").stat().st_mode) == 0o600

    found = shell("search", "frobnicated", "--json")
    assert (found.returncode, json.loads(found.stdout)["results"][0]["article"]) == (0, "fault")
    assert shell("search", "nothingatall").returncode == 1

    assert shell("backup", "saved.sqlite3").returncode == 0
    assert stat.S_IMODE((tmp_path / "saved.sqlite3").stat().st_mode) == 0o600
    refused = shell("restore", "saved.sqlite3")
    assert (refused.returncode, "--force" in refused.stderr) == (2, True)

    with sqlite3.connect(tmp_path / "var/kb.sqlite3") as base:
        base.execute("UPDATE wiki_page SET state = 'draft'")
    assert shell("restore", "saved.sqlite3", "--force").returncode == 0
    assert shell("search", "frobnicated").returncode == 0
    assert shell.json("export", "out")["written"] == 1


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("ingest", "nowhere.md"), "nowhere.md is not there"),
        (("restore", "nowhere.sqlite3"), "nowhere.sqlite3 is not there"),
        (("ingest",), "PATH"),
        (("export",), "DIR"),
        (("start", "--port", "0"), "--port"),
    ],
)
def test_wrong_usage_ends_with_a_sentence_and_2(
    shell: Shell, words: tuple[str, ...], says: str
) -> None:
    ended = shell(*words)
    assert ended.returncode == 2
    assert says in ended.stderr
    assert "Traceback" not in ended.stderr
    assert ended.stdout == ""


def test_a_wrong_setting_is_refused_at_start(shell: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("KB_KEEP_DAY", "3")
    ended = shell("search", "x")
    assert (ended.returncode, "Did you mean KB_KEEP_DAYS?" in ended.stderr) == (2, True)
