"""Wordings of logs → bounds of a version, which never answer a condition."""

import pytest

from kb.core.conditions import State, judge, parse_condition
from kb.core.facts import Fact, merge, read_facts
from kb.core.facts.wording import meeting, told, within
from kb.core.text import read_lines
from tests.core.vocabulary import VOCABULARY

LOGS = [
    ("INFO 02-12 13:31:03 selector.py:120] Using XFormers backend.", "<0.8"),
    ("INFO 05-12 13:31:03 [gpu_model_runner.py:1] Model loading took 1.2 GiB", ">=0.8"),
    ("(EngineCore_DP0 pid=7) INFO 10-01 10:00:00 [core.py:75] starting", ">=0.10,<0.18"),
    ("(APIServer pid=1) INFO 10-01 10:00:00 [utils.py:1] non-default args: {'a': 1}", ">=0.10"),
    ("INFO 10-01 10:00:00 [cuda.py:1] Using FLASH_ATTN attention backend out of potential backends:"
     " [x]\nINFO 10-01 10:00:02 [monitor.py:1] torch.compile takes 3 s in total", ">=0.11.1,<0.18"),
    ("INFO 01-30 10:00:00 llm_engine.py:1] Initializing an LLM engine with config: x", "<0.7.1"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "bounds"), LOGS)
def test_the_wording_bounds_the_version(text: str, bounds: str) -> None:
    fact = read_facts(read_lines(text), VOCABULARY)["vllm"]
    assert (fact.value, fact.how, fact.bounds) == (None, "estimated", bounds)
    assert fact.line and fact.text


def test_a_version_that_is_written_stands_alone() -> None:
    text = "(APIServer pid=1) INFO 10-01 10:00:00 [api_server.py:1] vLLM API server version 0.10.2"
    fact = read_facts(read_lines(text), VOCABULARY)["vllm"]
    assert (fact.value, fact.bounds) == ("0.10.2", "")


def test_wordings_of_two_servers_bound_nothing() -> None:
    text = "\n".join(text for text, _ in LOGS[:2])
    assert "vllm" not in read_facts(read_lines(text), VOCABULARY)


def test_bounds_survive_a_merge() -> None:
    one, two = (read_facts(read_lines(text), VOCABULARY) for text, _ in (LOGS[1], LOGS[2]))
    assert merge([one, two], VOCABULARY)["vllm"].bounds == ">=0.10,<0.18"


@pytest.mark.parametrize(
    ("bounds", "met"),
    [
        ([">=0.8", ">=0.10"], ">=0.10"),
        (["<0.18", ">=0.8,<0.12"], ">=0.8,<0.12"),
        (["<0.8", ">=0.9"], ""),
        ([], ""),
    ],
)
def test_bounds_meet(bounds: list[str], met: str) -> None:
    assert meeting(bounds) == met


@pytest.mark.parametrize(
    ("bounds", "wanted", "leans"),
    [
        (">=0.12", ">=0.11", State.HOLDS),
        (">=0.12", "<0.12", State.FAILS),
        ("<0.8", ">=0.8", State.FAILS),
        (">=0.10,<0.18", ">=0.16", State.UNKNOWN),
        (">=0.10,<0.18", "==0.12.0", State.UNKNOWN),
        (">=0.10,<0.18", "==0.9.1", State.FAILS),
    ],
)
def test_an_estimate_leans_and_never_answers(bounds: str, wanted: str, leans: State) -> None:
    facts = {"vllm": Fact("vllm", None, "estimated", 1, "x", bounds=bounds)}
    judged = judge(parse_condition("vllm", wanted, VOCABULARY), facts, VOCABULARY)
    assert (judged.state, judged.leans) == (State.UNKNOWN, leans)
    assert judged.reason == told(bounds)


def test_the_ends_stand_for_what_is_inside() -> None:
    assert list(within(">=0.10,<0.18", ["0.12", "0.20"])) == [
        "0.10",
        "0.17.999",
        "0.12",
        "0.12.0.1",
    ]
    assert list(within("<0.8", [])) == ["0.0.1", "0.7.999"]
    assert str(told(">=0.9")) == "0.9 or later, by the log's wording"
