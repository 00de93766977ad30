"""A line → its message, without the prefixes of the table."""

import re
from collections.abc import Callable
from typing import NamedTuple

from kb.core.text.prefixes import PREFIXES, Prefix

_LEVELS = {
    "T": "debug", "D": "debug", "I": "info", "N": "info", "W": "warning", "E": "error",
    "C": "error", "F": "error", "S": "error", "P": "error",
}  # fmt: skip


class Peeled(NamedTuple):
    """What is left of a line, how loud it was and who wrote it."""

    text: str
    level: str
    source: str


def _branch(row: Prefix) -> str:
    """The row's pattern with its group names made its own; a row may name `level` twice."""
    parts = row.pattern.split("(?P<")
    named = [parts[0]]
    for count, part in enumerate(parts[1:]):
        named.append(f"(?P<{row.name}__{count}__{part}")
    return f"(?P<{row.name}>{''.join(named)})"


def _kind(character: str) -> str:
    if character.isalpha():
        return "A" if character.isupper() else "a"
    return "0" if character.isdigit() else character


def _starting(kind: str) -> re.Pattern[str]:
    return re.compile("|".join(_branch(row) for row in PREFIXES if kind in row.first))


_BY_FIRST = {
    kind: _starting(kind) for kind in sorted({kind for row in PREFIXES for kind in row.first})
}
_MATCHING = {chr(at): each.match for at in range(128) if (each := _BY_FIRST.get(_kind(chr(at))))}
_GROUPS = {
    row.name: tuple(
        (kind, f"{row.name}__{count}__{kind}")
        for count, kind in enumerate(re.findall(r"\(\?P<(\w+)>", row.pattern))
    )
    for row in PREFIXES
}
_FIXED = {row.name: row.level for row in PREFIXES if row.level}
_MOST = 10  # prefixes on one line; more is an attack


def peel(text: str) -> Peeled:
    """`text` without the prefixes of the table, outermost first; indentation is kept."""
    start = len(text) - len(text.lstrip(" \t")) if text[:1] in " \t" else 0
    end, level, sources = start, "", ""
    for _ in range(_MOST):
        match = _matching(text[end : end + 1])
        found = match(text, end) if match is not None else None
        if found is None:
            break
        end = found.end()
        level, sources = _read(found, level, sources)
    return Peeled(text[end:] if end > start else text, level, sources)


def _matching(first: str) -> Callable[[str, int], re.Match[str] | None] | None:
    if first < "\x80":
        return _MATCHING.get(first)
    pattern = _BY_FIRST.get(_kind(first))
    return pattern.match if pattern is not None else None


def _read(found: re.Match[str], level: str, sources: str) -> tuple[str, str]:
    row = str(found.lastgroup)
    level = _FIXED.get(row, level)
    for kind, group in _GROUPS[row]:
        value = found.group(group)
        if not value:
            continue
        if kind == "level":
            level = _LEVELS[value[0].upper()]
        elif kind == "source":
            sources = f"{sources}/{value}" if sources and value not in sources else value
        elif "Process" in sources or "Actor" in sources or "Wrapper" in sources:
            sources += value  # only the pid tells these workers apart
    return level, sources
