"""Forks and plugins: their versions are not judged like the upstream's without a word."""

import pytest

from kb.core.conditions import State, judge, parse_condition
from kb.core.facts import read_facts
from kb.core.facts.forks import told
from kb.core.text import read_lines
from tests.core.vocabulary import VOCABULARY

THERE = [
    ("vllm-ascend                0.11.0rc1", "vllm-ascend"),
    ("vllm==0.14.0 和 vllm-ascend-0.14.0rc2", "vllm-ascend"),
    ("vLLM Ascend Version: 0.18.0rc1", "vllm-ascend"),
    ("name=ascend, value=vllm_ascend:register", "vllm-ascend"),
    ('File "/usr/lib/python3.11/site-packages/vllm_gaudi/platform.py", line 3', "vllm-gaudi"),
    ("docker run quay.io/ascend/vllm-ascend:v0.11.0rc1", "vllm-ascend"),
    ("vLLM API server version 0.9.2+gfx906.rocm63", "vllm-gfx906"),
    ("vllm 0.8.5.post1+das.opt1.rc2", "Hygon DAS"),
    ("docker run dustynv/vllm:r36.4.0", "dustynv/vllm"),
]
NOT_THERE = [
    "see vllm-project/vllm-ascend#123",
    "https://github.com/nlzy/vllm-gfx906/issues/30",
    "Does vllm-ascend support this?",
    "vllm_xpu_kernels 0.1.2",
]


@pytest.mark.parametrize(("text", "fork"), THERE)
def test_a_fork_is_known(text: str, fork: str) -> None:
    assert read_facts(read_lines(text), VOCABULARY)["fork"].value == fork


@pytest.mark.parametrize("text", NOT_THERE)
def test_a_mention_is_none(text: str) -> None:
    assert "fork" not in read_facts(read_lines(text), VOCABULARY)


@pytest.mark.parametrize(
    ("text", "state"),
    [
        ("vllm==0.11.0\nvllm-ascend==0.11.0rc1", State.HOLDS),  # a plugin beside the upstream's
        ("vLLM API server version 0.11.0+gfx906", State.UNKNOWN),  # the fork's own number
    ],
)
def test_the_version_of_a_fork_is_marked(text: str, state: State) -> None:
    facts = read_facts(read_lines(text), VOCABULARY)
    judged = judge(parse_condition("vllm", ">=0.10", VOCABULARY), facts, VOCABULARY)
    assert (judged.state, judged.reason) == (state, told(facts["vllm"].fork))


def test_a_version_without_a_fork_has_no_mark() -> None:
    facts = read_facts(read_lines("vllm==0.11.0"), VOCABULARY)
    judged = judge(parse_condition("vllm", ">=0.10", VOCABULARY), facts, VOCABULARY)
    assert (judged.state, judged.reason) == (State.HOLDS, None)
