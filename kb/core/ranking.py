"""Candidates → ordered matches with reasons and a verdict."""

from dataclasses import dataclass
from typing import Literal

from kb.core.articles.model import Article
from kb.core.conditions import Judged

Verdict = Literal["confirmed", "likely", "same-error", "aside", "near"]


@dataclass(frozen=True, slots=True)
class Evidence:
    """A line of the paste that agrees with a sample, hint or sentence of an article."""

    line: int | None
    text: str
    matched: str
    kind: Literal["error", "hint", "symptom", "title", "words"]
    exact: bool = False  # same fingerprint
    agreement: float = 0.0  # 0 to 1


@dataclass(frozen=True, slots=True)
class Candidate:
    """An article that search offers, with its text score (0 to 1) and the evidence."""

    article: Article
    score: float
    evidence: tuple[Evidence, ...] = ()


@dataclass(frozen=True, slots=True)
class Match:
    article: Article
    verdict: Verdict
    score: float
    evidence: tuple[Evidence, ...]
    requires: tuple[Judged, ...]
    seen: tuple[Judged, ...]
    clear: tuple[tuple[Judged, ...], ...]
