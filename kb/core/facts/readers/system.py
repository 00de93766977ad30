"""`Key: value` reports: collect_env (old and new layout), sglang.check_env, `--env` blocks."""

import re
from collections.abc import Iterator

from kb.core.facts.found import Found, Trust, found_in, read_rows, row
from kb.core.facts.readers.packages import fact_of_package
from kb.core.text import Line

_KEYED = re.compile(
    r"^[\s*•\-#>]{0,12}\**([A-Za-z内`][\w ./()?`+-]{1,44}?)\**"
    r"(?:\s{0,40}[:：]\**|\s\.{3,60})\s*(\S.*)$"
)
_NOTHING = re.compile(
    r"(?:could not collect|n/?a|none|no cuda|not set|disabled|module not found|not found|unknown"
    r"|false|true|no|yes|-+|\?)?[\s.]*",
    re.IGNORECASE,
)
_VERSION = re.compile(
    r"(?:Studio |Game Ready )?[vV]?(\d+(?:\.\w+)+(?:[+@-]\S+)?)(?=[\s,;|)(（，]|\+?$)"
)

# key of a report → fact of kind version; its value starts with the version. A package is a key too.
_VERSIONS = {
    "pytorch version": "torch",
    "pytorch": "torch",
    "torch version": "torch",
    "cuda used to build pytorch": "cuda",
    "cuda build": "cuda",
    "torch cuda": "cuda",
    "torch.version.cuda": "cuda",
    "rocm used to build pytorch": "rocm",
    "rocm version": "rocm",
    "python version": "python",
    "python": "python",
    "nvidia driver version": "driver",
    "nvidia driver": "driver",
    "cuda driver version": "driver",
    "driver version": "driver",
    "cuda runtime version": "cuda_toolkit",
    "cuda toolkit": "cuda_toolkit",
    "ollama version": "ollama",
    "deepspeed info": "deepspeed",
    "torch cuda version": "cuda",
    "tensorrt-llm branch or tag": "tensorrt_llm",
    "cann": "cann",
    "cann version": "cann",
    "nccl": "nccl",
    "nccl version": "nccl",
}
ROWS = (
    row("NVCC", r"^NVCC: .{0,80}release (\d+\.\d+), V([\d.]+)", cuda_toolkit=r"\2"),
    row("Compute Capability", r"^GPU [\d,]+ Compute Capability: (\d+\.\d+)",
        compute_capability=r"\1"),
    row("cuDNN", r"^cuDNN version\s*:(?:.{0,200}libcudnn\.so\.|\s*)(\d+\.[\d.]+\d)", cudnn=r"\1"),
    row("ROCM used", r"^ROCM used to build PyTorch\s*: \d", accelerator="amd"),
    row("vLLM Info", r"^\s*vLLM Info\s*$", Trust.IMAGE, engine="vllm"),
    row("vLLM Version", r"^vLLM Version\s*: \d", Trust.IMAGE, engine="vllm"),
    row("check_env", r"sglang\.check_env", Trust.IMAGE, engine="sglang"),
    row("sgl_kernel", r"^sgl_kernel: \d", Trust.IMAGE, engine="sglang"),
    row("LMDeploy", r"^LMDeploy: \d", Trust.IMAGE, engine="lmdeploy"),
    row("sys.platform", r"^sys\.platform: win32", platform="windows"),
    row("text-generation-launcher", r"text-generation-launcher --env", Trust.IMAGE, engine="tgi"),
)  # fmt: skip
_SIZE = re.compile(r"(\d{1,4})\s?Gi?[Bb]?\b")
_CARDS = re.compile(r"^GPU ([\d,]+): (\S.{2,80})$")
_NAMED = frozenset({"os", "operating system", "operating systems"})
_NAMES = re.compile(r"linux|windows|macos|darwin|ubuntu|wsl", re.IGNORECASE)
_COUNTED = frozenset(
    {"gpu number", "number of gpus", "gpu count", "num gpus", "显卡数量", "gpu数量"}
)
_MAKERS = frozenset({"nvidia", "amd", "intel", "apple"})  # as a bug report's form names them
_SYSTEMS = (
    ("wsl", re.compile(r"\bWSL ?2?\b|microsoft-standard", re.IGNORECASE)),
    ("windows", re.compile(r"\bWindows\b", re.IGNORECASE)),
    ("macos", re.compile(r"\bmac ?os\b|\bdarwin\b", re.IGNORECASE)),
)


def read(line: Line) -> Iterator[Found]:
    """Facts of one `Key: value` line."""
    yield from read_rows(line, ROWS)
    text = line.text
    if text.startswith("GPU ") and (cards := _CARDS.match(text)) and "," in cards[1]:
        yield found_in(line, "gpu", cards[2])
        yield found_in(line, "gpu_count", str(cards[1].count(",") + 1))
        return
    match = _KEYED.match(text) if len(text) < 400 else None
    if match and not _NOTHING.fullmatch(match[2]):
        yield from _keyed(line, _key(match[1]), match[2])


def _key(written: str) -> str:
    """`PyTorch version (GPU?)` → pytorch version; quotes go too."""
    return written.replace("`", "").split("(")[0].strip(" .").lower()


def _keyed(line: Line, key: str, value: str) -> Iterator[Found]:
    fact = _VERSIONS.get(key) or fact_of_package(key.removesuffix(" version"))
    if fact and (version := _VERSION.match(value)):
        yield found_in(line, fact, version[1])
    elif key in _NAMED or (key == "platform" and _NAMES.search(value)):
        yield from _system(line, value)
    elif key in _COUNTED and value.isdigit():
        yield found_in(line, "gpu_count", value)
    elif key in ("ram", "mem", "system memory", "内存") and (size := _SIZE.match(value)):
        yield found_in(line, "system_memory", size[1])
    elif key == "gpu" and value.lower() in _MAKERS:
        yield found_in(line, "accelerator", value.lower(), Trust.PROSE)
    elif key in ("ubuntu", "kernel") and "microsoft-standard" in value:
        yield found_in(line, "platform", "wsl")


def _system(line: Line, value: str) -> Iterator[Found]:
    yield found_in(line, "os", value.split(",")[0].strip())
    for platform, pattern in _SYSTEMS:
        if pattern.search(value):
            yield found_in(line, "platform", platform)
            return
