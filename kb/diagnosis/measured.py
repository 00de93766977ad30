"""`diagnose` with its time and its verdict in the figures of the site."""

from __future__ import annotations

from kb.diagnosis import engine
from kb.diagnosis.engine import Diagnosed, Given
from kb.diagnosis.library import Library
from kb.metrics import count_diagnosis, timed


def diagnose(given: Given, library: Library) -> Diagnosed:
    """As `engine.diagnose`."""
    with timed("analysis"):
        found = engine.diagnose(given, library)
    count_diagnosis(found.verdict)
    return found
