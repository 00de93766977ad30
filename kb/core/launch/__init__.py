"""Launch commands: parse by span, mend, change only the words that a fix names, check against the
catalogue."""

from kb.core.launch.fix import fix_command
from kb.core.launch.model import (
    Catalogue,
    Catalogues,
    Command,
    LaunchError,
    LaunchQuestion,
    Outcome,
    Repair,
)

__all__ = [
    "Catalogue",
    "Catalogues",
    "Command",
    "LaunchError",
    "LaunchQuestion",
    "Outcome",
    "Repair",
    "fix_command",
]
