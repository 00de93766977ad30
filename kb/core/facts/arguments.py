"""Arguments of engines as they print or take them (`tensor_parallel_size=2`) → facts."""

import re
from collections.abc import Iterator, Mapping

_CLOSING = {")": "(", "]": "[", "}": "{", ">": "<"}
_KEY = re.compile(r"\s*['\"]?([A-Za-z_]\w{0,60})['\"]?\s*[=:]\s*")
_WRAPPED = re.compile(r"(?:Some|torch\.|<)\(?([^):<>]+)")
LONGEST = 40_000  # characters of one argument list that are read

# argument → fact; the value is the fact's value
_SAME = {
    "model": "model",
    "model_tag": "model",
    "model_path": "model",
    "model_id": "model",
    "dtype": "dtype",
    "max_model_len": "max_model_len",
    "max_seq_len": "max_model_len",
    "context_length": "max_model_len",
    "ctx_size": "max_model_len",
    "session_len": "max_model_len",
    "tensor_parallel_size": "tensor_parallel",
    "tp_size": "tensor_parallel",
    "tp": "tensor_parallel",
    "pp": "pipeline_parallel",
    "dp": "data_parallel",
    "num_shard": "tensor_parallel",
    "pipeline_parallel_size": "pipeline_parallel",
    "pp_size": "pipeline_parallel",
    "data_parallel_size": "data_parallel",
    "dp_size": "data_parallel",
    "nnodes": "nodes",
    "gpu_memory_utilization": "gpu_memory_utilization",
    "mem_fraction_static": "gpu_memory_utilization",
    "quantization": "quantization",
    "quantize": "quantization",
    "kv_cache_dtype": "kv_cache_dtype",
    "attention_backend": "attention_backend",
    "distributed_executor_backend": "executor",
    "max_num_batched_tokens": "max_num_batched_tokens",
    "max_num_seqs": "max_num_seqs",
    "max_running_requests": "max_num_seqs",
    "max_lora_rank": "max_lora_rank",
    "tokenizer_mode": "tokenizer_mode",
    "config_format": "config_format",
    "load_format": "load_format",
    "moe_backend": "moe_backend",
    "moe_runner_backend": "moe_backend",
    "architecture": "architecture",
}
# argument → (fact, what it becomes when true, when false; "" = nothing said)
_SWITCHES = {
    "enable_prefix_caching": ("prefix_caching", "enabled", "disabled"),
    "disable_radix_cache": ("prefix_caching", "disabled", "enabled"),
    "enable_chunked_prefill": ("chunked_prefill", "enabled", "disabled"),
    "chunked_prefill_enabled": ("chunked_prefill", "enabled", "disabled"),
    "enable_lora": ("lora", "enabled", "disabled"),
    "enable_expert_parallel": ("expert_parallel", "enabled", "disabled"),
    "disable_custom_all_reduce": ("custom_all_reduce", "disabled", "enabled"),
    "enforce_eager": ("compilation", "disabled", ""),
    "disable_cuda_graph": ("compilation", "disabled", ""),
}
# what an option is called as a flag where the printed argument has another name
_NOTHING = frozenset({"", "None", "null", "none", "Null", "''", '""', "...", "[]", "{}"})
# `cuda` is what ROCm calls itself too
_DEVICES = {"cpu": "cpu", "xpu": "intel", "tpu": "tpu", "npu": "ascend"}


def fact_of_argument(name: str) -> str:
    """The fact whose value the argument `name` is, "" if none."""
    return _SAME.get(name, "")


def split_arguments(text: str) -> Iterator[tuple[str, str]]:
    """`a=1, b=[x, y], c='z'` and `'a': 1, 'b': {…}` → (key, value), split at top-level commas.

    Stops at the bracket that closes the list; a list that was cut off loses its last value."""
    start = 0
    for end, closed in _commas(text[:LONGEST]):
        found = _KEY.match(text, start, end)
        if found:
            yield found[1], text[found.end() : end].strip()
        if closed:
            return
        start = end + 1


def _commas(text: str) -> Iterator[tuple[int, bool]]:
    """Where top-level values end, and whether the whole list does."""
    depth, quote = 0, ""
    for at, char in enumerate(text):
        if quote:
            quote = "" if char == quote and text[at - 1] != "\\" else quote
        elif char in "'\"":
            quote = char
        elif char in "([{<":
            depth += 1
        elif char in _CLOSING:
            if depth == 0:
                yield at, True
                return
            depth -= 1
        elif char == "," and depth == 0:
            yield at, False
    if depth == 0 and not quote:
        yield len(text), True


def plain_value(value: str) -> str:
    """`'x'` → x, `torch.bfloat16` → bfloat16, `Some(2)` → 2, `<Mode.X: 3>` → Mode.X, None → ""."""
    value = value.strip()
    if value in _NOTHING:
        return ""
    if value[:1] in "'\"":
        return value[1:-1] if value[-1:] == value[0] else value[1:]
    wrapped = _WRAPPED.match(value)
    return wrapped[1].strip("'\", ") if wrapped else value


def facts_of_arguments(arguments: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    """(fact, value) for each argument that says something about the environment."""
    for key, raw in arguments.items():
        value = plain_value(raw)
        if not value:
            continue
        if key in _SAME:
            yield _SAME[key], value
        elif key in _SWITCHES:
            yield from _switched(key, value)
    yield from _derived(arguments)


def _switched(key: str, value: str) -> Iterator[tuple[str, str]]:
    fact, on, off = _SWITCHES[key]
    said = on if value.lower() == "true" else off if value.lower() == "false" else ""
    if said:
        yield fact, said


def _derived(arguments: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    size = plain_value(arguments.get("chunked_prefill_size", ""))
    if re.fullmatch(r"-?\d+", size):
        yield "chunked_prefill", "disabled" if int(size) <= 0 else "enabled"
    ranks = plain_value(arguments.get("ep_size", ""))
    if ranks.isdigit() and int(ranks) > 1:
        yield "expert_parallel", "enabled"
    device = plain_value(arguments.get("device", "") or arguments.get("device_config", ""))
    if device in _DEVICES:
        yield "accelerator", _DEVICES[device]
    yield from _speculation(arguments)


def _speculation(arguments: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    raw = arguments.get("speculative_config") or arguments.get("speculative_algorithm")
    if raw is None:
        return
    method = re.search(r"['\"]?method['\"]?\s*[=:]\s*['\"]([\w-]{1,40})", raw)
    named = method[1] if method else plain_value(raw) if re.fullmatch(r"\W?\w+\W?", raw) else ""
    if named:
        yield "speculative", named
    count = re.search(r"num_spec(?:ulative)?_tokens['\"]?\s*[=:]\s*(\d{1,3})", raw)
    if count:
        yield "speculative_tokens", count[1]


def compilation_of(arguments: Mapping[str, str], *, first: bool) -> str:
    """Which of torch.compile and CUDA graphs a vLLM config line leaves on; "" if it does not say.

    `first` is True for the V0 engine, which captures graphs but does not compile by default."""
    if arguments.get("enforce_eager") == "True":
        return "disabled"
    config = arguments.get("compilation_config", "")
    if arguments.get("enforce_eager") != "False":
        return ""
    level = re.search(r"['\"]?(?:level|mode)['\"]?\s*[=:]\s*['\"]?(?:<\w+\.\w+:\s*)?(\d)", config)
    compiled = int(level[1]) >= 3 if level else not first
    captured = not re.search(r"cudagraph_mode['\"]?\s*[=:]\s*[<'\"]?\w*\.?NONE", config)
    return {
        (True, True): "enabled",
        (True, False): "compile-only",
        (False, True): "graphs-only",
        (False, False): "disabled",
    }[compiled, captured]
