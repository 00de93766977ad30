"""Two articles with the same line and the same environment whose fixes undo each other."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from itertools import combinations

from kb.core.articles import Article, Change
from kb.core.errors import fingerprint, signature
from kb.core.messages import msg
from kb.diagnosis.linting.finding import Finding, Read

_OPPOSITE = {"add-flag": "remove-flag", "set-flag": "remove-flag", "remove-flag": "add-flag"}


def contradictions(read: Iterable[Read]) -> Iterator[Finding]:
    by_line: dict[str, list[Read]] = defaultdict(list)
    for each in read:
        for mark in _marks(each.article):
            by_line[mark].append(each)
    told: set[tuple[str, str]] = set()
    for family in by_line.values():
        for first, second in combinations(family, 2):
            pair = (first.article.slug, second.article.slug)
            if pair not in told and _contradict(first.article, second.article):
                told.add(pair)
                message = msg("its fix undoes the fix of {other}", other=pair[1])
                yield Finding(first.path, 0, "fixes", message, "warning")


def _marks(article: Article) -> set[str]:
    lines = (line for sample in article.errors for line in sample.text.splitlines())
    return {fingerprint(signature(line)) for line in lines if line.strip()}


def _contradict(first: Article, second: Article) -> bool:
    if set(first.environment.requires) != set(second.environment.requires):
        return False
    ours, theirs = _changes(first), _changes(second)
    return any((_OPPOSITE.get(op, ""), flag) in theirs for op, flag in ours)


def _changes(article: Article) -> set[tuple[str, str]]:
    changes: Iterable[Change] = (change for fix in article.fixes for change in fix.launch)
    return {(change.op, change.flag) for change in changes if change.flag}
