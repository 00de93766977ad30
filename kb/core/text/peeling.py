"""A line → its message, without the prefixes of the table."""

import re
from collections.abc import Callable, Mapping
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


class _Start(NamedTuple):
    """The rows of one kind of first character: `rows` by the number of a row's own group, each with
    its level and its inner groups."""

    match: Callable[[str, int], re.Match[str] | None]
    rows: Mapping[int, tuple[str, tuple[tuple[str, int], ...]]]


def _start(kind: str) -> _Start:
    pattern = re.compile("|".join(_branch(row) for row in PREFIXES if kind in row.first))
    rows = {}
    for row in PREFIXES:
        if row.name in pattern.groupindex:
            inner = enumerate(re.findall(r"\(\?P<(\w+)>", row.pattern))
            groups = ((name, pattern.groupindex[f"{row.name}__{at}__{name}"]) for at, name in inner)
            rows[pattern.groupindex[row.name]] = (row.level, tuple(groups))
    return _Start(pattern.match, rows)


_BY_FIRST = {
    kind: _start(kind) for kind in sorted({kind for row in PREFIXES for kind in row.first})
}
_ASCII = {chr(at): start for at in range(128) if (start := _BY_FIRST.get(_kind(chr(at))))}
# Of a line that begins with a letter: only what passes here can begin with a prefix of the table.
_GATE = re.compile(
    r"TRACE|DEBUG|INFO|NOTICE|WARN|ERR|CRIT|FATAL|SEVERE|PANIC|Warning  |Normal  "
    r"|[a-z]{3,12}/[A-Z]|[^\s:\[|]{1,300}(?::\d|\[| +(?:[|\d]|(?:out|err): ))"
)
_BLANK = (" ", "\t")
_MOST = 10  # prefixes on one line; more is an attack


def peel(text: str) -> Peeled:
    """`text` without the prefixes of the table, outermost first; indentation is kept."""
    end, level, sources = 0, "", ""
    for _ in range(_MOST):
        blank = text[end : end + 1] in _BLANK
        at = len(text) - len(text[end:].lstrip(" \t")) if blank else end
        first = text[at : at + 1]
        start = _ASCII.get(first) if first < "\x80" else _BY_FIRST.get(_kind(first))
        if start is None or (first.isalpha() and not _GATE.match(text, at)):
            break
        found = start.match(text, at)
        if found is None:
            break
        end = found.end()
        level, sources = _read(found, start, level, sources)
    return Peeled(text[end:] if end else text, level, sources)


def _read(found: re.Match[str], start: _Start, level: str, sources: str) -> tuple[str, str]:
    fixed, groups = start.rows[found.lastindex or 0]
    level = fixed or level
    for kind, group in groups:
        value = found[group]
        if not value:
            continue
        if kind == "level":
            level = _LEVELS[value[0].upper()]
        elif kind == "source":
            sources = f"{sources}/{value}" if sources and value not in sources else value
        elif "Process" in sources or "Actor" in sources or "Wrapper" in sources:
            sources += value  # only the pid tells these workers apart
    return level, sources
