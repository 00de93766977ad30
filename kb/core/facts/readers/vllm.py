"""Start-up logs of vLLM, 0.2 to 0.33 (wordings and their versions: flags/vllm.json, log_lines)."""

import re
from collections.abc import Iterator

from kb.core.facts.arguments import compilation_of, facts_of_arguments, split_arguments
from kb.core.facts.found import Found, Trust, found_in, read_rows, row
from kb.core.text import Line

GATES = (
    "vLLM",
    "LLM engine",
    "args",
    "version",
    "model",
    "Using",
    "backend",
    "rchitecture",
    "platform",
    "asting",
    "nccl",
    "NCCL",
    "memory",
    "capacity",
    "checkpoint",
    "prefill",
    "world_size",
    "llreduce",
    "eager",
    "WSL",
    "capability",
)
_PLATFORMS = {
    "cuda": "nvidia",
    "rocm": "amd",
    "cpu": "cpu",
    "xpu": "intel",
    "hpu": "intel",
    "tpu": "tpu",
    "neuron": "neuron",
    "npu": "ascend",
    "ascend": "ascend",
}
# Attention lines that speak of another thing than the decoder's backend.
_OTHER_BACKEND = re.compile(
    r"encoder|multimodal|\bvit\b|moe|all-?reduce|sampl|linear|layout|gemm|grammar|guided|structured"
    r"|distributed|executor|out of potential backends: \[\]|cannot|can't|not use|fall",
    re.IGNORECASE,
)
_BACKEND = re.compile(
    r"(?:Using|Use|Selected|Forcing) (?:the )?(?:AttentionBackendEnum\.)?([A-Za-z][\w -]{2,40}?)"
    r"(?: attention)? backend(?:,|\.|$| on V1| out of| by default| for decod| \()"
)
_PLATFORM = re.compile(r"Automatically detected platform (\w+)")
_ENGINE = re.compile(r"(V[01] )?LLM engine \(?(?:\(?v([^\s)]+)\) )?with config: ")
_ARGUMENTS = re.compile(r"(?:^|[\s:])(non-default args: \{|args: Namespace\()")
_GIB = r"(\d{1,4}(?:\.\d{1,3})?)"

ROWS = (
    row("vLLM API server version", r"vLLM API server version v?(\S+)", Trust.ARGUMENTS,
        vllm=r"\1", engine="vllm"),
    row("█", r"█.{0,60}\bversion v?(\d\S*)\s*$", Trust.ARGUMENTS, vllm=r"\1", engine="vllm"),
    row("█", r"█.{0,60}\bmodel {2,}(\S+)\s*$", Trust.ARGUMENTS, model=r"\1"),
    row("Resolved architecture", r"Resolved architectures?: (\w+)", architecture=r"\1"),
    row("Using max model len", r"Using max model len (\d+)", max_model_len=r"\1"),
    row("Chunked prefill is enabled", r"Chunked prefill is enabled(?: with max_num_batched_tokens="
        r"(\d+))?", chunked_prefill="enabled", max_num_batched_tokens=r"\1"),
    row("Casting torch.", r"Casting torch\.\w+ to torch\.(\w+)", how="resolved", dtype=r"\1"),
    row("casting to", r"is not supported on CPU, casting to (\w+)", how="resolved", dtype=r"\1"),
    row("vLLM is using nccl", r"vLLM is using nccl==([\d.]+)", nccl=r"\1", engine="vllm"),
    row("NCCL version", r"\bNCCL version (\d+\.\d+\.\d+)(?:\+cuda[\d.]+)?", nccl=r"\1"),
    row("Starting to load model", r"Starting to load model ([^\s]+?)\.{3}", model=r"\1"),
    row("total_gpu_memory", rf"total_gpu_memory \({_GIB}Gi?B\)", gpu_memory=r"\1 GiB"),
    row("gpu_memory_utilization", r"gpu_memory_utilization \((0\.\d+|1\.0+)\)",
        gpu_memory_utilization=r"\1"),
    row("Free memory on device", rf"Free memory on device cuda(?::\d+)? \([\d.]+/{_GIB} GiB\)"
        r" on startup is less than desired GPU memory utilization \(([\d.]+),",
        gpu_memory=r"\1 GiB", gpu_memory_utilization=r"\2"),
    row("total capacity", rf"GPU \d{{1,2}} has a total capacity of {_GIB} GiB",
        gpu_memory=r"\1 GiB"),
    row("total capacity", rf"\(GPU \d{{1,2}}; {_GIB} GiB total capacity", gpu_memory=r"\1 GiB"),
    row("compute capability", r"has (?:a )?compute capability (\d{1,2}\.\d)",
        compute_capability=r"\1"),
    row("during runtime", r"The model is convertible to (\w+) during runtime", how="resolved",
        quantization=r"\1"),
    row("checkpoint", r"Detected (fp8|nvfp4|mxfp4|NVFP4|ModelOpt NVFP4) checkpoint", how="resolved",
        quantization=r"\1"),
    row("Cudagraph is disabled under eager", r"Cudagraph is disabled under eager mode",
        how="resolved", compilation="disabled"),
    row("Enforce eager set", r"Enforce eager set", how="resolved", compilation="disabled"),
    row("WSL", r"as WSL is detected", platform="wsl"),
    row("llreduce is disabled", r"[Cc]ustom allreduce is disabled because", how="resolved",
        custom_all_reduce="disabled"),
    row("world_size", r"local_world_size=([1-9]\d?)$", Trust.ESTIMATE, "estimated",
        gpu_count=r"\1"),
)  # fmt: skip


def read(line: Line) -> Iterator[Found]:
    """Facts of one line of a log."""
    yield from read_rows(line, ROWS)
    text = line.text
    if "with config: " in text and (match := _ENGINE.search(text)):
        yield from _config(line, match)
    elif "args: " in text and (match := _ARGUMENTS.search(text)):
        yield from _arguments(line, match)
    elif "backend" in text:
        yield from _backend(line)
    elif "detected platform" in text and (match := _PLATFORM.search(text)):
        yield from _platform(line, match[1])


def _config(line: Line, match: re.Match[str]) -> Iterator[Found]:
    arguments = dict(split_arguments(line.text[match.end() :]))
    if not arguments:
        return
    yield found_in(line, "engine", "vllm", Trust.ARGUMENTS)
    if arguments.get("speculative_config") == "None":
        yield found_in(line, "speculative", "none", Trust.RESOLVED, "resolved")
    if match[2]:
        yield found_in(line, "vllm", match[2], Trust.ARGUMENTS)
    if match[1]:
        yield found_in(line, "engine_generation", match[1].strip(), Trust.RESOLVED, "resolved")
    for name, value in facts_of_arguments(arguments):
        if name != "compilation":
            yield found_in(line, name, value, Trust.RESOLVED, "resolved")
    compilation = compilation_of(arguments, first=not match[1] or match[1].startswith("V0"))
    if compilation:
        yield found_in(line, "compilation", compilation, Trust.RESOLVED, "resolved")


def _arguments(line: Line, match: re.Match[str]) -> Iterator[Found]:
    arguments = dict(split_arguments(line.text[match.end() :]))
    yield found_in(line, "engine", "vllm", Trust.ARGUMENTS)
    every = "Namespace" in match[1]
    for name, value in facts_of_arguments(_given(arguments) if every else arguments):
        yield found_in(line, name, value, Trust.ARGUMENTS)
    if not every and arguments:
        yield from _absent(line, arguments)


# What a Namespace prints for arguments that nobody gave: true where it says nothing else.
_UNGIVEN = {
    "gpu_memory_utilization": ("0.9", "0.90", "0.92"),
    "tensor_parallel_size": ("1",),
    "pipeline_parallel_size": ("1",),
    "data_parallel_size": ("1",),
    "enable_lora": ("False",),
    "enable_prefix_caching": ("False",),
    "enable_chunked_prefill": ("False",),
    "enable_expert_parallel": ("False",),
    "disable_custom_all_reduce": ("False",),
    "max_num_seqs": ("256",),
    "max_lora_rank": ("16",),
    "device": ("auto", "cuda"),
    "tokenizer_mode": ("auto",),
    "config_format": ("auto", "ConfigFormat.AUTO"),
    "load_format": ("auto",),
}


def _given(arguments: dict[str, str]) -> dict[str, str]:
    """The arguments of a Namespace that a person set: it lists the defaults too."""
    return {k: v for k, v in arguments.items() if v.strip("'") not in _UNGIVEN.get(k, ())}


def _absent(line: Line, arguments: dict[str, str]) -> Iterator[Found]:
    """`non-default args` without a parallel size: it is 1; without a word on it: compiled."""
    if not {"enforce_eager", "compilation_config", "optimization_level"} & set(arguments):
        yield found_in(line, "compilation", "enabled", Trust.DEFAULT, "default")
    for key, fact in (
        ("tensor_parallel_size", "tensor_parallel"),
        ("pipeline_parallel_size", "pipeline_parallel"),
    ):
        if key not in arguments:
            yield found_in(line, fact, "1", Trust.DEFAULT, "default")


def _backend(line: Line) -> Iterator[Found]:
    if _OTHER_BACKEND.search(line.text.split("out of potential", 1)[0]):
        return
    match = _BACKEND.search(line.text)
    if match:
        yield found_in(line, "attention_backend", match[1], Trust.USING, "resolved")


def _platform(line: Line, platform: str) -> Iterator[Found]:
    """SGLang imports vLLM, so that the line does not prove that vLLM serves."""
    if platform in _PLATFORMS:
        yield found_in(line, "accelerator", _PLATFORMS[platform], Trust.USING)
        yield found_in(line, "engine", "vllm", Trust.WEAK)
