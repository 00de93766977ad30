"""Launch commands: parse by span, mend, change only the words that a fix names, check against the
catalogue."""

from kb.core.launch.building import build
from kb.core.launch.find import Found, find_commands, is_command
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
from kb.core.launch.reading import parse_command
from kb.core.launch.rendering import to_form
from kb.core.launch.wire import change_as_json, change_from_json

__all__ = [
    "Catalogue",
    "Catalogues",
    "Command",
    "Found",
    "LaunchError",
    "LaunchQuestion",
    "Outcome",
    "Repair",
    "build",
    "change_as_json",
    "change_from_json",
    "find_commands",
    "fix_command",
    "is_command",
    "parse_command",
    "to_form",
]
