"""What search offers and what ranking makes of it, as values."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from kb.core.articles.model import Article, Check, Fix
from kb.core.conditions import Judged, State
from kb.core.messages import Message

Verdict = Literal["confirmed", "likely", "same-error", "aside", "near"]
EvidenceKind = Literal["error", "hint", "symptom", "title", "words"]


@dataclass(frozen=True, slots=True)
class Evidence:
    """A line of the paste that agrees with a sample, hint or sentence of an article."""

    line: int | None
    text: str
    matched: str
    kind: EvidenceKind
    exact: bool = False  # same fingerprint
    agreement: float = 0.0  # 0 to 1


@dataclass(frozen=True, slots=True)
class Candidate:
    """An article that search offers, with its text score (0 to 1) and the evidence."""

    article: Article
    score: float
    evidence: tuple[Evidence, ...] = ()


@dataclass(frozen=True, slots=True)
class FixMatch:
    """A fix and whether it is for this environment; `judged` are the conditions that decided."""

    fix: Fix
    state: State
    judged: tuple[Judged, ...] = ()
    reason: Message | None = None  # why it is left out, or what speaks against it


@dataclass(frozen=True, slots=True)
class Observed:
    """A check of the article with the answer given, if any."""

    check: Check
    state: State


@dataclass(frozen=True, slots=True)
class Match:
    """A candidate with its verdict. `score` is 0 to 1; `known` means that its error line (or its
    symptom) is in the paste; `reasons` say what puts it aside or lowers it."""

    article: Article
    verdict: Verdict
    score: float
    evidence: tuple[Evidence, ...]
    requires: tuple[Judged, ...]
    seen: tuple[Judged, ...]
    clear: tuple[tuple[Judged, ...], ...]
    checks: tuple[Observed, ...] = ()
    fixes: tuple[FixMatch, ...] = ()
    reasons: tuple[Message, ...] = ()
    known: bool = False

    @property
    def alive(self) -> bool:
        """Still one of the possible causes."""
        return self.verdict != "aside"

    @property
    def fix(self) -> FixMatch | None:
        """The fastest fix that nothing speaks against."""
        return next((fix for fix in self.fixes if fix.state != State.FAILS), None)


Present = Mapping[str, str | bool]  # what the user's command already holds: canonical flag → value
