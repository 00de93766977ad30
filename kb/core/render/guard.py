"""Which blocks of a Markdown text are too costly to parse.

Python-Markdown is quadratic in brackets and in nested signs; 16 KB of `[a` cost 20 s. A block
over these bounds is shown as code, which also makes an unfenced log readable."""

import re
from collections.abc import Iterator, Sequence

from kb.core.fences import fenced

_SIGNS = re.compile(r"[\[\]`*<&\\!]|(?<![A-Za-z0-9])_|_(?![A-Za-z0-9])")
_NESTED = re.compile(r"[ \t]*(?:(?:>|[-+*]|\d{1,9}[.)])[ \t]*){7}")
# Each takes one line off its block, and what is left is read anew: quadratic in a block.
_ONE_LINE = re.compile(r"^ {0,3}(?:#|[-=*_][-=*_ \t]*$)", re.MULTILINE)
_MOST_ONE_LINE = 60
_MOST_SIGNS = 200
_MOST_BRACKETS = 60
_MOST_SIZE = 8_000
_MOST_INDENT = 32


def blocks(text: str) -> Iterator[tuple[str, list[str]]]:
    """The blocks of a text in order: ("fence", lines), ("complex", lines) or ("text", lines)."""
    for kind, lines in _groups(text.split("\n")):
        if kind == "text" and is_complex(lines):
            yield "complex", lines
        else:
            yield kind, lines


def _groups(lines: Sequence[str]) -> Iterator[tuple[str, list[str]]]:
    """Fences, and what stands between them cut at blank lines."""
    group: list[str] = []
    inside = False
    for line, now in fenced(lines):
        ends_fence = inside and now and len(group) > 1 and line.rstrip() == _fence(group[0])
        if now != inside or (not now and not line.strip()):
            if group:
                yield ("fence" if inside else "text"), group
            group = []
        inside = now
        group.append(line)
        if ends_fence:
            yield "fence", group
            group = []
    if group:
        yield ("fence" if inside else "text"), group


def _fence(line: str) -> str:
    return line[: len(line) - len(line.lstrip(line[0]))]


def is_complex(lines: Sequence[str]) -> bool:
    """Parsing these lines as one block could cost more than showing them as code is worth."""
    text = "\n".join(lines)
    return (
        len(text) > _MOST_SIZE
        or text.count("[") > _MOST_BRACKETS
        or len(_SIGNS.findall(text)) > _MOST_SIGNS
        or len(_ONE_LINE.findall(text)) > _MOST_ONE_LINE
        or any(_is_deep(line) for line in lines)
    )


def _is_deep(line: str) -> bool:
    indent = len(line) - len(line.lstrip(" \t"))
    return indent > _MOST_INDENT or bool(_NESTED.match(line))
