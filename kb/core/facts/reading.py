"""The lines of a paste → the facts that they state."""

import re
from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise

from kb.core.facts import forks, wording
from kb.core.facts.found import Found
from kb.core.facts.implying import implied
from kb.core.facts.model import Fact, Vocabulary
from kb.core.facts.readers import (
    accelerators,
    calls,
    engines,
    images,
    kubernetes,
    llamacpp,
    nvidia,
    nvidia_queries,
    packages,
    prose,
    system,
    variables,
    vllm,
)
from kb.core.facts.runs import Scope, scope_of, within
from kb.core.facts.settling import settle
from kb.core.text import Line

# (literals of which a line holds one, reader of one line)
_BY_LINE: tuple[tuple[tuple[str, ...], Callable[[Line], Iterator[Found]]], ...] = (
    (vllm.GATES, vllm.read),
    (engines.GATES, engines.read),
    (llamacpp.GATES, llamacpp.read),
    (nvidia.GATES, nvidia.read),
    (kubernetes.GATES, kubernetes.read),
    (accelerators.GATES, accelerators.read),
    (packages.GATES, packages.read),
    (images.GATES, images.read),
    (variables.GATES, variables.read),
    (forks.GATES, forks.read),
)
# (literals of which one is in some line, reader of the lines that hold one)
_BY_BLOCK: tuple[tuple[tuple[str, ...], Callable[[list[Line]], Iterator[Found]]], ...] = (
    (("|", "+-", "+="), nvidia.read_table),
    (("GPU ",), nvidia.read_listed),
    (("FB Memory", "Total", "MIG Mode", "Current"), nvidia.read_details),
    (("MiB", "memory.total", "NVIDIA", "Tesla"), nvidia_queries.read_csv),
    (("GPU0", "GPU1", "GPU2", "GPU3"), nvidia_queries.read_topology),
    (("nvidia.com/cuda.", "nvidia.com/gpu.compute."), kubernetes.read_labels),
    (("Marketing Name", "Device Type"), accelerators.read_agents),
    (("GPU[", "910", "310P", "card"), accelerators.read_boards),
    (("Name: ", "Version: "), packages.read_shown),
    (("inference compute",), engines.count_devices),
)
# readers of all lines, where the text has the literal
_BY_TEXT: tuple[tuple[str, Callable[[list[Line]], Iterator[Found]]], ...] = (
    ("Args {", engines.read_spread),
    ("LLM(", calls.read),
    ("EngineArgs(", calls.read),
    ("Engine(", calls.read),
)


_ROW = re.compile(r"\s*(?:[|+]|\[(?:pip3?|conda)\] |[A-Za-z][\w.-]*\s{2,}\d)")
_CELLS = re.compile(r"\|\s*\**([^\W\d][^|:\n]{0,40}?)\**\s*\|\s*([^|\n]{1,200}?)\s*\|?\s*")
_REPORTED = (":", "：", " ...", "check_env")  # one of them is in each line of a report
_HEADING = re.compile(r"#{1,5} (\w[\w .]{0,30}\w)")
_SPOKEN = 600  # lines that may be sentences; of more, those at both ends: the rest is output


def read_facts(lines: Sequence[Line], vocabulary: Vocabulary) -> dict[str, Fact]:
    """The facts that a text gives away, by name, with what they imply. Linear in the text."""
    return implied(settle(read_found(lines), vocabulary), vocabulary) if lines else {}


def read_run(
    lines: Sequence[Line], vocabulary: Vocabulary, root: int
) -> tuple[dict[str, Fact], Scope]:
    """The facts of the server whose error is in line `root`, and the lines that speak of it: where
    several servers or attempts stand in one text, what the others say is an estimate."""
    found = list(read_found(lines))
    scope = scope_of(found, lines, root, vocabulary)
    return implied(settle(within(found, scope), vocabulary), vocabulary), scope


def read_found(lines: Sequence[Line]) -> Iterator[Found]:
    """Every reading of every place, unsettled."""
    rows = [row for line in lines for row in _rows(line)]
    yield from engines.marks(rows)
    yield from wording.read(rows)
    unique = list({line.text: line for line in reversed(rows)}.values())[::-1]
    whole = "\n".join(line.text for line in unique)
    for literals, read in _BY_LINE:
        for line in _holding(literals, unique, whole):
            yield from read(line)
    plain = [_untabled(line) for line in unique if not line.level and not line.source]
    plain += _under_headings(plain)
    for line in plain:
        if any(mark in line.text for mark in _REPORTED):
            yield from system.read(line)
    for line in plain if len(plain) <= _SPOKEN else plain[: _SPOKEN // 2] + plain[-_SPOKEN // 2 :]:
        yield from prose.read(line)
    for literals, read_block in _BY_BLOCK:
        yield from read_block(list(_holding(literals, rows, whole)))
    for literal, read_text in _BY_TEXT:
        if literal in whole:
            yield from read_text(rows)


def _under_headings(lines: list[Line]) -> list[Line]:
    """`### Ollama version` and the line below it, as the form of a bug report has them."""
    return [
        below._replace(text=f"{match[1]}: {below.text}")
        for line, below in pairwise(lines)
        if line.text.startswith("#") and (match := _HEADING.fullmatch(line.text))
    ]


def _untabled(line: Line) -> Line:
    """A row of two cells of a Markdown table as `key: value`."""
    match = _CELLS.fullmatch(line.text) if line.text.startswith("|") else None
    return line._replace(text=f"{match[1]}: {match[2]}") if match else line


def _holding(literals: tuple[str, ...], lines: list[Line], whole: str) -> Iterator[Line]:
    """The lines that hold one of `literals`; those that the whole text lacks cost nothing."""
    present = [literal for literal in literals if literal in whole]
    if present:
        yield from [line for line in lines if any(map(line.text.__contains__, present))]


def _rows(line: Line) -> Iterator[Line]:
    """A line; the rows of a table or a list that were taken for one wrapped line."""
    if "\n" in line.raw and all(map(_ROW.match, line.raw.split("\n"))):
        for at, raw in enumerate(line.raw.split("\n")):
            yield Line(line.number + at, raw.rstrip(), raw, line.level, line.source)
    else:
        yield line
