"""A source being read: its lines, its limits, and what was found wrong so far."""

import re
from dataclasses import dataclass, field
from typing import Protocol

import yaml

from kb.core.documents.nodes import Fault
from kb.core.messages import Message, msg

CONTROL = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ud800-\udfff\ufffe\uffff]")


@dataclass(frozen=True, slots=True)
class Limits:
    """`size` in bytes of UTF-8, `nodes` scalars and collections, `depth` of nesting."""

    size: int = 64 * 1024
    nodes: int = 2_000
    depth: int = 8


ARTICLE = Limits()


class Mark(Protocol):
    """A place in the source, counted from 0."""

    @property
    def line(self) -> int: ...
    @property
    def column(self) -> int: ...


class Stop(Exception):
    """Reading ends here: a limit is reached."""


@dataclass(slots=True)
class Reading:
    lines: list[str]
    limits: Limits
    first_line: int
    faults: list[Fault] = field(default_factory=list)
    nodes: int = 0
    depth: int = 0

    def fault(self, mark: Mark, message: Message) -> None:
        self.faults.append(Fault(mark.line + self.first_line, mark.column + 1, message))

    def written(self, mark: Mark) -> str:
        return self.lines[mark.line] if mark.line < len(self.lines) else ""

    def place(self, event: yaml.Event) -> tuple[int, int]:
        mark = start(event)
        return mark.line + self.first_line, mark.column + 1

    def count(self, event: yaml.Event) -> None:
        self.nodes += 1
        if self.nodes > self.limits.nodes:
            self.stop(event, msg("more than {n} values", n=self.limits.nodes))

    def enter(self, event: yaml.Event) -> None:
        self.depth += 1
        if self.depth > self.limits.depth:
            self.stop(event, msg("nested more than {n} deep", n=self.limits.depth))

    def stop(self, event: yaml.Event, message: Message) -> None:
        self.fault(start(event), message)
        raise Stop


def start(event: yaml.Event) -> Mark:
    assert event.start_mark is not None  # the parser always gives one
    return event.start_mark


def control_message(character: str) -> Message:
    code = f"U+{ord(character):04X}"
    return msg("the control character {code} cannot stand in a text; remove it", code=code)
