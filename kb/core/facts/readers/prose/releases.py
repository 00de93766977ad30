"""`vLLM 0.8.5`, `CUDA 12.4`, `驱动版本 535.161.08` in a sentence."""

import re
from collections.abc import Iterator
from itertools import islice

from kb.core.facts.found import Found, Trust, found_in
from kb.core.facts.readers.prose.place import MOST, here
from kb.core.text import Line

# name in a sentence → fact
_NAMES = {
    "vllm": "vllm", "sglang": "sglang", "ollama": "ollama", "llama.cpp": "llama.cpp", "tgi": "tgi",
    "text-generation-inference": "tgi", "lmdeploy": "lmdeploy", "tensorrt-llm": "tensorrt_llm",
    "trt-llm": "tensorrt_llm", "pytorch": "torch", "torch": "torch", "cuda": "cuda",
    "rocm": "rocm", "python": "python", "transformers": "transformers",
    "flashinfer": "flashinfer", "flash-attn": "flash_attn", "flash_attn": "flash_attn",
    "triton": "triton", "nccl": "nccl", "ray": "ray", "xformers": "xformers",
    "bitsandbytes": "bitsandbytes", "xgrammar": "xgrammar", "driver": "driver",
    "驱动": "driver", "fastgpt": "fastgpt", "dify": "dify", "litellm": "litellm",
    "open webui": "open_webui", "nvidia-container-toolkit": "container_toolkit",
    "gpu-operator": "gpu_operator", "deepspeed": "deepspeed", "llama-factory": "llamafactory",
    "llamafactory": "llamafactory", "numpy": "numpy", "compressed-tensors": "compressed_tensors",
    "cudnn": "cudnn", "cann": "cann",
}  # fmt: skip
_ENGINES = {"vllm": "vllm", "sglang": "sglang", "ollama": "ollama", "llama.cpp": "llama.cpp",
            "tgi": "tgi", "lmdeploy": "lmdeploy", "tensorrt_llm": "tensorrt-llm"}  # fmt: skip
# `vLLM 0.11` may be any 0.11.x: a sentence must name the whole version of these
_THREE_PARTS = frozenset({"vllm", "sglang", "ollama", "transformers", "torch"})
_RELEASE = re.compile(
    r"(?<![\w./-])(" + "|".join(sorted(map(re.escape, _NAMES), key=len, reverse=True)) + r")"
    r"(?:\s*(?:version|ver\.?|版本号?|driver))?"
    r"\s{0,2}(?:(?:is|was|为|是|:|：|=|\||@|-)\s{0,16})?\(?\s?"
    r"([vVbB]?\d+(?:\.\d+)+(?:\.?(?:post|rc|dev|a|b)\d+)*(?:\+[\w.]+)?)(?![\w/])",
    re.IGNORECASE | re.ASCII,
)
_ENGINE = re.compile(
    r"(?<![\w./@-])(vllm|sglang|ollama|llama\.cpp|lmdeploy)(?![\w./-])", re.IGNORECASE | re.ASCII
)
_DRIVER = re.compile(r"driver|驱动", re.IGNORECASE)


def read(line: Line) -> Iterator[Found]:
    """Versions of a sentence; where there is none, the engine that it names."""
    text = line.text
    if "Driver Version:" in text and "CUDA" in text:
        return  # nvidia-smi's header: its CUDA is the newest that the driver supports
    for match in islice(_RELEASE.finditer(text), MOST):
        fact = _NAMES[match[1].lower()]
        if _is_whole(fact, match, text) and here(text, match.start(), match.end()):
            yield found_in(line, fact, match[2], Trust.PROSE)
            if fact in _ENGINES:
                yield found_in(line, "engine", _ENGINES[fact], Trust.PROSE)
    if len(text) < 300 and (named := _ENGINE.search(text)):
        yield found_in(line, "engine", named[1], Trust.IMPLIED)


def _is_whole(fact: str, match: re.Match[str], text: str) -> bool:
    if fact == "cuda" and _DRIVER.search(text[: match.start()]):
        return False  # beside the driver it may be the driver's own
    if fact == "cudnn" and int(match[2].split(".")[0]) > 20:
        return False  # torch prints 9.5.1 as 90.5.1
    return fact not in _THREE_PARTS or match[2].count(".") >= 2
