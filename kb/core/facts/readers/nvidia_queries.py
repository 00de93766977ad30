"""nvidia-smi's machine-readable answers: `--query-gpu` as csv, `topo -m`."""

import re
from collections.abc import Iterable, Iterator

from kb.core.facts.found import Found, found_in
from kb.core.text import Line

_WIDEST = 1000  # characters of a row
_CARD = re.compile(r"(?:NVIDIA|Tesla|Quadro|GeForce|TITAN)\b")
_COLUMNS = {
    "name": "gpu",
    "gpu_name": "gpu",
    "memory.total": "gpu_memory",
    "driver_version": "driver",
    "compute_cap": "compute_capability",
    "count": "gpu_count",
}


def read_csv(lines: Iterable[Line]) -> Iterator[Found]:
    """`--query-gpu=… --format=csv`: the user's columns, header optional."""
    header: list[str] = []
    cards: list[Line] = []
    for line in lines:
        cells = [cell.strip() for cell in line.text[:_WIDEST].split(",")]
        names = [cell.split(" ")[0].strip("[]") for cell in cells]
        if "name" in names or ("memory.total" in names and len(names) <= 12):
            header = names
        elif 1 < len(cells) <= 12 and _is_row(cells):
            yield from _cells(line, cells, header if len(header) == len(cells) else [])
            cards.append(line)
        elif header and len(cells) == len(header):
            yield from _cells(line, cells, header)
    if cards and header:
        yield found_in(cards[0], "gpu_count", str(len(cards)))


def _is_row(cells: list[str]) -> bool:
    """A card's name beside a size or a driver, and no words: a sentence has commas too."""
    named = any(_CARD.match(cell) for cell in cells[:3])
    measured = any(re.fullmatch(r"\d+ MiB|\d{3}\.\d[\d.]*", cell) for cell in cells)
    return named and measured and not any(" " in c and "driver" in c.lower() for c in cells)


def _cells(line: Line, cells: list[str], header: list[str]) -> Iterator[Found]:
    for at, cell in enumerate(cells):
        fact = _COLUMNS.get(header[at], "") if header else _by_look(cell)
        if fact == "gpu_memory" and re.fullmatch(r"\d+(?: MiB)?", cell):
            yield found_in(line, fact, f"{cell.split(' ')[0]} MiB")
        elif fact and fact != "gpu_memory" and cell not in ("[N/A]", "N/A"):
            yield found_in(line, fact, cell)


def _by_look(cell: str) -> str:
    """Which column a cell of a table without header is, where its look leaves no doubt."""
    if _CARD.match(cell):
        return "gpu"
    return "driver" if re.fullmatch(r"\d{3}\.\d{2,3}(?:\.\d{2})?", cell) else ""


_HEADER = re.compile(r"^\s*GPU0\s+(?:GPU\d+\s+|NIC\d+\s+|mlx\S*\s+)*(?:CPU Affinity|NIC|$)")
_LINK = re.compile(r"^\s*GPU(\d+)\s+((?:(?:X|NV\d+|SYS|NODE|PHB|PXB|PIX)\s+)+)")


def read_topology(lines: Iterable[Line]) -> Iterator[Found]:
    """`nvidia-smi topo -m`: the number of GPUs from its header, their link from the rows."""
    links: set[str] = set()
    header: Line | None = None
    count = 0
    for line in lines:
        text = line.text[:_WIDEST]
        if "GPU0" in text and _HEADER.match(text):
            header = line
            count = len(set(re.findall(r"\bGPU(\d+)\b", line.text)))
        elif header and (match := _LINK.match(text)):
            links.update(match[2].split()[:count])
    if header and links:
        yield found_in(header, "gpu_count", str(count))
        yield found_in(header, "accelerator", "nvidia")
        others = links - {"X"}
        if others:
            link = "nvlink" if any(each.startswith("NV") for each in others) else "pcie"
            yield found_in(header, "interconnect", link)
