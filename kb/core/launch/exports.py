"""`export NAME=value` lines (cmd: `set`, PowerShell: `$env:NAME =`) above a command."""

import re

from kb.core.launch.dialects import Dialect
from kb.core.launch.shellenv import Export
from kb.core.launch.spans import Layer

_VALUE = r"(\"[^\"\n]*\"|'[^'\n]*'|[^\s;&|]*)"
_EXPORT = re.compile(rf"\bexport[ \t]+(\w+)=({_VALUE})")
_LINE = re.compile(rf"^[ \t]*export[ \t]+\w+={_VALUE}[ \t]*;?[ \t]*(?:#.*)?\r?$", re.M)


def exports_above(layer: Layer, dialect: Dialect, start: int) -> tuple[Export, ...]:
    """The exports before the command that starts at `start` of the layer."""
    if dialect.name not in ("sh", "folded"):
        return ()
    found = []
    for hit in _EXPORT.finditer(layer.text, 0, start):
        line = _alone(layer.text, hit.start())
        if not _commented(layer.text, hit.start()):
            value = hit[2].strip("'\"")
            found.append(Export(hit[1], value, hit.start(1), hit.end(2), hit.start(2), line))
    return tuple(found)


def _line_start(text: str, at: int) -> int:
    return text.rfind("\n", 0, at) + 1


def _commented(text: str, at: int) -> bool:
    return "#" in text[_line_start(text, at) : at]


def _alone(text: str, at: int) -> tuple[int, int] | None:
    start = _line_start(text, at)
    line = _LINE.match(text, start)
    return (start, line.end() - line[0].endswith("\r")) if line else None
