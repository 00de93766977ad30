"""What a reader finds in a line, and how far to trust it."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import IntEnum

from kb.core.facts.model import How
from kb.core.text import Line


class Trust(IntEnum):
    """How sure a place is, surest first: "Order of trust" of launch.md, section 4."""

    ANSWER = 0  # a person's own
    RESOLVED = 1  # the engine's own config line
    ARGUMENTS = 2  # "non-default args", Namespace, ServerArgs, Args
    USING = 3  # "Using …", "Resolved …", "Casting …"; tables of devices
    COMMAND = 4
    IMAGE = 5
    PACKAGE = 6
    PATH = 7
    PROSE = 8
    WEAK = 9  # says something only where nothing else does
    IMPLIED = 12
    DEFAULT = 20
    ESTIMATE = 30


LONGEST = 2000  # characters of a line that the rows of a table look at


@dataclass(frozen=True, slots=True)
class Found:
    """One reading of one fact: `raw` as written, from line `line` (None: not from a text)."""

    name: str
    raw: str
    trust: Trust
    line: int | None = None
    text: str = ""
    how: How = "stated"
    implied_by: str = ""


@dataclass(frozen=True, slots=True)
class Row:
    """A line's wording and what it states. `gate` is in every such line; `facts` maps a fact to a
    template over the pattern's groups (`\\1`)."""

    gate: str
    pattern: re.Pattern[str]
    facts: tuple[tuple[str, str], ...]
    trust: Trust = Trust.USING
    how: How = "stated"


def row(
    gate: str, pattern: str, trust: Trust = Trust.USING, how: How = "stated", **facts: str
) -> Row:
    """A Row; `llama_cpp` stands for the fact `llama.cpp`."""
    named = tuple((name.replace("llama_cpp", "llama.cpp"), raw) for name, raw in facts.items())
    return Row(gate, re.compile(pattern), named, trust, how)


def read_rows(line: Line, rows: Iterable[Row]) -> Iterator[Found]:
    """What the rows find in a line; an empty group finds nothing."""
    text = line.text[:LONGEST]
    for each in rows:
        if each.gate in text and (match := each.pattern.search(text)):
            for name, template in each.facts:
                if raw := match.expand(template).strip():
                    yield found_in(line, name, raw, each.trust, each.how)


def found_in(
    line: Line, name: str, raw: str, trust: Trust = Trust.USING, how: How = "stated"
) -> Found:
    """A Found with the number and the text of its line."""
    return Found(name, raw, trust, line.number, line.text.strip()[:400], how)
