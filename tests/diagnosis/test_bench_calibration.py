"""Thresholds: chosen on some folds, measured on the one that was left out."""

from collections import Counter
from collections.abc import Mapping

import pytest

from kb.core.ranking import Thresholds
from kb.diagnosis.bench import calibration
from kb.diagnosis.bench.calibration import Claims, choose
from kb.diagnosis.bench.cases import Case
from tests.diagnosis.library import COMPILED, NAN, library

LOW, MIDDLE, HIGH = (Thresholds(line, 0.6) for line in (0.7, 0.8, 0.9))
FOLDS = [0, 0, 1]


def claims(right: int, wrong: int) -> Claims:
    return Counter({("likely", True): right, ("likely", False): wrong})


@pytest.mark.parametrize(
    ("said", "left_out", "chosen"),
    [
        ({LOW: (3, 0), MIDDLE: (2, 0), HIGH: (1, 0)}, 1, LOW),  # right more often
        ({LOW: (9, 1), MIDDLE: (2, 0), HIGH: (1, 0)}, 1, MIDDLE),  # a wrong one costs eleven
        ({LOW: (13, 1), MIDDLE: (1, 0), HIGH: (0, 0)}, 1, LOW),
        ({LOW: (2, 0), MIDDLE: (2, 0), HIGH: (2, 0)}, 1, MIDDLE),  # the middle of equals
        ({LOW: (9, 1), MIDDLE: (2, 0), HIGH: (2, 0)}, 0, MIDDLE),  # nothing to choose from
    ],
)
def test_chosen(
    said: Mapping[Thresholds, tuple[int, int]], left_out: int, chosen: Thresholds
) -> None:
    """All is said of the first paste, which is of fold 0."""
    each = {tried: [claims(*counts), claims(0, 0), claims(0, 0)] for tried, counts in said.items()}
    assert choose(each, FOLDS, left_out) == chosen


def test_what_is_said_is_counted_by_verdict() -> None:
    """Right where the fault is in the base; and where it is taken out, nothing is said."""
    paste = f"GPU 0: NVIDIA H100 80GB HBM3\nINFO: vLLM API server version 0.24.0\n{NAN}"
    cases = [
        Case("right", paste, frozenset({"compiled"}), in_base=True, family="nan"),
        Case("null", "all is well, nothing is broken here", family="well"),
    ]
    measured = calibration.measure(library(compiled=COMPILED), cases)
    held_out = measured["held_out"]
    assert isinstance(held_out, dict)
    assert held_out["likely"] == {"said": 1, "right": 1, "precision": 1.0}
    assert held_out["confirmed"] == {"said": 0, "right": 0, "precision": 0.0}
    assert measured["pastes"] == 5
