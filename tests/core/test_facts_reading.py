"""Texts of many kinds → exactly the facts that they state.

`samples/facts/*.txt`: `=== name`, the text, `---`, the facts. `A | B` is a contradiction that is
kept, `~` an estimate. What is only implied is tested elsewhere."""

from pathlib import Path
from time import process_time

import pytest

from kb.core.facts import Fact, read_facts
from kb.core.text import Line, read_lines
from tests.core.vocabulary import VOCABULARY

SAMPLES = Path(__file__).parent / "samples" / "facts"


def cases() -> list[tuple[str, str, str]]:
    """(name, text, facts) of every sample."""
    found = []
    for path in sorted(SAMPLES.glob("*.txt")):
        for block in path.read_text(encoding="utf-8").split("=== ")[1:]:
            name, _, rest = block.partition("\n")
            text, _, facts = rest.rpartition("\n---\n")
            found.append((name, text, facts))
    return found


def shown(fact: Fact) -> str:
    mark = "~" if fact.how == "estimated" else ""
    value = fact.value or fact.bounds or " | ".join(fact.candidates)
    return f"{mark}{fact.name}: {value}"


def read(text: str) -> dict[str, Fact]:
    return read_facts(read_lines(text), VOCABULARY)


@pytest.mark.parametrize(("name", "text", "facts"), cases())
def test_a_text_gives_its_facts_and_no_other(name: str, text: str, facts: str) -> None:
    stated = [shown(f) for f in read(text).values() if f.how not in ("implied", "default")]
    assert stated == facts.split("\n")[: len(facts.strip().splitlines())], name


def test_samples_are_of_every_kind() -> None:
    assert len(cases()) >= 55


@pytest.mark.parametrize(("name", "text", "facts"), cases())
def test_every_fact_names_its_line(name: str, text: str, facts: str) -> None:
    rows = text.split("\n")
    for fact in read(text).values():
        assert fact.line is not None and 1 <= fact.line <= len(rows), name
        assert fact.text


@pytest.mark.parametrize(
    "prefix",
    ["vllm-1  | ", "2025-05-01T10:00:00.123456789Z stdout F ", "│ "],
)
@pytest.mark.parametrize("name", ["vllm-v0", "vllm-json", "llama-cuda"])
def test_a_container_prefix_changes_nothing(prefix: str, name: str) -> None:
    text = next(text for n, text, _ in cases() if n == name)
    prefixed = "\n".join(prefix + row for row in text.split("\n"))
    told = {n: (f.value, f.candidates) for n, f in read(prefixed).items()}
    assert told == {n: (f.value, f.candidates) for n, f in read(text).items()}


ALONE = [
    "Cannot use FlashAttention-2 backend for Volta and Turing GPUs.",
    "Using AttentionBackendEnum.FLASH_ATTN for MMEncoderAttention.",
    "vLLM Version                 : N/A",
    "ROCM Version                 : Could not collect",
    "Nvidia driver version        : No CUDA",
    "flashinfer: Module Not Found",
    "CUDA build: None",
    "Override detection logic by setting OLLAMA_LLM_LIBRARY",
    "set OLLAMA_LLM_LIBRARY=cuda_v11 to override",
    "system_info: n_threads = 8 | CUDA : ARCHS = 520,610,700,750 | AARCH64_REPACK = 1",
    'GET /v1/models HTTP/1.1" 200 578 "Python/3.11 aiohttp/3.11.8"',
    "llama.context_length u32              = 4096",
    "Upgrade to vLLM 0.9.2 or newer.",
    "transformers>=4.51 is required, torch 2.6.0 or later",
    "升级到 vllm 0.9.0 后正常",
    "rank 3 in world size 8 is assigned as DP rank 0, PP rank 0, TP rank 3, EP rank 3",
    "vllm-omni                         0.14.0",
    "Master Address: llama-3-8b-node-0-0.llama-3-8b",
    "The server listens on port 4090",
    "[charts] Use vLLM v0.11.2",
    "以 Llama-3-8B 为例，显存需要 16GB",
    "deepseek-r1-distill-llama-8b-5cc594fd46-hg5rw   0/1   CrashLoopBackOff",
    "NVIDIA_REQUIRE_CUDA=cuda>=12.9 brand=tesla,driver>=535,driver<536",
    "With Docker you would need another release: ollama/ollama:0.1.23-rocm.",
]


@pytest.mark.parametrize("text", ALONE)
def test_advice_negation_and_look_alikes_are_no_facts(text: str) -> None:
    told = ("engine", "accelerator", "fork")
    stated = {n: f.value for n, f in read(text).items() if n not in told}
    assert stated == {}


@pytest.mark.parametrize(
    ("text", "fact", "value", "how"),
    [
        ("vllm==0.8.5\ntorch==2.6.0+cu124", "cuda", "12.4", "implied"),
        ("torch: 2.11.0+cpu", "accelerator", "cpu", "implied"),
        ("GPU 0: NVIDIA H100 NVL", "gpu_memory", "94", "implied"),
        ("GPU 0: Tesla T4", "compute_capability", "7.5", "implied"),
        ("vLLM 0.12.0", "engine_generation", "v1", "implied"),
        ("model: Qwen/Qwen3-8B-AWQ", "quantization", "awq", "implied"),
        ("model: Qwen/Qwen3-8B", "quantization", "none", "estimated"),
        ("在 bf16 基础模型上出现", "quantization", "none", "stated"),
        ("model: openai/gpt-oss-20b", "quantization", "mxfp4", "estimated"),
        ("VLLM_USE_V1=0", "engine_generation", "v0", "estimated"),
    ],
)
def test_what_follows_is_marked(text: str, fact: str, value: str, how: str) -> None:
    read_fact = read(text)[fact]
    assert (read_fact.value, read_fact.how) == (value, how)


@pytest.mark.parametrize("fragment", ["A100 ", "NVIDIA-SMI ", "| ", "a==1.0 ", "--tp 1 ", "█ "])
@pytest.mark.parametrize("length", [1_900, 60_000])
def test_a_long_line_costs_no_more_than_its_length(fragment: str, length: int) -> None:
    rows = [(fragment * length)[:length] + str(n) for n in range(120_000 // length)]
    lines = tuple(Line(n, row, row) for n, row in enumerate(rows, 1))
    started = process_time()
    read_facts(lines, VOCABULARY)
    assert process_time() - started < 1.0  # up to 0.2 s where it is linear


def test_a_resolved_value_wins_over_the_argument_and_the_prose() -> None:
    text = (
        "We set max_model_len with --max-model-len 4096\n"
        "INFO 08-15 09:12:41 llm_engine.py:174] Initializing a V1 LLM engine (v0.9.1) with config: "
        "model='a/b-7B', dtype=torch.bfloat16, max_seq_len=8192, enforce_eager=True, seed=0"
    )
    fact = read(text)["max_model_len"]
    assert (fact.value, fact.how, fact.line) == ("8192", "resolved", 2)


def test_a_checkpoint_in_compressed_tensors_is_also_what_its_name_says() -> None:
    text = (
        "INFO 08-15 09:12:41 [core.py:58] Initializing a V1 LLM engine (v0.24.0) with config: "
        "model='x/Y-24B-FP8-dynamic', quantization=compressed-tensors, enforce_eager=False"
    )
    fact = read(text)["quantization"]
    assert (fact.value, fact.also) == ("compressed-tensors", ("fp8",))


def test_cards_of_two_kinds_imply_what_they_share() -> None:
    facts = read("GPU 0: NVIDIA GeForce RTX 3090\nGPU 1: NVIDIA GeForce RTX 3060")
    assert facts["gpu"].candidates == ("RTX 3090", "RTX 3060")
    assert facts["compute_capability"].value == "8.6"
    assert "gpu_memory" not in facts
