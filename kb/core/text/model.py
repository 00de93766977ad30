"""A line of a paste, and the refusal of bytes that are none."""

from typing import NamedTuple

from kb.core.messages import Message


class TextError(ValueError):
    """The bytes are no text that can be read; `message` says what to do."""

    def __init__(self, message: Message) -> None:
        super().__init__(str(message))
        self.message = message


class Line(NamedTuple):
    """One line of a paste. `number` counts from 1; a rejoined line has its first row's number.

    A tuple, since there are 60,000 of them: a frozen dataclass takes four times as long to make.
    """

    number: int
    text: str  # without prefixes, colours, entities; the indentation is kept
    raw: str  # as pasted
    level: str = ""  # "error", "warning", "info", "debug", "" when the line carries none
    source: str = ""  # process, rank or container that wrote it: "Worker_TP1", "vllm-1/rank0"
