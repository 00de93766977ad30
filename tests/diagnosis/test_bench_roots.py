"""Roots, measured: in cases hidden in a log, and in whole logs with their labels."""

import json
from pathlib import Path

import pytest

from kb.diagnosis.bench import roots
from kb.diagnosis.bench.cases import Case
from kb.diagnosis.bench.roots import WholeLog
from tests.diagnosis.library import library

BROKEN = Case("broken", "Traceback (most recent call last):\nValueError: the block size is odd")
CALM = Case("calm", "INFO 06-01 13:18:12 [core.py:1] Starting to load the model")


def test_a_root_in_a_log_is_one_of_the_paste() -> None:
    measured = roots.in_logs([BROKEN, CALM])
    for name in ("log_400", "log_1200"):
        assert measured[name] == {"cases": 2, "right": 0.5, "as_alone": 0.5, "missed": ["calm"]}


ROOT = "ValueError: the block size is odd"


@pytest.mark.parametrize(
    ("label", "line", "right"),
    [(ROOT, None, 1.0), ("is told otherwise", 2, 1.0), ("ValueError: another one", None, 0.0)],
)
def test_a_whole_log_is_right_by_its_text_or_line(
    label: str, line: int | None, right: float
) -> None:
    log = WholeLog("one", f"Traceback (most recent call last):\n{ROOT}\n", label, line)
    measured = roots.whole([log], library())
    assert (measured["logs"], measured["right"]) == (1, right)
    assert measured["missed"] == ([] if right else ["one"])


def test_logs_are_read_with_their_labels(tmp_path: Path) -> None:
    (tmp_path / "one.txt").write_text("all is well\n", encoding="utf-8")
    label = {"id": "one", "root_line": None, "root_text": None}
    (tmp_path / "labels.jsonl").write_text(json.dumps(label) + "\n", encoding="utf-8")
    (log,) = roots.logs_in(tmp_path)
    assert log == WholeLog("one", "all is well\n", "", None)
    assert roots.whole([log], library()) == {
        "logs": 0, "right": 0.0, "missed": [], "without_a_root": 1, "sure_of": {},
    }  # fmt: skip
