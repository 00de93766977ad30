"""Each error sample finds its own article first, each test paste what it must."""

from __future__ import annotations

import re
from collections.abc import Iterator

from kb.core.errors import read_errors
from kb.core.messages import Message, msg
from kb.core.ranking import Match
from kb.core.text import read_lines
from kb.diagnosis.engine import Given, diagnose
from kb.diagnosis.library import MemoryLibrary
from kb.diagnosis.linting.finding import Finding, Read

_BARE = re.compile(r"(?:\w+\.)*\w*(?:Error|Exception):?")


def sample_findings(each: Read, library: MemoryLibrary) -> Iterator[Finding]:
    article = each.article
    for at, sample in enumerate(article.errors):
        if wrong := _not_first(article.slug, _matches(sample.text, library)):
            yield Finding(each.path, 0, f"errors[{at}]", wrong)
        if _says_nothing(sample.text):
            message = msg("many faults print this line; make it a hint")
            yield Finding(each.path, 0, f"errors[{at}]", message, "warning")
    for at, paste in enumerate(article.matches_must):
        if article.slug not in _known(_matches(paste, library)):
            yield Finding(each.path, 0, f"matches.must[{at}]", msg("does not find this article"))
    for at, paste in enumerate(article.matches_must_not):
        if article.slug in _known(_matches(paste, library)):
            yield Finding(each.path, 0, f"matches.must_not[{at}]", msg("finds this article"))


def _says_nothing(sample: str) -> bool:
    """Whether it is but the echo of an error, or the class of one without a message."""
    read = read_errors(read_lines(sample)).errors
    generic = bool(read) and all(each.role == "generic" for each in read)
    return generic or _BARE.fullmatch(sample.strip()) is not None


def _matches(paste: str, library: MemoryLibrary) -> tuple[Match, ...]:
    return diagnose(Given(paste=paste), library).matches


def _known(matches: tuple[Match, ...]) -> set[str]:
    return {match.article.slug for match in matches if match.known and match.alive}


def _not_first(slug: str, matches: tuple[Match, ...]) -> Message | None:
    """Faults that share a line stand beside each other: only the environment tells them apart."""
    own = next((match for match in matches if match.article.slug == slug), None)
    if own is None or not own.known:
        return msg("this sample does not find its own article")
    first = matches[0]
    if first is own or _has_line(first):
        return None
    return msg("this sample finds {other} first", other=first.article.slug)


def _has_line(match: Match) -> bool:
    return any(each.exact and each.kind == "error" for each in match.evidence)
