"""Start-up logs of SGLang, Ollama, TGI and others."""

import re
from collections.abc import Iterable, Iterator

from kb.core.facts.arguments import facts_of_arguments, plain_value, split_arguments
from kb.core.facts.found import LONGEST, Found, Trust, found_in, read_rows, row
from kb.core.facts.readers.packages import paths
from kb.core.text import Line

GATES = (
    "server_args",
    "ServerArgs",
    "Attention backend",
    "ollama",
    "version",
    "OLLAMA_",
    "inference compute",
    "Args {",
    "TensorRT",
    "turbomind",
    "DeepSpeed",
    "[torch]",
    "[aiter]",
    "neuron",
    "EngineConfig(",
)
ROWS = (
    # Ollama
    row("Listening on", r"Listening on \S+ \(version ([^)\s]+)\)", Trust.ARGUMENTS, ollama=r"\1",
        engine="ollama"),
    row("ollama version is", r"ollama version is ([\d.]+\S*)", Trust.ARGUMENTS, ollama=r"\1",
        engine="ollama"),
    row("server config", r"server config.{0,20}env=\"?map\[", Trust.ARGUMENTS, engine="ollama"),
    row("inference compute", r"inference compute", Trust.ARGUMENTS, engine="ollama"),
    row("OLLAMA_KV_CACHE_TYPE", r"OLLAMA_KV_CACHE_TYPE[:=](\w+)", kv_cache_dtype=r"\1"),
    # SGLang
    row("ServerArgs", r"\bserver_args=ServerArgs\(", Trust.ARGUMENTS, engine="sglang"),
    # TGI
    row("text_generation_launcher", r"text_generation_launcher", Trust.ARGUMENTS, engine="tgi"),
    # others
    row("TensorRT-LLM", r"\[TensorRT-LLM\] TensorRT-LLM version: (\S+)", Trust.ARGUMENTS,
        tensorrt_llm=r"\1", engine="tensorrt-llm"),
    row("vllm_neuron", r"\bvllm_neuron\b", Trust.ARGUMENTS, accelerator="neuron"),
    row("[aiter]", r"^\[aiter\] ", Trust.ARGUMENTS, accelerator="amd"),
    row("[torch]", r"^\[torch\] (\d\S+) \|", torch=r"\1"),
    row("DeepSpeed", r"DeepSpeed info: version=(\d[^\s,]*)", Trust.ARGUMENTS, deepspeed=r"\1"),
)  # fmt: skip
_GO = re.compile(
    r"source=(?:routes|sched|types|gpu|server|runner|images|ggml|memory|llama-server|device|cuda\w*"
    r"|amd\w*|payload|logging|download|upload|cpu_common|config)\.go:\d|\[GIN\] \d{4}/|"
    r"\bollama(?:\[\d+\]:|-\d+ +\|)"
)
_LMDEPLOY = re.compile(r"\b(?:Turbomind|Pytorch)EngineConfig\(")
_FIELD = re.compile(r'\b(\w+)=(?:"([^"]*)"|(\S*))')
_NAMED = re.compile(r"[A-Za-z(][\w ()./+\[\]-]*")  # neither a PCI id nor broken text
_LIBRARIES = {"cuda": "nvidia", "rocm": "amd", "cpu": "cpu", "metal": "apple", "oneapi": "intel"}


def read(line: Line) -> Iterator[Found]:
    """Facts of one line of a log."""
    yield from read_rows(line, ROWS)
    text = line.text
    if "ServerArgs(" in text:
        yield from _server_args(line, text.split("ServerArgs(", 1)[1])
    elif "EngineConfig(" in text and (match := _LMDEPLOY.search(text)):
        yield found_in(line, "engine", "lmdeploy", Trust.ARGUMENTS)
        yield from _server_args(line, text[match.end() :])
    elif "Args {" in text and "{" in text:
        yield from _rust(line, text.split("Args {", 1)[1])
    elif "inference compute" in text:
        yield from _compute(line)


# vLLM's processes in front of a line, and the platform's own module that wrote it
_VLLM = re.compile(
    r"\((?:APIServer|EngineCore|Worker|VllmWorker)\w*(?: pid=\d+| rank=\d+)|"
    r"\b(?:INFO|WARNING|ERROR|DEBUG) \d\d-\d\d \d\d:\d\d:\d\d "
)
_TGI = re.compile(r"text_generation_(?:launcher|router)")
_MODULE = re.compile(r"[\[ /](cuda|rocm|xpu|tpu|cpu)\.py:\d+\]")
_MODULES = {"cuda": "nvidia", "rocm": "amd", "xpu": "intel", "tpu": "tpu", "cpu": "cpu"}


def marks(lines: Iterable[Line]) -> Iterator[Found]:
    """What only unpeeled lines show: who wrote them, and paths that were cut off."""
    seen: set[str] = set()
    for line in lines:
        raw = line.raw[:400]
        for each in _marked(line, raw, seen):
            seen.add(each.raw)
            yield each
        if "-packages/" in raw or "/python3" in raw:
            yield from paths(line)


def _marked(line: Line, raw: str, seen: set[str]) -> Iterator[Found]:
    """Each writer is told once, each platform's module as often as it stands there."""
    if "ollama" not in seen and _may_be_go(raw) and _GO.search(raw):
        yield found_in(line, "engine", "ollama", Trust.ARGUMENTS)
    elif "tgi" not in seen and "text_generation_" in raw and _TGI.search(raw):
        yield found_in(line, "engine", "tgi", Trust.ARGUMENTS)
    elif "sglang" not in seen and "server_args.py:" in raw:
        yield found_in(line, "engine", "sglang", Trust.PROSE)
    elif "lmdeploy" not in seen and " - lmdeploy - " in raw:
        yield found_in(line, "engine", "lmdeploy", Trust.ARGUMENTS)
    elif "vllm" not in seen and _VLLM.search(raw[:160]):
        yield found_in(line, "engine", "vllm", Trust.WEAK)
    module = _MODULE.search(raw) if ".py:" in raw else None
    if module and _MODULES[module[1]] not in seen and _VLLM.search(raw[:160]):
        yield found_in(line, "accelerator", _MODULES[module[1]], Trust.COMMAND)


def writer(line: Line) -> str:
    """The engine that wrote a line or whose files it names, "" where it does not show."""
    raw = line.raw[:400]
    if "ServerArgs(" in raw:
        return "sglang"
    named = [each.raw for each in _marked(line, raw, set()) if each.name == "engine"]
    if not named and "/" in raw:
        named = [each.raw for each in paths(line) if each.name == "engine"]
    return named[0] if named else ""


def _may_be_go(raw: str) -> bool:
    return "ollama" in raw or ".go:" in raw or "[GIN]" in raw


def _server_args(line: Line, text: str) -> Iterator[Found]:
    for name, value in facts_of_arguments(dict(split_arguments(text))):
        if name != "compilation" or value:
            yield found_in(line, name, value, Trust.ARGUMENTS)


def _rust(line: Line, text: str) -> Iterator[Found]:
    arguments = {key: plain_value(value) for key, value in split_arguments(text)}
    if "model_id" not in arguments and "num_shard" not in arguments:
        return
    yield found_in(line, "engine", "tgi", Trust.ARGUMENTS)
    for name, value in facts_of_arguments(arguments):
        yield found_in(line, name, value, Trust.ARGUMENTS)


def _compute(line: Line) -> Iterator[Found]:
    """Ollama's `inference compute`; its `driver` is the CUDA version that the driver supports."""
    fields = {m[1]: m[2] or m[3] or "" for m in _FIELD.finditer(line.text[:LONGEST])}
    library = fields.get("library", "").lower().split("_")[0]
    if library in _LIBRARIES:
        yield found_in(line, "accelerator", _LIBRARIES[library])
    if library in ("", "cpu"):
        return
    name = fields.get("description") or fields.get("name", "")
    if _NAMED.fullmatch(name):
        yield found_in(line, "gpu", name)
    if library == "cuda":
        yield found_in(line, "compute_capability", fields.get("compute", ""))
        yield found_in(line, "driver_cuda", fields.get("driver", ""))
    total = re.fullmatch(r"([\d.]+) GiB", fields.get("total", ""))
    if total:
        yield found_in(line, "gpu_memory", total[0])


def read_spread(lines: list[Line]) -> Iterator[Found]:
    """TGI's `Args {` over many lines, up to the closing brace."""
    for at, line in enumerate(lines):
        if line.text.rstrip().endswith("Args {"):
            rest = " ".join(each.text.strip() for each in lines[at + 1 : at + 200])
            yield from _rust(line, rest)


def count_devices(lines: list[Line]) -> Iterator[Found]:
    """How many GPUs Ollama lists in one start, by what tells the rows apart."""
    rows = [line for line in lines if "inference compute" in line.text]
    names = set()
    for line in rows:
        fields = {m[1]: m[2] or m[3] for m in _FIELD.finditer(line.text[:LONGEST])}
        if fields.get("library", "cpu").lower() != "cpu":
            names.add((fields.get("id"), fields.get("pci_id"), fields.get("name")))
    if names:
        yield found_in(rows[0], "gpu_count", str(len(names)))
