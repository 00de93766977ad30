"""The unit and the container: linted, and what they name is there."""

import re
import shutil
import subprocess
import sys
from pathlib import Path

from kb.env import ROOT, SETTINGS

UNIT = (ROOT / "deploy" / "kb.service").read_text(encoding="utf-8")
CONTAINER = (ROOT / "deploy" / "Containerfile").read_text(encoding="utf-8")


def test_the_containerfile_passes_its_linter() -> None:
    linter = Path(sys.executable).with_name("hadolint")
    found = subprocess.run(
        [linter, "--no-color", ROOT / "deploy" / "Containerfile"], capture_output=True, text=True
    )
    assert (found.returncode, found.stdout) == (0, "")


def test_what_the_container_takes_is_there_and_let_through() -> None:
    ignored = (ROOT / ".containerignore").read_text(encoding="utf-8").splitlines()
    taken = re.findall(r"^COPY (\w\S*) ", CONTAINER, re.MULTILINE)
    assert {"kb", "templates", "static", "articles", "manage.py"} <= set(taken)
    assert [name for name in taken if not (ROOT / name).exists() or f"!{name}" not in ignored] == []


def test_the_container_runs_as_nobody_with_its_data_apart() -> None:
    assert re.findall(r"^USER (\d+)$", CONTAINER, re.MULTILINE) == ["10001"]
    assert "ENV KB_DATA_DIR=/data" in CONTAINER
    assert "VOLUME /data" in CONTAINER


def test_both_set_only_settings_that_there_are() -> None:
    names = {setting.name for setting in SETTINGS}
    assert set(re.findall(r"\b(KB_[A-Z_]+)", UNIT + CONTAINER)) <= names


def test_the_unit_is_one() -> None:
    """Where systemd is installed it reads it; the program that is named is not on this machine."""
    if not shutil.which("systemd-analyze"):
        assert "ExecStart=/opt/kb/.venv/bin/python manage.py start" in UNIT
        return
    found = subprocess.run(
        ["systemd-analyze", "verify", ROOT / "deploy" / "kb.service"],
        capture_output=True,
        text=True,
    )
    told = [line for line in found.stderr.splitlines() if "is not executable" not in line]
    assert [line for line in told if "kb.service" in line] == []
