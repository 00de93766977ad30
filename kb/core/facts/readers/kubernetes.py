"""What a node's labels and a pod's limits tell of its cards."""

import re
from collections.abc import Iterable, Iterator

from kb.core.facts.found import Found, Trust, found_in, read_rows, row
from kb.core.text import Line

GATES = ("nvidia.com/", "amd.com/")

ROWS = (
    row("nvidia.com/gpu.product", r"nvidia\.com/gpu\.product\W{1,3}([\w-]+)", gpu=r"\1",
        platform="kubernetes"),
    row("nvidia.com/gpu.count", r"nvidia\.com/gpu\.count\W{1,4}(\d+)", gpu_count=r"\1"),
    row("nvidia.com/gpu.memory", r"nvidia\.com/gpu\.memory\W{1,4}(\d+)", gpu_memory=r"\1 MiB"),
    row("driver-version.full", r"nvidia\.com/cuda\.driver-version\.full\W{1,4}(\d+[\d.]+)",
        driver=r"\1"),
    row("runtime-version.full", r"nvidia\.com/cuda\.runtime-version\.full\W{1,4}(\d+\.\d+)",
        driver_cuda=r"\1"),
    row(".com/gpu", r"^\s*-?\s*[\"']?(?:nvidia|amd)\.com/gpu[\"']?:\s*[\"']?([1-9]\d?)[\"']?\s*$",
        Trust.COMMAND, gpu_count=r"\1", platform="kubernetes"),
)  # fmt: skip
_PART = re.compile(r"nvidia\.com/(cuda\.driver|cuda\.runtime|gpu\.compute)\.(\w+)\W{1,4}(\d+)")
# label → (fact, its parts in order)
_SPLIT = {
    "cuda.driver": ("driver", ("major", "minor", "rev")),
    "cuda.runtime": ("driver_cuda", ("major", "minor")),
    "gpu.compute": ("compute_capability", ("major", "minor")),
}


def read(line: Line) -> Iterator[Found]:
    """Facts of one label or limit."""
    yield from read_rows(line, ROWS)


def read_labels(lines: Iterable[Line]) -> Iterator[Found]:
    """Versions of which each part is a label of its own, of the first node that is described."""
    parts: dict[tuple[str, str], str] = {}
    first: dict[str, Line] = {}
    for line in lines:
        if match := _PART.search(line.text):
            parts.setdefault((match[1], match[2]), match[3])
            first.setdefault(match[1], line)
    for label, line in first.items():
        fact, names = _SPLIT[label]
        told = [parts[label, name] for name in names if (label, name) in parts]
        if len(told) > 1:
            yield found_in(line, fact, ".".join(told))
