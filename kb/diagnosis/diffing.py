"""Two commands → the parts that stayed, came and went, word by word."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from difflib import SequenceMatcher

_WORDS = re.compile(r"\s+|\S+")
_MOST = 2_000  # words; difflib is quadratic, so a longer text is shown as replaced


@dataclass(frozen=True, slots=True)
class DiffPart:
    """`kind` is same, add or del."""

    kind: str
    text: str


def diff(before: str, after: str) -> list[DiffPart]:
    """The parts in order; those that are same or add make up `after`."""
    old, new = _WORDS.findall(before), _WORDS.findall(after)
    if len(old) + len(new) > _MOST:
        return [DiffPart("del", before), DiffPart("add", after)]
    return [part for part in _parts(old, new) if part.text]


def _parts(old: list[str], new: list[str]) -> Iterator[DiffPart]:
    for tag, a, b, c, d in SequenceMatcher(None, old, new, autojunk=False).get_opcodes():
        if tag == "equal":
            yield DiffPart("same", "".join(new[c:d]))
        else:
            yield DiffPart("del", "".join(old[a:b]))
            yield DiffPart("add", "".join(new[c:d]))
