"""The measuring itself: cases, noise, siblings, peers and tables."""

import json
from pathlib import Path

import pytest

from kb.diagnosis.bench.cases import Case, read_cases
from kb.diagnosis.bench.noise import in_log, runs_of
from kb.diagnosis.bench.peers import Fts5, Peer, WhooshSearch, worded
from kb.diagnosis.bench.siblings import siblings
from kb.search.index import SearchDocument

NCCL = SearchDocument("nccl", "nccl", title="NCCL hangs", errors=("NCCL error: unhandled",))
CUDA = SearchDocument("cuda", "cuda", title="CUDA is gone", errors=("CUDA error 802",))
PASTE = "Traceback (most recent call last):\nValueError: broken"


def test_a_case_is_read_with_every_right_answer(tmp_path: Path) -> None:
    rows = [
        {"qid": "a", "paste": "x", "expects": "one", "acceptable": ["two"], "lang": "zh",
         "kind": "log", "env_paste": None, "command": "vllm serve m", "same_thread_as_fault": True},
        {"qid": "b", "paste": "y", "expects": None},
    ]  # fmt: skip
    path = tmp_path / "cases.jsonl"
    path.write_text("\n".join(map(json.dumps, rows)) + "\n\n", encoding="utf-8")
    assert read_cases(path) == (
        Case(
            "a", "x", frozenset({"one", "two"}), True, "", "vllm serve m", "log", "zh", True, "one"
        ),
        Case("b", "y", family="b"),
    )


@pytest.mark.parametrize("key", [f"case-{number}" for number in range(20)])
def test_a_paste_stays_in_one_piece_in_the_middle_third(key: str) -> None:
    log = in_log(PASTE, 300, key, runs_of(["calm line\nerror line\nanother"]))
    lines = log.splitlines()
    at = next(
        n for n, line in enumerate(lines) if line.endswith("Traceback (most recent call last):")
    )
    assert lines[at + 1].endswith("ValueError: broken")
    assert 100 <= at <= 200
    assert 300 <= len(lines) <= 301
    assert log == in_log(PASTE, 300, key, runs_of(["calm line\nerror line\nanother"]))
    assert "error line" not in log


def test_three_in_ten_end_with_a_line_that_says_nothing() -> None:
    ends = [in_log(PASTE, 30, str(n)).splitlines()[-1] for n in range(200)]
    assert 40 <= sum("See root cause above" in end for end in ends) <= 80


def test_siblings_are_the_real_ones_and_others_beside_them() -> None:
    made = list(siblings([NCCL, CUDA], 50))
    assert made[:2] == [NCCL, CUDA]
    assert len({each.slug for each in made}) == 50
    assert len({each.title for each in made}) > 5
    assert made == list(siblings([NCCL, CUDA], 50))


@pytest.mark.parametrize(
    "peer", [WhooshSearch(), Fts5("fts5_unicode61", "tokenize='unicode61'"),
             Fts5("fts5_trigram", "tokenize='trigram'")], ids=lambda peer: peer.name,
)  # fmt: skip
def test_a_peer_finds_what_has_the_words(peer: Peer) -> None:
    peer.fill(worded([NCCL, CUDA]))
    assert peer.search(["unhandled", 'a"b', "nobody"]) == ["nccl"]
    assert peer.search(["zz"]) == []
    peer.close()
