"""Variables set above a command: `export NAME=value`, `setenv NAME value`, `set -x NAME value`
(fish), `set NAME=value` (cmd), `$env:NAME = "value"`."""

import re
from collections.abc import Iterator

from kb.core.launch.dialects import Dialect
from kb.core.launch.shellenv import Export
from kb.core.launch.spans import Layer

_VALUE = r"(?P<value>\"[^\"\n]*\"|'[^'\n]*'|[^\s;&|\"']*)"
_SETS = {
    "sh": re.compile(
        rf"\b(?:export|(?P<csh>setenv|set[ \t]+-g?x))[ \t]+(?P<name>\w+)(?(csh)[ \t]+|=){_VALUE}"
    ),
    "powershell": re.compile(rf"\$env:(?P<name>\w+)[ \t]*=[ \t]*{_VALUE}", re.I),
    "cmd": re.compile(r"\bset[ \t]+\"?(?P<name>\w+)=(?P<value>[^\"\n&^]*)\"?", re.I),
}
_SETS["folded"] = _SETS["sh"]
_MORE = re.compile(rf"[ \t]+(?P<name>\w+)={_VALUE}")
_NEAR = 20_000  # characters above the command
_REST = re.compile(r"[ \t]*\"?[ \t]*;?[ \t]*(?:#[^\n]*)?\r?$", re.M)


def exports_above(layer: Layer, dialect: Dialect, start: int) -> tuple[Export, ...]:
    """The variables set before the command that starts at `start` of the layer."""
    pattern = _SETS.get(dialect.name)
    hits = pattern.finditer(layer.text, max(0, start - _NEAR), start) if pattern else ()
    found = (one for hit in hits for one in (hit, *_further(layer.text, hit, dialect)))
    return tuple(
        _export(layer.text, hit) for hit in found if not _commented(layer.text, hit.start())
    )


def _further(text: str, hit: re.Match[str], dialect: Dialect) -> Iterator[re.Match[str]]:
    """The other assignments of the same `export`."""
    while dialect.name in ("sh", "folded") and (more := _MORE.match(text, hit.end())):
        yield more
        hit = more


def _export(text: str, hit: re.Match[str]) -> Export:
    value = hit["value"].rstrip("\r")
    end = hit.start("value") + len(value)
    line = _alone(text, hit)
    return Export(hit["name"], value.strip("'\""), hit.start("name"), end, hit.start("value"), line)


def _line_start(text: str, at: int) -> int:
    return text.rfind("\n", 0, at) + 1


def _commented(text: str, at: int) -> bool:
    return "#" in text[_line_start(text, at) : at]


def _alone(text: str, hit: re.Match[str]) -> tuple[int, int] | None:
    """The line, if nothing else stands in it."""
    start = _line_start(text, hit.start())
    rest = _REST.match(text, hit.end())
    if text[start : hit.start()].strip() or not rest:
        return None
    return start, rest.end() - rest[0].endswith("\r")
