"""Candidates → ordered matches with reasons and a verdict."""

from kb.core.ranking.conditions import BROAD, check_name, together
from kb.core.ranking.model import (
    Candidate,
    Evidence,
    FixMatch,
    Match,
    Observed,
    Present,
    Verdict,
)
from kb.core.ranking.order import rank

__all__ = [
    "BROAD",
    "Candidate",
    "Evidence",
    "FixMatch",
    "Match",
    "Observed",
    "Present",
    "Verdict",
    "check_name",
    "rank",
    "together",
]
