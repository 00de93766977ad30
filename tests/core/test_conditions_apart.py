"""Groups of conditions that no environment meets both."""

import pytest

from kb.core.conditions import Condition, Wanted, apart, parse_condition
from tests.core.vocabulary import VOCABULARY

Group = dict[str, Wanted]

APART: list[tuple[Group, Group]] = [
    ({"modality": "image"}, {"modality": ["text", "audio"]}),
    ({"quantization": "awq"}, {"quantization": "fp8"}),
    ({"modality": "image"}, {"modality": {"not": ["image", "video"]}}),
    ({"vllm": ">=0.8,<0.9"}, {"vllm": ">=0.9"}),
    ({"vllm": "==0.10.0"}, {"vllm": "<0.9.2"}),
    ({"llama.cpp": "<=b9265"}, {"llama.cpp": ">b9265"}),
    ({"tensor_parallel": ">1"}, {"tensor_parallel": "1"}),
    ({"compute_capability": "12.0"}, {"compute_capability": "12.1"}),
    ({"model": "*InternVL*78B*AWQ*"}, {"model": "*Qwen2.5-VL-72B*AWQ*"}),
    ({"model": {"not": "*gemma-3*"}}, {"model": "*gemma-3*"}),
    ({"engine": "vllm", "gpu": "T4"}, {"engine": "vllm", "gpu": "H100"}),
]
TOGETHER: list[tuple[Group, Group]] = [
    ({}, {"modality": "image"}),
    ({"engine": "vllm"}, {"gpu": "H100"}),
    ({"quantization": "awq"}, {"quantization": "awq_marlin"}),
    ({"gpu": {"not": "A100"}}, {"gpu": {"not": "H100"}}),
    ({"vllm": ">=0.8,<0.9"}, {"vllm": ">=0.8.5"}),
    ({"vllm": "<0.11"}, {"vllm": ["==0.8.5", "==0.24.0"]}),
    ({"gpu_memory_utilization": "<0.9"}, {"gpu_memory_utilization": "<=0.4"}),
    ({"model": "*Qwen*"}, {"model": ["*VL*", "*Qwen3-8B*"]}),
    ({"platform": "docker"}, {"platform": "kubernetes"}),
]


def group(wanted: Group) -> tuple[Condition, ...]:
    return tuple(parse_condition(fact, value, VOCABULARY) for fact, value in wanted.items())


@pytest.mark.parametrize(("one", "other", "expected"), [
    *((*pair, True) for pair in APART),
    *((*pair, False) for pair in TOGETHER),
])  # fmt: skip
def test_either_way_round(one: Group, other: Group, expected: bool) -> None:
    assert apart(group(one), group(other), VOCABULARY) is expected
    assert apart(group(other), group(one), VOCABULARY) is expected
