"""Error lines of a paste, and what was read of them."""

from dataclasses import dataclass
from typing import Literal

Role = Literal["root", "generic", "other"]


@dataclass(frozen=True, slots=True)
class ErrorLine:
    """An error line of a paste, met `count` times (ranks, retries, restarts) from `line` on.

    `role` is "root" (at most one), "generic" (only repeats that something broke) or "other".
    """

    line: int
    text: str
    signature: str
    role: str
    weight: float  # how much it says; 3 for an exception's line, less for hints of one
    count: int = 1
    source: str = ""


@dataclass(frozen=True, slots=True)
class ErrorReading:
    """The error lines of a paste: the root first, then by weight and place."""

    errors: tuple[ErrorLine, ...]
    root: ErrorLine | None
    cause_is_elsewhere: bool = False  # only generic lines: the cause is above what was pasted

    @property
    def generic_only(self) -> bool:
        return self.root is None and bool(self.errors)
