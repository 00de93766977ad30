"""pip, uv and conda: lists, pins, install reports; versions in paths."""

import re
from collections.abc import Iterator

from kb.core.facts.found import Found, Trust, found_in
from kb.core.facts.model import fold
from kb.core.text import Line

GATES = ("==", "  ", "Successfully installed", "but you have", "\t", "already satisfied")

# package → fact; the other packages of these names (docker, ollama) are clients of something else
_FACTS = {
    fold(package): fact
    for fact, packages in {
        "vllm": ("vllm",),
        "sglang": ("sglang",),
        "lmdeploy": ("lmdeploy",),
        "tensorrt_llm": ("tensorrt-llm",),
        "torch": ("torch", "pytorch"),
        "torchvision": ("torchvision",),
        "torchaudio": ("torchaudio",),
        "transformers": ("transformers",),
        "flashinfer": ("flashinfer-python", "flashinfer"),
        "flash_attn": ("flash-attn",),
        "triton": ("triton", "pytorch-triton"),
        "nccl": ("nvidia-nccl-cu11", "nvidia-nccl-cu12", "nvidia-nccl-cu13"),
        "cudnn": ("nvidia-cudnn-cu11", "nvidia-cudnn-cu12", "nvidia-cudnn-cu13"),
        "ray": ("ray",),
        "xformers": ("xformers",),
        "bitsandbytes": ("bitsandbytes",),
        "compressed_tensors": ("compressed-tensors",),
        "xgrammar": ("xgrammar",),
        "numpy": ("numpy",),
        "tokenizers": ("tokenizers",),
        "huggingface_hub": ("huggingface-hub",),
        "mistral_common": ("mistral-common",),
        "sgl_kernel": ("sgl-kernel", "sglang-kernel"),
        "accelerate": ("accelerate",),
        "optimum": ("optimum",),
        "peft": ("peft",),
        "deepspeed": ("deepspeed",),
        "outlines": ("outlines",),
        "openai": ("openai",),
        "autoawq": ("autoawq",),
        "auto_gptq": ("auto-gptq",),
        "llama_cpp_python": ("llama-cpp-python",),
        "litellm": ("litellm",),
        "llamafactory": ("llamafactory",),
        "python": ("python",),
        "cuda": ("pytorch-cuda", "cudatoolkit"),
    }.items()
    for package in packages
}
_ENGINES = {"vllm": Trust.WEAK, "sglang": Trust.PROSE, "lmdeploy": Trust.PROSE}
_V = r"(\d+(?:\.\d+)[\w.+!]*)"
_LISTED = re.compile(
    rf"^\s*(?:\[(?:pip3?|conda)\]\s+)?([A-Za-z][\w.-]{{1,40}})(?:\s{{2,}}|\t+){_V}(?:\s+\S{{1,60}}){{0,3}}\s*$"
)
_CONDA = re.compile(rf"^\s*\[conda\]\s+([A-Za-z][\w.-]{{1,40}})\s+{_V}\s")
_PINNED = re.compile(
    rf"(?<![\w.-])([A-Za-z][\w.-]{{1,40}})(?:\[[\w,]+\])?\s?={{2,3}}\s?{_V}(?![\w.]*\*)"
)
_ADVICE = re.compile(
    r"\b(?:requires?|needs?|depends on|please|try|collecting|downloading|should|recommend\w*|or"
    r"|upgrade|downgrade|instead|install(?:ing)? it|works? with|fixed|e\.g\.)\b"
    r"|请|建议|可以|尝试|升级|降级|改为|需要|换成|正常",
    re.IGNORECASE,
)
_HAVE = re.compile(rf"but you have ([A-Za-z][\w.-]{{1,40}}) {_V} which is incompatible")
_INSTALLED = re.compile(r"^Successfully installed ((?:[\w.+-]+ ?)+)$")
_SATISFIED = re.compile(
    rf"^Requirement already satisfied: ([A-Za-z][\w.-]{{1,40}})\S{{0,80}} in .{{0,300}}\({_V}\)$"
)
_FOLDER = re.compile(
    r"(?:site|dist)-packages/([A-Za-z]\w{1,40})-(\d[\w.+!]*?)(?:-py3\.\d+[\w.-]*)?\.(?:egg|dist-info)"
)
_PYTHON = re.compile(r"/python(3\.\d{1,2})/")
_SHOWN = re.compile(r"^Name: ([A-Za-z][\w.-]{1,40})$")
_SHOWN_VERSION = re.compile(rf"^Version: {_V}$")


def read(line: Line) -> Iterator[Found]:
    """Facts of one line of a list, a pin, an install report or a path."""
    text = line.text
    if "but you have" in text:
        yield from _matched(line, _HAVE)
    elif "already satisfied" in text:
        yield from _matched(line, _SATISFIED)
    elif text.startswith("Successfully installed"):
        yield from _installed(line)
    elif "==" in text:
        yield from _pins(line)
    elif not line.level and len(text) < 240:
        yield from _matched(line, _CONDA if text.lstrip().startswith("[conda]") else _LISTED)


def _matched(line: Line, pattern: re.Pattern[str]) -> Iterator[Found]:
    if match := pattern.search(line.text):
        yield from package(line, match[1], match[2])


def package(line: Line, name: str, version: str, trust: Trust = Trust.PACKAGE) -> Iterator[Found]:
    """What a package of that name and version states."""
    fact = fact_of_package(name)
    if not fact:
        return
    yield found_in(line, fact, version, trust)
    if fact in _ENGINES:
        yield found_in(line, "engine", fact, _ENGINES[fact])


def fact_of_package(name: str) -> str:
    """The fact that holds a package's version, "" if none."""
    return _FACTS.get(fold(name), "")


def _pins(line: Line) -> Iterator[Found]:
    """`torch==2.6.0`; not where the line asks for it or advises it."""
    if line.level in ("error", "warning") or _ADVICE.search(line.text):
        return
    for match in _PINNED.finditer(line.text[:4000]):
        yield from package(line, match[1], match[2])


def _installed(line: Line) -> Iterator[Found]:
    match = _INSTALLED.match(line.text)
    for each in (match[1].split() if match else ())[:400]:
        name, _, version = each.rpartition("-")
        yield from package(line, name, version)


def paths(line: Line) -> Iterator[Found]:
    """Python, engines and versions that the paths of a traceback or a warning name."""
    raw = line.raw[:2000]
    for folder in _FOLDER.finditer(raw) if ".egg" in raw or ".dist-info" in raw else ():
        yield from package(line, folder[1], folder[2], Trust.PATH)
    if python := _PYTHON.search(raw) if "/python3" in raw else None:
        yield found_in(line, "python", python[1], Trust.PATH)
    for part, (engine, trust) in _IN_PATH.items():
        if part in raw:
            yield found_in(line, "engine", engine, trust)


_IN_PATH = {
    "-packages/vllm/": ("vllm", Trust.WEAK),
    "-packages/vllm-": ("vllm", Trust.WEAK),
    "-packages/sglang/": ("sglang", Trust.PROSE),
    "/sglang/srt/": ("sglang", Trust.PROSE),
    "/text_generation_server/": ("tgi", Trust.PROSE),
    "-packages/lmdeploy/": ("lmdeploy", Trust.PROSE),
    "-packages/deepspeed/": ("deepspeed", Trust.PROSE),
    "-packages/tensorrt_llm/": ("tensorrt-llm", Trust.PROSE),
}


def read_shown(lines: list[Line]) -> Iterator[Found]:
    """`pip show`: a name and, on the next line, its version."""
    name: re.Match[str] | None = None
    for line in lines:
        version = _SHOWN_VERSION.match(line.text)
        if name and version:
            yield from package(line, name[1], version[1])
        name = _SHOWN.match(line.text)
