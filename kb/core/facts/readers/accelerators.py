"""rocminfo, rocm-smi, amd-smi, xpu-smi, npu-smi: cards that are not NVIDIA's."""

import re
from collections.abc import Iterable, Iterator

from kb.core.facts.found import Found, found_in, read_rows, row
from kb.core.text import Line

GATES = ("Marketing Name", "MARKET_NAME", "Card", "ROCm", "Device Name", "npu-smi", "HL-SMI",
         "GPU models and configuration", "latform ", "Intel(R)", "Kunlun",
         "System Management Interface")  # fmt: skip

ROWS = (
    row("MARKET_NAME", r"MARKET_NAME: (AMD \S.*)", gpu=r"\1", accelerator="amd"),
    row("Card", r"GPU\[\d+\]\s*:\s*Card [Ss]eries:\s+(AMD \S.*|Instinct \S.*)", gpu=r"\1",
        accelerator="amd"),
    row("Device Name", r"Device Name:\s+(Intel\(R\) (?:Arc|Data Center GPU).*?)\s*\|?$",
        gpu=r"\1", accelerator="intel"),
    row("npu-smi", r"\bnpu-smi (\d+\.\d\S*)\s+Version:", accelerator="ascend"),
    row("ROCm version", r"\bROCm version: (\d+\.\d[\d.]*)", rocm=r"\1", accelerator="amd"),
    row("GPU models", r"^GPU models and configuration\s*:\s*(AMD \S.*?) \(gfx\w", gpu=r"\1",
        accelerator="amd"),
    row("Intel(R)", r"^\s*\* (?:\[\d+\] .{0,40}name=')?(Intel\(R\) (?:Arc|Data Center GPU)[^']*)",
        gpu=r"\1", accelerator="intel"),
    row("ROCm System", r"ROCm System Management Interface", accelerator="amd"),
    row("Kunlun", r"Kunlun (?:XPU environment|driver version)", accelerator="other"),
    row("Confirmed ", r"Confirmed CUDA platform is available", accelerator="nvidia"),
    row("Confirmed ", r"Confirmed ROCm platform is available", accelerator="amd"),
    row("Platform plugin", r"Platform plugin (?:ascend|npu) is activated", accelerator="ascend"),
    row("HL-SMI", r"HL-SMI Version:", accelerator="intel"),
)  # fmt: skip
_MARKETING = re.compile(r"^\s*Marketing Name:\s+(\S.*?)\s*$")
_KIND = re.compile(r"^\s*Device Type:\s+(\w+)")
_SMI = re.compile(r"^\s*GPU\[(\d+)\]\s*:")
_CARD_ROW = re.compile(r"^card(\d+),[^,]{0,60}?\[?((?:AMD|Instinct|Radeon) [^\],]{2,40})")
_NPU = re.compile(r"^\s*\|\s*(\d{1,2})\s+(910B\w?|910_93\d*|910C?|310P\d?)\s+\|")


def read(line: Line) -> Iterator[Found]:
    """Facts of one line."""
    yield from read_rows(line, ROWS)


def read_agents(lines: Iterable[Line]) -> Iterator[Found]:
    """rocminfo lists CPUs as agents too: a name counts only where its agent is a GPU."""
    name: Line | None = None
    gpus: list[Line] = []
    for line in lines:
        if _MARKETING.match(line.text):
            name = line
        elif name and (match := _KIND.match(line.text)):
            if match[1] == "GPU":
                gpus.append(name)
            name = None
    for line in gpus:
        found = _MARKETING.match(line.text)
        yield found_in(line, "gpu", found[1] if found else "")
    if gpus:
        yield found_in(gpus[0], "gpu_count", str(len(gpus)))
        yield found_in(gpus[0], "accelerator", "amd")


def read_boards(lines: Iterable[Line]) -> Iterator[Found]:
    """npu-smi's rows, and the numbers in front of rocm-smi's lines, csv among them."""
    boards: dict[str, Line] = {}
    indices: dict[str, Line] = {}
    for line in lines:
        if match := _NPU.match(line.text):
            boards.setdefault(match[1], line)
            yield found_in(line, "gpu", f"Ascend {match[2]}")
        elif match := _SMI.match(line.text):
            indices.setdefault(match[1], line)
        elif match := _CARD_ROW.match(line.text):
            indices.setdefault(match[1], line)
            yield found_in(line, "gpu", match[2])
    for rows in (boards, indices):
        if rows:
            yield found_in(next(iter(rows.values())), "gpu_count", str(len(rows)))
