"""Two texts → the lines that differ, within bounds that no text can stretch."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from itertools import pairwise

from kb.core.articles import format
from kb.wiki.corpus.source import read_article
from kb.wiki.review.anchors import sections

AROUND = 3
MOST_LINES = 2000  # changed lines; safety.md section 10
MOST_SHOWN = 3 * MOST_LINES - 1  # and a line that says how many more there are
MOST_PAIRS = 200_000  # pairs of equal lines: what difflib's time grows with


@dataclass(frozen=True, slots=True)
class DiffLine:
    """`kind` is add, sub, same, gap (equal lines that are left out) or cut (that are too many)."""

    kind: str
    text: str


def canonical(source: str, slug: str) -> str:
    """The text as the form would write it, so that only what was meant differs; an article that
    cannot be read stays as it is."""
    article = read_article(source, slug).article
    return format(article) if article else source


def differ(before: str, after: str) -> list[DiffLine]:
    """A unified diff. Texts that are too unlike are shown as one replaced by the other."""
    old, new = _lines(before), _lines(after)
    head = _common(old, new)
    tail = _common(old[head:][::-1], new[head:][::-1])
    middle = _middle(old[head : len(old) - tail], new[head : len(new) - tail])
    lines = [DiffLine("same", text) for text in old[:head]]
    lines += middle
    lines += [DiffLine("same", text) for text in old[len(old) - tail :]]
    return _cut(list(_folded(lines)))


def _cut(lines: list[DiffLine]) -> list[DiffLine]:
    more = len(lines) - MOST_SHOWN
    return lines if more <= 0 else [*lines[:MOST_SHOWN], DiffLine("cut", str(more))]


def _lines(text: str) -> list[str]:
    return text.removesuffix("\n").split("\n") if text else []


def _common(old: Sequence[str], new: Sequence[str]) -> int:
    """How many lines both begin with."""
    count = 0
    for one, two in zip(old, new, strict=False):
        if one != two:
            break
        count += 1
    return count


def _middle(old: list[str], new: list[str]) -> list[DiffLine]:
    found: list[DiffLine] = []
    for part, other in sections(old, new):
        found += _section(part, other)
    return found


def _section(old: list[str], new: list[str]) -> list[DiffLine]:
    codes = _codes(old, new) if len(old) + len(new) <= MOST_LINES else None
    if codes is None:
        return [*(DiffLine("sub", text) for text in old), *(DiffLine("add", text) for text in new)]
    found: list[DiffLine] = []
    for op, a, b, c, d in codes:
        if op == "equal":
            found += (DiffLine("same", text) for text in old[a:b])
        else:
            found += (DiffLine("sub", text) for text in old[a:b])
            found += (DiffLine("add", text) for text in new[c:d])
    return found


Opcodes = list[tuple[str, int, int, int, int]]


def _codes(old: list[str], new: list[str]) -> Opcodes | None:
    """As difflib has them; None where that would take too long."""
    if _pairs(old, new) > MOST_PAIRS:
        return None
    codes = SequenceMatcher(None, old, new, autojunk=False).get_opcodes()
    return [(op, a, b, c, d) for op, a, b, c, d in codes]


def _pairs(old: list[str], new: list[str]) -> int:
    counted = Counter(new)
    return sum(count * counted[text] for text, count in Counter(old).items())


def _folded(lines: list[DiffLine]) -> Iterator[DiffLine]:
    """Three lines around each change; the rest is a gap."""
    changed = [at for at, line in enumerate(lines) if line.kind != "same"]
    near = {n for at in changed for n in range(at - AROUND, at + AROUND + 1)}
    skipped = 0
    for at, line in enumerate(lines):
        if at not in near:
            skipped += 1
            continue
        if skipped:
            yield DiffLine("gap", str(skipped))
            skipped = 0
        yield line


def merged(base: str, one: str, two: str) -> str | None:
    """Both changes of one text in one; None where they touch the same lines."""
    lines = base.split("\n")
    ours, theirs = _changes(lines, one.split("\n")), _changes(lines, two.split("\n"))
    if ours is None or theirs is None:
        return None
    every = sorted([*ours, *(each for each in theirs if each not in ours)])
    for (_, end, _), (start, _, _) in pairwise(every):
        if start <= end:
            return None
    for start, end, text in reversed(every):
        lines[start:end] = text
    return "\n".join(lines)


Change = tuple[int, int, list[str]]  # lines from, to (exclusive), what stands there now


def _changes(old: list[str], new: list[str]) -> list[Change] | None:
    found: list[Change] = []
    at = 0
    for part, other in sections(old, new):
        codes = _codes(part, other)
        if codes is None:
            return None
        found += ((at + a, at + b, other[c:d]) for op, a, b, c, d in codes if op != "equal")
        at += len(part)
    return found
