"""The lines of a paste → the facts that they state."""

from collections.abc import Callable, Iterator, Sequence

from kb.core.facts.found import Found
from kb.core.facts.implying import implied
from kb.core.facts.model import Fact, Vocabulary
from kb.core.facts.readers import (
    accelerators,
    engines,
    images,
    nvidia,
    packages,
    prose,
    system,
    variables,
    vllm,
)
from kb.core.facts.settling import settle
from kb.core.text import Line

# (literals of which a line holds one, reader of one line)
_BY_LINE: tuple[tuple[tuple[str, ...], Callable[[Line], Iterator[Found]]], ...] = (
    (vllm.GATES, vllm.read),
    (engines.GATES, engines.read),
    (nvidia.GATES, nvidia.read),
    (accelerators.GATES, accelerators.read),
    (system.GATES, system.read),
    (packages.GATES, packages.read),
    (images.GATES, images.read),
    (variables.GATES, variables.read),
)
# (literals of which one is in some line, reader of the lines that hold one)
_BY_BLOCK: tuple[tuple[tuple[str, ...], Callable[[list[Line]], Iterator[Found]]], ...] = (
    (("|", "+-", "+="), nvidia.read_table),
    (("GPU ",), nvidia.read_listed),
    (("FB Memory", "Total", "MIG Mode", "Current"), nvidia.read_details),
    (("MiB", "memory.total", "NVIDIA", "Tesla"), nvidia.read_csv),
    (("GPU0", "GPU1", "GPU2", "GPU3"), nvidia.read_topology),
    (("Marketing Name", "Device Type"), accelerators.read_agents),
    (("GPU[", "910", "310P"), accelerators.read_boards),
    (("Name: ", "Version: "), packages.read_shown),
    (("inference compute",), engines.count_devices),
)


def read_facts(lines: Sequence[Line], vocabulary: Vocabulary) -> dict[str, Fact]:
    """The facts that a text gives away, by name, with what they imply. Linear in the text."""
    return implied(settle(read_found(lines), vocabulary), vocabulary)


def read_found(lines: Sequence[Line]) -> Iterator[Found]:
    """Every reading of every place, unsettled."""
    rows = [row for line in lines for row in _rows(line)]
    seen: set[str] = set()
    for line in rows:
        yield from engines.marks(line)
        if line.text not in seen:
            seen.add(line.text)
            yield from _by_line(line)
    for gates, read in _BY_BLOCK:
        block = [line for line in rows if any(gate in line.text for gate in gates)]
        if block:
            yield from read(block)


def _by_line(line: Line) -> Iterator[Found]:
    for gates, read in _BY_LINE:
        if any(gate in line.text for gate in gates):
            yield from read(line)
    yield from prose.read(line)


def _rows(line: Line) -> Iterator[Line]:
    """A line; the rows of a table that was taken for one wrapped line."""
    if "\n" in line.raw and line.raw.lstrip()[:1] in "|+":
        for at, raw in enumerate(line.raw.split("\n")):
            yield Line(line.number + at, raw.rstrip(), raw, line.level, line.source)
    else:
        yield line
