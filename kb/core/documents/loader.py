"""YAML source → document: text stays text, every fault has its place.

Limits and refusals follow the safety rules of the project: nothing is expanded, so no input can
cost more than reading it once."""

import re

import yaml

from kb.core.documents.events import root
from kb.core.documents.nodes import Document, Fault, Node
from kb.core.documents.reading import ARTICLE, CONTROL, Limits, Reading, Stop, control_message
from kb.core.documents.swallowed import mend
from kb.core.messages import msg

_SEPARATOR = re.compile("[\u2028\u2029]")  # a line's end to YAML, none to us
_RETRIES = 8  # syntax errors mended in memory, so that later ones are reported too


class DocumentError(ValueError):
    """A document that is refused, with every fault found."""

    def __init__(self, faults: tuple[Fault, ...]) -> None:
        first = faults[0]
        super().__init__(f"line {first.line}, column {first.column}: {first.message}")
        self.faults = faults
        self.message = first.message


def load(source: str, limits: Limits = ARTICLE, first_line: int = 1) -> Node:
    """The nodes of `source`; an empty text gives empty Fields. Raises DocumentError."""
    document = read(source, limits, first_line)
    if document.faults or document.root is None:
        raise DocumentError(document.faults)
    return document.root


def read(source: str, limits: Limits = ARTICLE, first_line: int = 1) -> Document:
    """The same without raising: the nodes as far as they could be read, and every fault.

    `first_line` is the number of the source's first line in its file."""
    source = source.replace("\r\n", "\n").replace("\r", "\n")
    refused = _unreadable(source, limits, first_line)
    if refused:
        return Document(None, (refused,))
    lines = source.split("\n")
    reading = Reading(lines, limits, first_line)
    try:
        top = _read_mending(reading)
    except Stop:
        top = None
    return Document(top, _in_order(reading.faults))


def _in_order(faults: list[Fault]) -> tuple[Fault, ...]:
    return tuple(sorted(faults, key=lambda fault: (fault.line, fault.column)))


def _unreadable(source: str, limits: Limits, first_line: int) -> Fault | None:
    if len(source) > limits.size or len(source.encode(errors="replace")) > limits.size:
        kilobytes = limits.size // 1024
        return Fault(first_line, 1, msg("larger than {n} KiB; shorten it", n=kilobytes))
    found = CONTROL.search(source) or _SEPARATOR.search(source)
    if not found:
        return None
    before = source[: found.start()]
    column = found.start() - before.rfind("\n")
    line = first_line + before.count("\n")
    return Fault(line, column, control_message(found.group()))


def _read_mending(reading: Reading) -> Node | None:
    """Reads once; after a syntax error that we can mend, again, so that all are told at once."""
    syntax: dict[tuple[int, int], Fault] = {}
    for _ in range(_RETRIES):
        reading.faults, reading.nodes, reading.depth = [], 0, 0
        try:
            return _read_events(reading, syntax)
        except yaml.YAMLError as error:
            if not _mend(reading, error, syntax):
                break
    reading.faults += syntax.values()
    return None


def _read_events(reading: Reading, syntax: dict[tuple[int, int], Fault]) -> Node | None:
    source = "\n".join(reading.lines)
    top = root(yaml.parse(source, Loader=yaml.CBaseLoader), reading)
    reading.faults += syntax.values()
    return top


def _mend(reading: Reading, error: yaml.YAMLError, syntax: dict[tuple[int, int], Fault]) -> bool:
    """Notes the error; True where the line was mended and reading can go on."""
    mark = getattr(error, "problem_mark", None)
    if mark is None:
        syntax[0, 0] = Fault(reading.first_line, 1, msg("this is no YAML"))
        return False
    at = min(mark.line, len(reading.lines) - 1)
    place = (at + reading.first_line, mark.column + 1)
    mended = mend(reading.lines[at])
    if not mended or place in syntax:
        problem = str(getattr(error, "problem", error))
        syntax.setdefault(place, Fault(*place, msg("this is no YAML: {problem}", problem=problem)))
        return False
    lines, message = mended
    syntax[place] = Fault(*place, message)
    reading.lines[at] = lines[0] if len(lines) == 1 else _on_one_line(lines[0], lines[1])
    return True


def _on_one_line(head: str, text: str) -> str:
    """Stands for the block while reading on, so that line numbers stay."""
    return head[:-1] + "'" + text.strip().replace("'", "''") + "'"
