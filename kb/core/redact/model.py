"""One kind of secret, as a row of the tables."""

import re
from dataclasses import dataclass

UUID = r"[0-9a-fA-F]{8}-(?:[0-9a-fA-F]{4}-){3}[0-9a-fA-F]{12}"


@dataclass(frozen=True, slots=True)
class Rule:
    """One kind of secret. The group `secret` of `pattern` (or all of it) becomes `<KIND_n>`.

    `needs`: one of these must be in the text (lower case), else the pattern is not tried.
    `unless`: a value that fits it is none. `unless_before`: nor is one behind such a text.
    Where to look, for speed alone: each match has a need with `tail` (lower case) behind it, or a
    run of `run` letters and digits, and ends at most `reach` characters behind that line.
    """

    kind: str
    pattern: str
    needs: tuple[str, ...]
    personal: bool = False
    ignore_case: bool = False
    unless: str = ""
    unless_before: str = ""
    tail: str = ""
    run: int = 0
    reach: int = 0

    def compiled(self) -> re.Pattern[str]:
        """The rule's pattern; ASCII, as JavaScript reads it."""
        return re.compile(self.pattern, re.ASCII | (re.IGNORECASE if self.ignore_case else 0))
