"""Candidates → ordered matches with reasons and a verdict."""

from kb.core.ranking.conditions import BROAD, check_name, together
from kb.core.ranking.knowledge import THRESHOLDS, Thresholds
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
from kb.core.ranking.ties import Worked, nobody_said, settled

__all__ = [
    "BROAD",
    "THRESHOLDS",
    "Candidate",
    "Evidence",
    "FixMatch",
    "Match",
    "Observed",
    "Present",
    "Thresholds",
    "Verdict",
    "Worked",
    "check_name",
    "nobody_said",
    "rank",
    "settled",
    "together",
]
