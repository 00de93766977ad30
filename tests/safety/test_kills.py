"""`kill -9` at a random moment of what writes: nothing acknowledged is lost, all is whole."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.safety.killed import ACTS, _check_said
from tests.wiki.factory import source, write

ROOT = Path(__file__).resolve().parents[2]


@pytest.mark.parametrize(
    ("rounds", "seed"), [(2 * len(ACTS), 1), pytest.param(60, 7, marks=pytest.mark.long)]
)
def test_a_killed_writer_loses_nothing(tmp_path: Path, rounds: int, seed: int) -> None:
    environ = os.environ | {
        "KB_DATA_DIR": str(tmp_path / "var"),
        "DJANGO_SETTINGS_MODULE": "kb.settings",
    }
    command = [sys.executable, "-m", "tests.safety.killed", str(tmp_path), str(rounds), str(seed)]
    ended = subprocess.run(command, cwd=ROOT, env=environ, capture_output=True, text=True)
    assert ended.returncode == 0, ended.stdout + ended.stderr
    assert f"{rounds} kills" in ended.stdout
    assert " 0 acknowledged" not in ended.stdout, "the kills came before anything was done"


@pytest.mark.parametrize(
    ("said", "titles"),
    [
        (["page a A"], {}),
        (["page a Title 1 2"], {"a": "Title 1 1"}),
        (["file saved-0-0.sqlite3 x"], {}),
    ],
)
def test_a_loss_would_be_seen(tmp_path: Path, said: list[str], titles: dict[str, str]) -> None:
    with pytest.raises(AssertionError):
        _check_said(tmp_path, said, titles)


def test_two_that_build_the_index_at_once_end_well(tmp_path: Path) -> None:
    """And a third that searches meanwhile."""
    write(tmp_path, "in/vllm/fault.md", source())
    environ = os.environ | {"KB_DATA_DIR": str(tmp_path / "var")}
    manage = [sys.executable, str(ROOT / "manage.py")]
    subprocess.run([*manage, "ingest", str(tmp_path / "in")], env=environ, check=True)
    work = (["reindex"], ["reindex"], ["search", "frobnicated"])
    running = [subprocess.Popen([*manage, *words], env=environ) for words in work]
    assert [process.wait(120) for process in running] == [0, 0, 0]
    assert subprocess.run([*manage, "search", "frobnicated"], env=environ).returncode == 0
