"""Which lines of a Markdown text stand in a fenced code block."""

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence

# As Python-Markdown's fenced_code reads them: at the line's start, closed by the same fence.
_OPENS = re.compile(r"(?P<fence>`{3,}|~{3,})[^`\n]*$")


def fenced(lines: Sequence[str]) -> Iterator[tuple[str, bool]]:
    """Each line, and whether it belongs to a fenced block (its fences included).

    A fence that is never closed opens no block."""
    closings: dict[str, list[int]] = {}
    for number, line in enumerate(lines):
        if line[:3] in ("```", "~~~"):
            closings.setdefault(line.rstrip(), []).append(number)
    until = -1
    for number, line in enumerate(lines):
        if number > until:
            until = max(until, _closing(number, line, closings))
        yield line, number <= until


def _closing(number: int, line: str, closings: dict[str, list[int]]) -> int:
    """The line that closes the fence that opens at `number`, -1 where none does."""
    opens = _OPENS.match(line)
    if not opens:
        return -1
    same = closings.get(opens["fence"], [])
    later = bisect_right(same, number)
    return same[later] if later < len(same) else -1
