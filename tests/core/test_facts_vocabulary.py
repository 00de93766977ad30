"""The vocabulary file, and names as written → canonical values."""

from pathlib import Path

import pytest

from kb.core.facts import Vocabulary, VocabularyError, canonical, vocabulary_from
from tests.core.vocabulary import VOCABULARY, source

GOOD = {
    "gpu": {
        "kind": "choice",
        "label": {"en": "GPU", "zh": "显卡"},
        "question": {"en": "Which GPU?", "zh": "哪种显卡？"},
        "choices": {"T4": {"aliases": ["Tesla T4"], "implies": {"memory": "16"}}},
    },
    "memory": {
        "kind": "number",
        "label": {"en": "Memory", "zh": "显存"},
        "question": {"en": "How much?", "zh": "多少？"},
    },
}


def broken(fact: str, **changes: object) -> dict[str, object]:
    return GOOD | {fact: {**GOOD[fact], **changes}}


def test_the_shipped_vocabulary_holds_the_facts_that_articles_name() -> None:
    named = (
        "engine symptom stage gpu accelerator platform quantization dtype kv_cache_dtype "
        "attention_backend modality compilation prefix_caching chunked_prefill speculative lora "
        "expert_parallel custom_all_reduce tool_calling interconnect install executor gpu_count "
        "gpu_memory compute_capability tensor_parallel pipeline_parallel data_parallel "
        "max_model_len max_num_batched_tokens gpu_memory_utilization model architecture image vllm "
        "sglang llama.cpp ollama tgi lmdeploy tensorrt_llm torch cuda driver rocm python"
    )
    assert set(named.split()) <= set(VOCABULARY.facts)


def test_every_fact_is_asked_in_both_languages() -> None:
    for kind in VOCABULARY.facts.values():
        assert kind.label["en"] and kind.label["zh"], kind.name
        assert kind.question["en"].endswith("?") and kind.question["zh"].endswith("？"), kind.name


@pytest.mark.parametrize(
    ("changed", "path", "sentence"),
    [
        (broken("gpu", kind="chioce"), "gpu.kind", "no such kind"),
        (broken("gpu", colour="red"), "gpu.colour", "no such key"),
        (broken("gpu", label={"en": "GPU"}), "gpu.label", "the text in `zh` is missing"),
        (broken("gpu", cost="11"), "gpu.cost", "a number from 1 to 10"),
        (broken("gpu", cost="dear"), "gpu.cost", "a number from 1 to 10"),
        (broken("memory", choices={"16": {}}), "memory.choices", "kind `choice` has choices"),
        (broken("gpu", choices={}), "gpu.choices", "kind `choice` has choices"),
        (
            broken("gpu", choices={"T4": {}, "T-4": {}}),
            "gpu.choices.T-4",
            "`T-4` already means T4",
        ),
        (
            broken("gpu", choices={"T4": {"implies": {"ram": "16"}}}),
            "gpu.choices.T4",
            "implies `ram`, which is no fact",
        ),
        (
            broken("gpu", choices={"T4": {"kind_of": ["V100"]}}),
            "gpu.choices.T4",
            "no such choice: `V100`",
        ),
        (broken("gpu", label={"en": ["GPU"], "zh": "x"}), "gpu.label", "texts by language"),
        (broken("gpu", help="which one"), "gpu.help", "texts by language"),
        (broken("gpu", choices={"T4": {"label": "T4"}}), "gpu.choices.T4.label", "texts by"),
        (broken("gpu", after="card"), "gpu.after", "no such fact: `card`"),
        ({"gpu": "T4"}, "gpu", "a fact is a mapping"),
    ],
)
def test_a_bad_vocabulary_is_refused_by_name(
    changed: dict[str, object], path: str, sentence: str
) -> None:
    with pytest.raises(VocabularyError) as refused:
        vocabulary_from(changed)
    assert [p for p, m in refused.value.problems if p == path and sentence in str(m)]


def test_every_problem_is_told_at_once() -> None:
    with pytest.raises(VocabularyError) as refused:
        vocabulary_from(broken("gpu", kind="x", cost="0") | {"model": "text"})
    assert len(refused.value.problems) == 4


@pytest.mark.parametrize(
    ("fact", "raw", "value"),
    [
        ("gpu", "NVIDIA H100 80GB HBM3", "H100"),
        ("gpu", "NVIDIA H100 NVL", "H100"),
        ("gpu", "NVIDIA H100 PCIe", "H100"),
        ("gpu", "h100", "H100"),
        ("gpu", "NVIDIA A100-SXM4-80GB", "A100"),
        ("gpu", "NVIDIA A100 80GB PCIe", "A100"),
        ("gpu", "NVIDIA A100-SXM4-40GB", "A100-40GB"),
        ("gpu", "A100 PCIe 40G", "A100-40GB"),
        ("gpu", "Tesla V100-PCIE-32GB", "V100"),
        ("gpu", "Tesla T4", "T4"),
        ("gpu", "NVIDIA GeForce RTX 4090", "RTX 4090"),
        ("gpu", "4090", "RTX 4090"),
        ("gpu", "RTX4090", "RTX 4090"),
        ("gpu", "RTX-5090D", "RTX 5090 D"),
        ("gpu", "NVIDIA GeForce RTX 5090 D", "RTX 5090 D"),
        ("gpu", "2080Ti", "RTX 2080 Ti"),
        ("gpu", "NVIDIA GeForce RTX 3050 Laptop GPU", "RTX 3050 Laptop"),
        ("gpu", "NVIDIA RTX 6000 Ada Generation", "RTX 6000 Ada"),
        ("gpu", "NVIDIA RTX PRO 6000 Blackwell Workstation Edition", "RTX PRO 6000"),
        ("gpu", "NVIDIA RTX A6000", "RTX A6000"),
        ("gpu", "Quadro RTX 6000", "Quadro RTX 6000"),
        ("gpu", "NVIDIA GB10", "GB10"),
        ("gpu", "NVIDIA H200 NVL", "H200"),
        ("gpu", "NVIDIA GH200 480GB", "GH200"),
        ("gpu", "NVIDIA L40S", "L40S"),
        ("gpu", "TITAN Xp", "TITAN Xp"),
        ("gpu", "AMD Radeon RX 9070 XT", "RX 9070 XT"),
        ("gpu", "AMD Instinct MI300X OAM", "MI300X"),
        ("gpu", "AMD Radeon PRO W7900", "Radeon PRO W7900"),
        ("gpu", "Intel(R) Arc(TM) A770 Graphics", "Arc A770"),
        ("gpu", "Intel(R) Data Center GPU Max 1550", "Data Center GPU Max 1550"),
        ("gpu", "Apple M3 Max", "Apple M3"),
        ("gpu", "Ascend910B3", "Ascend 910B"),
        ("gpu", "NVIDIA GeForce ...", None),
        ("gpu", "RTX 4070 Mobile", None),
        ("gpu", "Matrox", None),
        ("dtype", "torch.bfloat16", "bfloat16"),
        ("dtype", "half", "float16"),
        ("quantization", "bnb-4bit", "bitsandbytes"),
        ("quantization", "Q4_K_M", "q4_k_m"),
        ("quantization", "FP8-dynamic", "fp8"),
        ("engine", "llamacpp", "llama.cpp"),
        ("compute_capability", "sm_120", "12.0"),
        ("compute_capability", "sm90a", "9.0"),
        ("compute_capability", "8.6", "8.6"),
        ("compute_capability", "8", "8.0"),
        ("compute_capability", "12", "12.0"),
        ("compute_capability", "103", "10.3"),
        ("gpu_memory_utilization", "0.90", "0.9"),
        ("max_model_len", "32,768", "32768"),
        ("gpu_memory", "80 GB", "80"),
        ("tensor_parallel", "two", None),
        ("vllm", "v0.24.0", "0.24.0"),
        ("llamacpp", "4589", "b4589"),
        ("flash-attn", "2.7.4.post1", "2.7.4.post1"),
        ("model", "Qwen/Qwen3-8B", "Qwen/Qwen3-8B"),
        ("no_such_fact", "1", None),
    ],
)
def test_a_value_as_written_becomes_canonical(fact: str, raw: str, value: str | None) -> None:
    assert canonical(fact, raw, VOCABULARY) == value


def test_every_alias_of_a_choice_means_it() -> None:
    for kind in VOCABULARY.facts.values():
        for choice in kind.choices:
            for spelling in (choice.name, *choice.aliases):
                assert canonical(kind.name, spelling, VOCABULARY) == choice.name, spelling


@pytest.mark.parametrize(
    ("written", "fact"),
    [("llamacpp", "llama.cpp"), ("flash-attn", "flash_attn"), ("TP", "tensor_parallel")],
)
def test_a_fact_answers_to_its_other_names(written: str, fact: str) -> None:
    assert VOCABULARY.name_of(written) == fact
    assert VOCABULARY.name_of("nonsense") is None


def test_the_vocabulary_keeps_the_order_of_its_file() -> None:
    assert list(VOCABULARY.facts) == list(source(Path("articles/_facts.yaml")))
    assert isinstance(VOCABULARY, Vocabulary)
