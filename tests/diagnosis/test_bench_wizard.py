"""The measuring of the wizard, of facts and of commands, on cases of our own."""

import json
from pathlib import Path

from kb.diagnosis import affected
from kb.diagnosis.bench import facts, launch, wizard
from tests.core.vocabulary import VOCABULARY
from tests.diagnosis.library import COMPILED, INTEGERS, MEMORY, article, library

PAIR = [article(COMPILED, "compiled"), article(INTEGERS, "integers")]


def test_a_case_is_an_article_that_shares_its_line() -> None:
    alone = library(compiled=COMPILED, memory=MEMORY)
    assert list(affected.cases_of([PAIR[0], article(MEMORY, "memory")], alone)) == []
    twin = MEMORY.replace("<=24", ">24")
    shared = library(compiled=COMPILED, memory=MEMORY, twin=twin)
    articles = [PAIR[0], article(MEMORY, "memory"), article(twin, "twin")]
    cases = list(affected.cases_of(articles, shared))
    assert [case.truth.slug for case in cases] == ["memory", "twin"]


def test_the_oracle_knows_what_the_article_says_and_what_it_implies() -> None:
    known = affected.environment_of(PAIR[0], VOCABULARY)
    assert known["gpu"] == "H100"
    assert known["compute_capability"] == "9.0"
    assert known["vllm"] == "0.24.0"
    assert "torch" not in known


def test_a_pair_is_told_apart() -> None:
    twin = MEMORY.replace("<=24", ">24").replace("No room", "Room")
    two = library(memory=MEMORY, twin=twin)
    articles = [article(MEMORY, "memory"), article(twin, "twin")]
    found = wizard.measure(articles, two)
    assert (found["cases"], found["reached"], found["missed"]) == (2, 1.0, [])
    assert found["asked_what_was_said"] == 0
    assert found["limit"] == 1.5
    assert found["copied_with_one_click"] == 1.0
    assert found["copied_with_three_without_environment"] == 1.0


def test_facts_are_right_wrong_missed_or_invented(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("INFO vLLM API server version 0.24.0\ntorch==2.8.0\n")
    told = {"canonical": {"vllm": "0.24.0", "torch": "2.9.0", "ray": "2.0"}, "not_inferable": []}
    (tmp_path / "a.json").write_text(json.dumps(told))
    found = facts.measure(facts.samples_in(tmp_path), VOCABULARY, {})
    assert found["facts"] == 3
    assert (found["right"], len(found["wrong"]), len(found["missed"])) == (0.333, 1, 1)


def test_commands_come_out_to_the_byte_or_are_asked_about(tmp_path: Path) -> None:
    change = {"op": "add-flag", "flag": "--enforce-eager"}
    row = {
        "id": "a",
        "text": "vllm serve m",
        "fix": change,
        "expected": "vllm serve m --enforce-eager",
    }
    rows = [
        row,
        row | {"id": "b", "expected": "vllm"},
        row | {"id": "c", "text": "ls", "expected": None},
    ]
    path = tmp_path / "launch.jsonl"
    path.write_text("\n".join(map(json.dumps, rows)))
    found = launch.measure(launch.samples_in(path), {})
    assert (found["right"], found["wrong"], found["asked"], found["missed"]) == (2, 1, 0, ["b"])
