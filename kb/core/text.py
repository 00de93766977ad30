"""Bytes → lines: decoding, ANSI, container and log prefixes, wrapped lines."""

from dataclasses import dataclass

from kb.core.messages import Message


class TextError(ValueError):
    """The bytes are no text that can be read; `message` says what to do."""

    def __init__(self, message: Message) -> None:
        super().__init__(str(message))
        self.message = message


@dataclass(frozen=True, slots=True)
class Line:
    """One line of a paste. `number` counts from 1 in the pasted text (a rejoined line has its first number)."""

    number: int
    text: str  # without prefixes, colours, entities
    raw: str  # as pasted
    level: str = ""  # "error", "warning", "info", "debug", "" when the line carries none
    source: str = ""  # process, rank or container that wrote it: "Worker_TP1", "vllm-1"; interleaved writers told apart


def decode(raw: bytes) -> str:
    """The text of `raw` (UTF-8, UTF-16 with BOM, GB18030). Raises TextError for NULs and binary."""
    raise NotImplementedError


def read_lines(text: str) -> tuple[Line, ...]:
    """The lines of a paste, peeled and rejoined, in order."""
    raise NotImplementedError
