"""Two articles with the same line whose fixes undo each other in an environment that meets both."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from kb.core.articles import Article, Change, Fix
from kb.core.articles.model import Conditions
from kb.core.conditions import apart
from kb.core.facts.model import Vocabulary
from kb.core.messages import msg
from kb.diagnosis.linting.families import families
from kb.diagnosis.linting.finding import Finding, Read

_FLAGS = ("add-flag", "set-flag", "remove-flag")


def contradictions(read: Iterable[Read], vocabulary: Vocabulary) -> Iterator[Finding]:
    for first, second in families(read):
        if at := _undone(first.article, second.article, vocabulary):
            message = msg("its fix undoes the fix of {other}", other=second.article.slug)
            yield Finding(first.path, 0, at, message, "warning")


def _undone(first: Article, second: Article, vocabulary: Vocabulary) -> str:
    """The field of the change in `first` that a fix of `second` undoes, "" where none does."""
    for number, mine in enumerate(first.fixes):
        for theirs in second.fixes:
            if (at := _against(mine, theirs)) is None:
                continue
            if _together(_where(first, mine), _where(second, theirs), vocabulary):
                return f"fixes[{number}].launch[{at}]"
    return ""


def _against(mine: Fix, theirs: Fix) -> int | None:
    for number, one in enumerate(mine.launch):
        if any(_opposite(one, other) for other in theirs.launch):
            return number
    return None


def _opposite(one: Change, other: Change) -> bool:
    if one.op in _FLAGS and other.op in _FLAGS:
        return one.flag == other.flag and _differ(one, other, removes="remove-flag")
    return one.op == other.op == "env" and one.name == other.name and _differ(one, other)


def _differ(one: Change, other: Change, removes: str = "") -> bool:
    """One takes away what the other gives, or they give two words; of two numbers either may do."""
    gone = [each.op == removes if removes else each.value is None for each in (one, other)]
    if any(gone):
        return not all(gone)
    words = {each.value or "" for each in (one, other)}
    return words == {"0", "1"} or (len(words) > 1 and not any(map(_is_number, words)))


def _is_number(word: str) -> bool:
    return word.replace(".", "", 1).isdigit()


def _where(article: Article, fix: Fix) -> list[Conditions]:
    """What the environments of the fix meet: one of the groups."""
    return [(*article.environment.requires, *group) for group in fix.when or ((),)]


def _together(mine: list[Conditions], theirs: list[Conditions], vocabulary: Vocabulary) -> bool:
    return any(not apart(one, other, vocabulary) for one in mine for other in theirs)
