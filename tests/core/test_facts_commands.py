"""Launch commands → facts, and the facts of several texts as one."""

import pytest

from kb.core.facts import Fact, facts_of_command, merge, read_facts
from kb.core.launch.model import Command
from kb.core.text import read_lines
from tests.core.vocabulary import VOCABULARY


class Catalogue:
    """The defaults of an engine of two versions."""

    def default(self, flag: str, version: str | None = None) -> str | None:
        return {
            "--tensor-parallel-size": "1",
            "--kv-cache-dtype": "auto",
            "--gpu-memory-utilization": "0.9" if version == "0.9.2" else "0.92",
            "--disable-custom-all-reduce": "false",
            "--max-lora-rank": None,
        }.get(flag)


def facts(
    flags: dict[str, str | bool] | None = None, catalogue: bool = False, **fields: object
) -> dict[str, Fact]:
    said = {"engine": "vllm", "form": "shell", "text": "vllm serve x", "flags": flags or {}}
    command = Command(**(said | fields))  # type: ignore[arg-type]
    return facts_of_command(command, VOCABULARY, {"vllm": Catalogue()} if catalogue else None)


@pytest.mark.parametrize(
    ("flags", "fact", "value"),
    [
        ({"--tensor-parallel-size": "4"}, "tensor_parallel", "4"),
        ({"-tp": "2"}, "tensor_parallel", "2"),
        ({"--max-model-len": "32768"}, "max_model_len", "32768"),
        ({"--max-model-len": "32k"}, "max_model_len", "32000"),
        ({"--max-model-len": "32K"}, "max_model_len", "32768"),
        ({"--dtype": "half"}, "dtype", "float16"),
        ({"--quantization": "awq_marlin"}, "quantization", "awq_marlin"),
        ({"--kv-cache-dtype": "fp8"}, "kv_cache_dtype", "fp8"),
        ({"--enable-prefix-caching": False}, "prefix_caching", "disabled"),
        ({"--enable-expert-parallel": True}, "expert_parallel", "enabled"),
        ({"--disable-custom-all-reduce": True}, "custom_all_reduce", "disabled"),
        ({"--enforce-eager": True}, "compilation", "disabled"),
        ({"--optimization-level": "0"}, "compilation", "disabled"),
        ({"--compilation-config": "0"}, "compilation", "graphs-only"),
        ({"--compilation-config": '{"cudagraph_mode": "NONE"}'}, "compilation", "compile-only"),
        ({"--compilation-config.mode": "0"}, "compilation", "graphs-only"),
        ({"--cache-type-k": "q4_0", "--cache-type-v": "q8_0"}, "kv_cache_dtype", "q4_0/q8_0"),
        (
            {"--speculative-config": '{"method": "eagle3", "num_speculative_tokens": 3}'},
            "speculative_tokens",
            "3",
        ),
        ({"--load-format": "runai_streamer"}, "load_format", "runai_streamer"),
    ],
)
def test_a_flag_states_a_fact(flags: dict[str, str | bool], fact: str, value: str) -> None:
    read = facts(flags)[fact]
    assert (read.value, read.how) == (value, "stated")


@pytest.mark.parametrize(
    ("fields", "fact", "value"),
    [
        ({"model": "Qwen/Qwen3-8B"}, "model", "Qwen/Qwen3-8B"),
        ({"model": "/x/hub/models--Qwen--Qwen3-8B"}, "model", "Qwen/Qwen3-8B"),
        ({"image": "vllm/vllm-openai:v0.9.2-cu128"}, "vllm", "0.9.2"),
        ({"image": "vllm/vllm-openai:v0.9.2-cu128"}, "cuda", "12.8"),
        ({"version": "0.9.2"}, "vllm", "0.9.2"),
        ({"form": "compose"}, "platform", "docker"),
        ({"form": "helm"}, "platform", "kubernetes"),
        ({"form": "powershell"}, "platform", "windows"),
        ({"env": {"NCCL_P2P_DISABLE": "1"}}, "nccl_p2p", "disabled"),
        ({"env": {"PYTORCH_CUDA_ALLOC_CONF": "expandable_segments:True"}}, "allocator",
         "expandable-segments"),
        ({"engine": "llamacpp"}, "engine", "llama.cpp"),
    ],
)  # fmt: skip
def test_the_rest_of_a_command_states_facts(
    fields: dict[str, object], fact: str, value: str
) -> None:
    assert facts(**fields)[fact].value == value  # type: ignore[arg-type]


def test_variables_and_placeholders_are_not_known() -> None:
    read = facts({"--max-model-len": "$LEN", "--dtype": "<dtype>"}, model="$MODEL")
    assert not {"max_model_len", "dtype", "model"} & set(read)


def test_an_absent_flag_of_a_complete_command_has_its_default() -> None:
    read = facts(catalogue=True, model="x/Y-7B")
    assert (read["compilation"].value, read["compilation"].how) == ("enabled", "default")
    assert read["tensor_parallel"].how == "default"
    assert read["custom_all_reduce"].value == "enabled"
    assert "max_lora_rank" not in read


def test_a_fragment_says_nothing_of_flags_that_it_lacks() -> None:
    assert "compilation" not in facts(catalogue=True, complete=False)


def test_a_default_that_changed_needs_the_version() -> None:
    assert "gpu_memory_utilization" not in facts(catalogue=True)
    assert facts(catalogue=True, version="0.9.2")["gpu_memory_utilization"].value == "0.9"


@pytest.mark.parametrize(("version", "value"), [("0.6.3", "graphs-only"), ("0.9.2", "enabled")])
def test_the_version_of_a_log_dates_the_default_of_a_command(version: str, value: str) -> None:
    log = read_facts(read_lines(f"vLLM API server version {version}"), VOCABULARY)
    assert merge([log, facts(model="x/Y-7B")], VOCABULARY)["compilation"].value == value


@pytest.mark.parametrize(
    ("model", "value", "how"),
    [
        ("RedHatAI/Mistral-Small-3.1-24B-Instruct-2503-FP8-dynamic", "fp8", "implied"),
        ("RedHatAI/gemma-4-31B-it-FP8-block", "fp8-block", "implied"),
        ("neuralmagic/Meta-Llama-3.1-70B-Instruct-quantized.w8a8", "w8a8", "implied"),
        ("Qwen/Qwen2.5-VL-72B-Instruct-AWQ", "awq", "implied"),
        ("Qwen/Qwen1.5-14B-Chat-GPTQ-Int4", "gptq", "implied"),
        ("unsloth/QwQ-32B-unsloth-bnb-4bit", "bitsandbytes", "implied"),
        ("nvidia/Qwen3.5-397B-A17B-NVFP4", "nvfp4", "implied"),
        ("/models/qwen2.5-7b-instruct-q4_k_m.gguf", "q4_k_m", "implied"),
        ("unsloth/Qwen3-8B-GGUF", "gguf", "implied"),
        ("poolside/Laguna-S-2.1-INT4", "int4", "implied"),
        ("mistralai/Mistral-Small-3.1-24B-Instruct-2503", "none", "estimated"),
        ("deepseek-ai/DeepSeek-V3.2", "fp8", "estimated"),
        ("/opt/llm/deepseek-r1-14b", None, None),
        ("my/own-model", None, None),
    ],
)
def test_the_name_of_a_model_tells_its_quantization(
    model: str, value: str | None, how: str | None
) -> None:
    fact = facts(model=model).get("quantization")
    assert (fact.value if fact else None, fact.how if fact else None) == (value, how)


def test_a_surer_place_wins_and_equals_stay_candidates() -> None:
    log = read_facts(read_lines("vLLM API server version 0.9.1"), VOCABULARY)
    told = merge([log, facts(image="vllm/vllm-openai:v0.9.2")], VOCABULARY)
    assert told["vllm"].candidates == ("0.9.1", "0.9.2")
    prose = read_facts(read_lines("We use vLLM 0.8.0 here"), VOCABULARY)
    assert merge([prose, log], VOCABULARY)["vllm"].value == "0.9.1"


def test_an_answer_is_surer_than_any_text() -> None:
    log = read_facts(read_lines("GPU 0: Tesla T4"), VOCABULARY)
    told = merge([log, {"gpu": Fact("gpu", "H100", how="answered")}], VOCABULARY)
    assert told["gpu"].value == "H100"
    assert told["compute_capability"].value == "9.0"
