"""nvidia-smi: the table, -q, csv, -L, topo -m; old, new and Windows layouts."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from kb.core.facts.found import Found, Trust, found_in, read_rows, row
from kb.core.text import Line

GATES = ("Driver Version", "KMD Version", "CUDA Version", "UMD Version", "GPU", "MIG", "NVIDIA",
         "Product Name", "NVRM", "Cuda compilation", "compute capability",
         "--gres", "libcudnn")  # fmt: skip

ROWS = (
    row("Driver Version", r"NVIDIA-SMI.{0,60}\bDriver Version: (\d+\.\d[\d.]*)", driver=r"\1"),
    row("KMD Version", r"\bKMD Version: (\d+\.\d[\d.]*)", driver=r"\1"),
    row("Driver Version", r"^\s*Driver Version\s+: (\d+\.\d[\d.]*)\s*$", driver=r"\1"),
    row("CUDA ", r"\bCUDA (?:UMD )?Version ?: (\d+\.\d+)\s*\|", driver_cuda=r"\1"),
    row("CUDA Version", r"^\s*CUDA Version\s{3,}: (\d+\.\d+)\s*$", driver_cuda=r"\1"),
    row("Product Name", r"^\s*Product Name\s+: (\S.*)", gpu=r"\1"),
    row("Attached GPUs", r"^\s*Attached GPUs\s+: (\d+)", gpu_count=r"\1"),
    row("NVRM version", r"NVRM version: NVIDIA UNIX .{0,80}?\s(\d{3}\.\d[\d.]*)\s", driver=r"\1"),
    row(
        "Cuda compilation tools",
        r"Cuda compilation tools, release [\d.]+, V([\d.]+)",
        cuda_toolkit=r"\1",
    ),
    row("compute capability", r"Your (\S.{1,50}?) GPU has compute capability", gpu=r"\1"),
    row(
        "--gres",
        r"^#SBATCH --gres=gpu:([A-Za-z]\w+):(\d+)",
        Trust.COMMAND,
        gpu=r"\1",
        gpu_count=r"\2",
    ),
    row("libcudnn", r"/libcudnn\.so\.(\d+\.\d+\.\d+)$", cudnn=r"\1"),
    row("MIG ", r"^\s*MIG \d+g\.\d+gb(?:\S*)?\s+Device\s+\d+:", mig="enabled"),
)
_LISTED = re.compile(
    r"^\s*(?:GPU models and configuration\s*:\s*)?GPU (\d{1,2}): (.{2,80}?)"
    r"(?: \(UUID: \S+\)?\s*|\s*)$"
)
_NAME = re.compile(
    r"\|\s+(\d{1,3})\s+(\S.{1,40}?)\s+(?:On|Off|WDDM|TCC|MCDM|N/A|Enabled|Disabled)\s*\|"
    r"\s*[0-9A-Fa-f]{4,8}:[0-9A-Fa-f]{2}:"
)
_MEMORY = re.compile(r"\|\D{0,24}.{0,60}?\|\s*(\d+)MiB\s*/\s*(\d+)MiB\s*\|")
_CAP = re.compile(r"(\d+)W\s*/\s*(\d+)W")
_MIG_ROW = re.compile(r"^\s*\|\s+\d+\s+\d+\s+\d+\s+\d+\s+\|\s*\d+MiB\s*/")
_FB = re.compile(r"^\s*FB Memory Usage\s*$")
_TOTAL = re.compile(r"^\s*Total\s+: (\d+) MiB")
_MIG_MODE = re.compile(r"^\s*MIG Mode\s*$")
_CURRENT = re.compile(r"^\s*Current\s+: (Enabled|Disabled)\s*$")

_WIDEST = 240  # characters of a table's row
_DATACENTER = re.compile(r"\b(?:[ABHLV]\d{2,3}S?|GH?B?[12]00|RTX PRO \d{4}|RTX A\d{4})$")


@dataclass(slots=True)
class Card:
    """A row of the table: its names may be cut, its second row missing."""

    line: Line
    index: str
    name: str
    mib: int = 0
    watts: int = 0
    whole: bool = False  # its second row is there too

    @property
    def cut(self) -> bool:
        return self.name.endswith("...")

    @property
    def told(self) -> str:
        """What a cut name still tells: `NVIDIA A100-SXM...` is an A100; `RTX 4090 ...` may be
        a laptop's."""
        whole = re.split(r"[\s-]", self.name.removesuffix("..."))[:-1] if self.cut else []
        name = " ".join(whole)
        return name if _DATACENTER.search(name) else ""


def read(line: Line) -> Iterator[Found]:
    """Facts of one line of a header, `-q` or `-L`."""
    yield from read_rows(line, ROWS)


def read_table(lines: Iterable[Line]) -> Iterator[Found]:
    """Cards of the table, with memory; a count only where the table was not cut."""
    cards: list[Card] = []
    closed = False
    for line in lines:
        text = line.text[:_WIDEST]
        if match := _NAME.search(text):
            cards.append(Card(line, match[1], match[2]))
            closed = False
        elif _MIG_ROW.match(text):
            yield found_in(line, "mig", "enabled")
        elif cards and not cards[-1].mib and (match := _MEMORY.search(text)):
            _complete(cards[-1], text, match)
        elif cards and "Not Supported" in text:  # memory that it shares with the processor
            cards[-1].whole = True
        elif cards and (cards[-1].mib or "N/A" in text) and _ends(text):
            closed = True
            if "Enabled" in text:
                yield found_in(line, "mig", "enabled")
    yield from _of_cards(cards, closed)


def _ends(text: str) -> bool:
    return text.lstrip().startswith(("+-", "|   ", "+=")) or "Processes" in text


def _complete(card: Card, text: str, match: re.Match[str]) -> None:
    card.mib, card.whole = int(match[2]), True
    power = _CAP.search(text)
    card.watts = int(power[2]) if power else 0


def _of_cards(cards: list[Card], closed: bool) -> Iterator[Found]:
    for card in cards:
        if not card.cut or card.told:
            yield found_in(card.line, "gpu", card.told or card.name)
        elif (guess := guessed(card.mib, card.watts)) is not None:
            yield found_in(card.line, "gpu", guess, Trust.ESTIMATE, "estimated")
        if card.mib:
            yield found_in(card.line, "gpu_memory", f"{card.mib} MiB")
    if cards:
        yield found_in(cards[0].line, "accelerator", "nvidia")
    if cards and closed and cards[-1].whole:
        count = len({card.index for card in cards})
        yield found_in(cards[0].line, "gpu_count", str(count))


# (MiB, watts) of cards whose name an old, narrow table cuts off
_POWER = {
    (10240, 320): "RTX 3080",
    (12288, 350): "RTX 3080 Ti",
    (24576, 350): "RTX 3090",
    (24268, 350): "RTX 3090",
    (24564, 450): "RTX 4090",
    (16376, 320): "RTX 4080",
    (11264, 250): "RTX 2080 Ti",
    (11019, 250): "RTX 2080 Ti",
    (32607, 575): "RTX 5090",
    (97887, 600): "RTX PRO 6000",
    (97887, 300): "RTX PRO 6000",
    (49140, 300): "RTX A6000",
}


def guessed(mib: int, watts: int) -> str | None:
    """The card that a cut name, its memory and its power cap point to; only ever an estimate."""
    return _POWER.get((mib, watts))


def read_listed(lines: Iterable[Line]) -> Iterator[Found]:
    """`GPU 0: NVIDIA H100 80GB HBM3` rows of `-L` and of collect_env."""
    seen: dict[str, Line] = {}
    for line in lines:
        match = _LISTED.match(line.text)
        if match and not match[2].lower().startswith("compute capability"):
            yield found_in(line, "gpu", match[2])
            seen.setdefault(match[1], line)
    if seen:
        yield found_in(next(iter(seen.values())), "gpu_count", str(len(seen)))


def read_details(lines: Iterable[Line]) -> Iterator[Found]:
    """`-q`: the total under "FB Memory Usage" (not BAR1), the current MIG mode."""
    inside = ""
    for line in lines:
        if _FB.match(line.text):
            inside = "memory"
        elif _MIG_MODE.match(line.text):
            inside = "mig"
        elif inside == "memory" and (match := _TOTAL.match(line.text)):
            yield found_in(line, "gpu_memory", f"{match[1]} MiB")
            inside = ""
        elif inside == "mig" and (match := _CURRENT.match(line.text)):
            yield found_in(line, "mig", match[1].lower())
            inside = ""
