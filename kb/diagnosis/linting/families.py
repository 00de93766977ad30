"""Articles that share an error line: only their conditions and checks tell them apart."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from itertools import combinations

from kb.core.articles import Article
from kb.core.errors import fingerprint, signature
from kb.core.messages import msg
from kb.diagnosis.linting.finding import Finding, Read


def families(read: Iterable[Read]) -> Iterator[tuple[Read, Read]]:
    """Every two articles with a line in common, once, in the order of the files."""
    by_line: dict[str, list[Read]] = defaultdict(list)
    for each in read:
        for mark in _marks(each.article):
            by_line[mark].append(each)
    told: set[tuple[str, str]] = set()
    for family in by_line.values():
        for first, second in combinations(family, 2):
            pair = (first.article.slug, second.article.slug)
            if pair not in told:
                told.add(pair)
                yield first, second


def twins(read: Iterable[Read]) -> Iterator[Finding]:
    """Nothing that can be known or asked tells the two apart: nobody will get the right one."""
    for first, second in families(read):
        if _alike(first.article, second.article):
            message = msg(
                "it has a line of {other}, and neither condition nor check tells them apart",
                other=second.article.slug,
            )
            yield Finding(first.path, 0, "environment.requires", message, "warning")


def _alike(first: Article, second: Article) -> bool:
    same = set(first.environment.requires) == set(second.environment.requires)
    return same and not first.checks and not second.checks


def _marks(article: Article) -> list[str]:
    lines = (line for sample in article.errors for line in sample.text.splitlines())
    return sorted({fingerprint(signature(line)) for line in lines if line.strip()})
