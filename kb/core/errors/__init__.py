"""Lines → error lines → signatures, and which is the root."""

from dataclasses import dataclass

from kb.core.text import Line


@dataclass(frozen=True, slots=True)
class ErrorLine:
    """An error line of a paste. `role` is "root" (at most one), "generic" (only repeats that something broke) or "other"."""

    line: int
    text: str
    signature: str
    role: str
    weight: float  # how much it says; 3 for an exception's line, less for hints of one
    count: int = 1  # how often the same signature was met (ranks, retries)
    source: str = ""


@dataclass(frozen=True, slots=True)
class ErrorReading:
    """The error lines of a paste, heaviest first."""

    errors: tuple[ErrorLine, ...]
    root: ErrorLine | None
    cause_is_elsewhere: bool = False  # only generic lines: the cause is above what was pasted

    @property
    def generic_only(self) -> bool:
        return self.root is None and bool(self.errors)


def read_errors(lines: tuple[Line, ...]) -> ErrorReading:
    """The error lines of a paste with role and weight."""
    raise NotImplementedError


def signature(text: str) -> str:
    """An error line with its volatile parts replaced (`<num>`, `<path>`, `<hex>` …), discriminating ones kept."""
    raise NotImplementedError


def fingerprint(signature: str) -> str:
    """16 hexadecimal digits (blake2b-8) of a signature."""
    raise NotImplementedError
