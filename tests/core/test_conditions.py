"""Conditions of articles over known facts."""

import pytest

from kb.core.conditions import ConditionError, State, judge, judge_fact, named, parse_condition
from kb.core.facts import Fact, How
from tests.core.vocabulary import VOCABULARY

HOLDS, FAILS, UNKNOWN = State.HOLDS, State.FAILS, State.UNKNOWN

NOT_FP8 = {"not": ["fp8", "nvfp4"]}

CASES = [
    # choices
    ("modality", "image", "image", HOLDS),
    ("modality", ["image", "video"], "video", HOLDS),
    ("modality", ["image", "video"], "text", FAILS),
    ("modality", {"not": "text"}, "image", HOLDS),
    ("modality", {"not": "text"}, "text", FAILS),
    ("gpu", "NVIDIA H100 80GB HBM3", "H100", HOLDS),
    ("gpu", "H100", "H200", FAILS),
    ("gpu", "A100", "A100-40GB", HOLDS),
    ("gpu", "A100-40GB", "A100", UNKNOWN),
    ("gpu", "H100", "RTX 7090", UNKNOWN),  # a card that the vocabulary does not know
    ("quantization", "fp8", "fp8", HOLDS),
    ("quantization", "fp8", "none", FAILS),
    ("quantization", "awq", "awq_marlin", HOLDS),
    ("quantization", "gguf", "q4_k_m", HOLDS),
    ("quantization", "q4_k_m", "gguf", UNKNOWN),
    ("quantization", "fp8", "compressed-tensors", UNKNOWN),
    ("quantization", "none", "compressed-tensors", FAILS),
    ("quantization", "fp8-block", "compressed-tensors", UNKNOWN),
    ("quantization", NOT_FP8, "awq", HOLDS),
    ("quantization", NOT_FP8, "fp8-block", FAILS),
    ("quantization", NOT_FP8, "compressed-tensors", UNKNOWN),
    ("engine", "nccl", "vllm", UNKNOWN),
    ("engine", "sglang", "vllm", FAILS),
    ("platform", "docker", "kubernetes", UNKNOWN),
    ("platform", "windows", "linux", FAILS),
    # versions
    ("vllm", "==0.24.0", "0.24.0", HOLDS),
    ("vllm", ">=0.9,<0.9.2", "0.9.2", FAILS),
    ("vllm", ["<0.9", ">=0.24"], "0.24.1", HOLDS),
    ("vllm", ["<0.9", ">=0.24"], "0.10.0", FAILS),
    ("vllm", ["<0.9", ">=0.24.1"], "0.24.1.dev3", UNKNOWN),
    ("vllm", {"not": "==0.24.0"}, "0.24.0", FAILS),
    ("llamacpp", ">=b4000", "b4589", HOLDS),
    # numbers
    ("tensor_parallel", ">1", "2", HOLDS),
    ("tensor_parallel", ">1", "1", FAILS),
    ("tensor_parallel", "2", "2", HOLDS),
    ("tensor_parallel", ["2", "4"], "8", FAILS),
    ("compute_capability", "<8.0", "7.5", HOLDS),
    ("compute_capability", ">=10.0", "9.0", FAILS),
    ("compute_capability", "sm_120", "12.0", HOLDS),
    ("gpu_memory", ">=16,<=24", "24", HOLDS),
    ("gpu_memory_utilization", "<0.5", "0.90", FAILS),
    ("tensor_parallel", ">1", ">=2", UNKNOWN),
    # text
    ("model", "*Mistral-Small-3.1*FP8*", "redhatai/mistral-small-3.1-24b-fp8-dynamic", HOLDS),
    ("model", "*Mistral-Small-3.1*", "Qwen/Qwen2.5-VL-7B-Instruct", FAILS),
    ("model", "*Qwen1.5*GPTQ*", "Qwen1.5-14B-Chat", UNKNOWN),
    ("model", "*Qwen1.5*GPTQ*", "Qwen/Qwen1.5-14B-Chat", FAILS),
    ("model", "*Qwen1.5*GPTQ*", "Qwen2-7B", FAILS),
    ("model", ["*Pixtral*", "*Qwen*"], "Qwen/Qwen3-8B", HOLDS),
    ("model", "gpt-oss-20b", "openai/gpt-oss-20b", HOLDS),
    ("model", "openai/gpt-oss-20b", "/models/gpt-oss-20b", UNKNOWN),
    ("model", "openai/gpt-oss-20b", "/models/qwen2-7b", FAILS),
    ("model", "openai/gpt-oss-20b", "/model", UNKNOWN),
    ("model", "*gpt-oss*", "$MODEL", UNKNOWN),
    ("model", {"not": "*gpt-oss*"}, "/model", UNKNOWN),
    ("architecture", "*[ab]*", "FooForCausalLM", FAILS),
]


@pytest.mark.parametrize(("fact", "wanted", "have", "state"), CASES)
def test_a_condition_is_judged(fact: str, wanted: object, have: str, state: State) -> None:
    condition = parse_condition(fact, wanted, VOCABULARY)
    judged = judge(condition, {condition.fact: Fact(condition.fact, have)}, VOCABULARY)
    assert (judged.state, judged.have) == (state, have)


def test_an_unknown_fact_leaves_it_open() -> None:
    condition = parse_condition("vllm", ">=0.9", VOCABULARY)
    assert judge(condition, {}, VOCABULARY).state is UNKNOWN
    assert judge_fact(condition, None, VOCABULARY).have is None


@pytest.mark.parametrize("how", ["stated", "resolved", "implied", "default", "answered"])
def test_what_is_known_counts_however_it_was_found(how: str) -> None:
    condition = parse_condition("compilation", "enabled", VOCABULARY)
    fact = Fact("compilation", "enabled", how=how)  # type: ignore[arg-type]
    assert judge_fact(condition, fact, VOCABULARY).state is HOLDS


@pytest.mark.parametrize("wanted", ["RTX 3080", "H100"])
def test_an_estimate_neither_holds_nor_fails_and_is_shown(wanted: str) -> None:
    condition = parse_condition("gpu", wanted, VOCABULARY)
    judged = judge_fact(condition, Fact("gpu", "RTX 3080", how="estimated"), VOCABULARY)
    assert (judged.state, judged.have, str(judged.reason)) == (
        UNKNOWN,
        "RTX 3080",
        "only an estimate",
    )


@pytest.mark.parametrize(
    ("candidates", "state"),
    [(("0.9.0", "0.9.1"), HOLDS), (("0.8.0", "0.8.1"), FAILS), (("0.8.0", "0.9.0"), UNKNOWN)],
)
def test_of_several_candidates_all_must_agree(candidates: tuple[str, ...], state: State) -> None:
    condition = parse_condition("vllm", ">=0.9", VOCABULARY)
    judged = judge_fact(condition, Fact("vllm", None, candidates=candidates), VOCABULARY)
    assert judged.state is state
    assert judged.have == " or ".join(candidates)


@pytest.mark.parametrize(
    ("wanted", "state"), [("fp8", HOLDS), ("compressed-tensors", HOLDS), ("awq", FAILS)]
)
def test_a_value_may_be_true_beside_another(wanted: str, state: State) -> None:
    fact = Fact("quantization", "compressed-tensors", also=("fp8",))
    condition = parse_condition("quantization", wanted, VOCABULARY)
    assert judge_fact(condition, fact, VOCABULARY).state is state


def test_a_development_build_says_why_it_is_open() -> None:
    condition = parse_condition("vllm", "<0.24.1", VOCABULARY)
    judged = judge_fact(condition, Fact("vllm", "0.24.1.dev3+gabc"), VOCABULARY)
    assert str(judged.reason) == "a development build: cannot tell whether it has the change"


@pytest.mark.parametrize(
    ("fact", "wanted", "shown"),
    [
        ("vllm", ">= 0.9, <0.9.2", ">=0.9,<0.9.2"),
        ("gpu", ["NVIDIA H100 NVL", "h200"], "H100 or H200"),
        ("quantization", NOT_FP8, "not fp8 or nvfp4"),
        ("tensor_parallel", "== 2", "2"),
        ("flash-attn", "2.5.5", "2.5.5"),
    ],
)
def test_a_condition_shows_canonical_text(fact: str, wanted: object, shown: str) -> None:
    assert parse_condition(fact, wanted, VOCABULARY).wanted == shown


@pytest.mark.parametrize(
    ("fact", "wanted", "sentence", "draft"),
    [
        ("quantisation", "fp8", "did you mean `quantization`?", True),
        ("gpu", "RTX 7090", "`RTX 7090` is no value of gpu; did you mean `RTX", True),
        ("modality", "smell", "`smell` is no value of modality", True),
        ("vllm", "newest", "`newest` is no version", False),
        ("tensor_parallel", "two", "a number or a comparison", False),
        ("modality", {"but": "text"}, "`{not: …}` is needed", False),
        ("modality", [], "`modality` needs a value", False),
        ("modality", [["text"]], "`modality` needs a value", False),
        ("modality", "", "`modality` has an empty value", False),
        ("modality", None, "`modality` needs a value", False),
    ],
)
def test_what_cannot_be_read_is_refused_by_name(
    fact: str, wanted: object, sentence: str, draft: bool
) -> None:
    with pytest.raises(ConditionError) as refused:
        parse_condition(fact, wanted, VOCABULARY)
    assert sentence in str(refused.value.message)
    assert refused.value.draft is draft


@pytest.mark.parametrize(("how", "state"), [("stated", UNKNOWN), ("answered", FAILS)])
def test_an_answer_may_rule_out_what_a_text_leaves_open(how: How, state: State) -> None:
    condition = parse_condition("platform", ["docker", "kubernetes"], VOCABULARY)
    fact = Fact("platform", "linux", how=how)
    assert judge_fact(condition, fact, VOCABULARY).state is state


@pytest.mark.parametrize(
    ("wanted", "said"),
    [("*Pixtral*", "Pixtral"), ("Qwen*-VL", "Qwen…-VL"), ("==0.24.0", "0.24.0"), ("*", "*"),
     (">=0.9,<0.9.2", ">=0.9,<0.9.2")],
)  # fmt: skip
def test_a_wanted_value_as_people_say_it(wanted: str, said: str) -> None:
    assert named(wanted) == said
