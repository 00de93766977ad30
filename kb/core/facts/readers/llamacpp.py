"""Start-up logs of llama.cpp. Inside an Ollama log its lines do not make the engine llama.cpp."""

from collections.abc import Iterator

from kb.core.facts.found import Found, Trust, read_rows, row
from kb.core.text import Line

GATES = ("build", "version", "Device ", "ggml", "llama", "print_info", "load_model", "-ctk ",
         "general.", "n_ctx", "found ", "MSVC", "windows-msvc", ":\\", "model ftype",
         "using device", "arwin", "loaded meta data")  # fmt: skip
_HEX = r"\(?[0-9a-f]{6,40}\)?"
_QUANT = r"(I?Q\d(?:_(?:0|1|K|NL|XS|XXS|S|M))?)"

ROWS = (
    row("build", rf"(?:^|main: )build(?:_info)?: ?(?:=|b)? ?([1-9]\d{{2,6}})[ -]{_HEX}",
        Trust.ARGUMENTS, llama_cpp=r"\1"),
    row("build = ", rf"main: build = ([1-9]\d{{2,6}}) {_HEX}", Trust.ARGUMENTS, llama_cpp=r"\1"),
    row("version: ", rf"^version: ([1-9]\d{{2,6}}) {_HEX}", Trust.ARGUMENTS, llama_cpp=r"\1",
        engine="llama.cpp"),
    row("build", r"^(?:main: )?build(?: =|:) \d+ \((?:[0-9a-f]{6,40}|unknown)\)", Trust.IMAGE,
        engine="llama.cpp"),
    row("llama_model_loader", r"^llama_model_loader:", Trust.IMAGE, engine="llama.cpp"),
    row("llama-server", r"^\W?llama-server(?:\.exe)?\s+-", Trust.IMAGE, engine="llama.cpp"),
    row("Device ", r"^\s*Device \d+: (.{2,60}?), compute capability (\d+\.\d+)", gpu=r"\1",
        compute_capability=r"\2", accelerator="nvidia"),
    row("Device ", r"^\s*Device \d+: (.{2,60}?), gfx\w+", gpu=r"\1", accelerator="amd"),
    row("CUDA devices", r"found [1-9]\d* CUDA devices", accelerator="nvidia"),
    row("CUDA devices", r"found ([1-9]\d*) CUDA devices", gpu_count=r"\1"),
    row("Vulkan devices", r"ggml_vulkan: Found ([1-9]\d*) Vulkan devices", gpu_count=r"\1"),
    row("ROCm devices", r"found ([1-9]\d*) ROCm devices", gpu_count=r"\1", accelerator="amd"),
    row("no CUDA devices", r"no CUDA devices found, CUDA will be disabled", accelerator="cpu"),
    row("GPU name:", r"ggml_metal.{0,30}: GPU name:\s+(?:MTL\d+ \()?(Apple M\d[\w ]*)", gpu=r"\1"),
    row("found device", r"ggml_metal_init: found device: (Apple M\d[\w ]*)", gpu=r"\1"),
    row("ggml_vulkan", r"ggml_vulkan: \d+ = ([^(|]{3,60}) \(", gpu=r"\1"),
    row("using device", r"using device CUDA\d+ \(([^)]{3,60})\)", gpu=r"\1"),
    row("file type", rf"print_info: file type\s+= {_QUANT}(?:_(K))? ?- ?(\w)", how="resolved",
        quantization=r"\1_\3"),
    row("file type", rf"print_info: file type\s+= {_QUANT}\s*$", how="resolved",
        quantization=r"\1"),
    row("model ftype", rf"model ftype\s+= (?:mostly )?{_QUANT}\s*$", how="resolved",
        quantization=r"\1"),
    row("model ftype", rf"model ftype\s+= (?:mostly )?{_QUANT} - (\w)", how="resolved",
        quantization=r"\1_\2"),
    row("-ctk ", r"\s-ctk (\w+)\s(?:.{0,400}\s)?-ctv (\w+)", Trust.COMMAND,
        kv_cache_dtype=r"\1/\2"),
    row("loading model", r"load_model: loading model '([^']+(?<!\w{64}))'", Trust.ARGUMENTS,
        model=r"\1"),
    row("loaded meta data", r"tensors from (\S+\.gguf)(?:\s|$)", Trust.USING, model=r"\1"),
    row("general.name", r"general\.name(?:\s+str)?\s+= (\S[^\n]{1,80})", Trust.PATH, model=r"\1"),
    row("n_ctx", r"(?:llama_context|llama_new_context_with_model): n_ctx\s+= (\d+)",
        max_model_len=r"\1"),
    row("MSVC", r"built? with MSVC|with MSVC [\d.]+ for x64", platform="windows"),
    row("windows-msvc", r"for \w+-pc-windows-msvc", platform="windows"),
    row("arwin", r"for (?:\w+-apple-darwin|Darwin )", platform="macos"),
    row(":\\", r"\b[A-Z]:\\{1,2}(?:[^\s\"']{0,200}\\)?(?:\.ollama|Programs\\{1,2}Ollama"
        r"|site-packages)\\",
        Trust.PATH, platform="windows"),
)  # fmt: skip


def read(line: Line) -> Iterator[Found]:
    """Facts of one line of a log."""
    yield from read_rows(line, ROWS)
