"""Prose → lines of a terminal, where a Chinese character is two columns wide."""

from __future__ import annotations

import re
from collections.abc import Iterator
from unicodedata import east_asian_width

WIDTH = 80
# A word is what may not be broken: letters up to a blank or a wide character; a wide character
# takes along the marks that may not begin a line.
_WIDE = r"\u2e80-\u9fff\uf900-\ufaff\uff00-\uffef"
_WORD = re.compile(rf"\s+|[^\s{_WIDE}]+|.[、。〉》」』】，．：；？！）]*")


def columns(text: str) -> int:
    """How wide a text is on a terminal."""
    return sum(2 if east_asian_width(letter) in "WF" else 1 for letter in text)


def wrapped(text: str, first: str = "", width: int = WIDTH) -> str:
    """The paragraphs of a text in lines of at most `width` columns, `first` before the first line
    and blanks of its width before the others; a longer word keeps a line of its own."""
    rest = " " * columns(first)
    lines = [line for each in text.split("\n") for line in _lines(each, width - len(rest))]
    return "\n".join((rest if number else first) + line for number, line in enumerate(lines))


def _lines(paragraph: str, width: int) -> Iterator[str]:
    line = ""
    for word in _WORD.findall(paragraph.strip()):
        if line.strip() and columns(line + word.rstrip()) > width:
            yield line.rstrip()
            line = ""
        line = line + (" " if word.isspace() else word) if line or not word.isspace() else ""
    yield line.rstrip()
