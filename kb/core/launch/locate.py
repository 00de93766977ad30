"""A text → the launch commands in it, whatever form they have."""

import re

from kb.core.launch import (
    config_file,
    dockerfile,
    json_forms,
    python_calls,
    quadlet,
    quoted,
    shell,
    supervisor,
    systemd,
    yaml_forms,
    yaml_runs,
)
from kb.core.launch.dialects import CMD, FOLDED, POWERSHELL, SH, Dialect
from kb.core.launch.mends.regions import LAUNCH
from kb.core.launch.model import LaunchError, LaunchQuestion
from kb.core.launch.spans import undoubled, whole
from kb.core.launch.target import Target
from kb.core.messages import msg

_POWERSHELL = re.compile(
    r"^[^`\n]*[ \t]`[ \t]*\r?$|^[ \t]*\$env:\w+[ \t]*="
    r"|^[ \t]*(?:\([\w.-]+\) )?PS(?: [A-Za-z]:\\[^>\n]*)?> "
    r"|(?:^|[\s&])\.\\[\w-]+\.exe",
    re.M,
)
_CMD = re.compile(r"[ \t]\^[ \t]*\r?$|^[ \t]*set [\"]?\w+=|^[A-Za-z]:\\[^>\n]*>", re.M | re.I)
_PERCENT = re.compile(r"%[A-Za-z_]{2,}%")
_POSIX = re.compile(r"\\\r?\n|\$[({A-Za-z_]")
# a rule of a Makefile with the first line of its recipe: make takes one `$` away
_RECIPE = re.compile(
    r"^[\w./%-]+(?:[ \t]+[\w./%-]+)*[ \t]*::?(?!=)[^\n]*\n(?:[ \t]*#[^\n]*\n)*\t", re.M
)
_FORMS = {"sh": "shell", "folded": "shell", "cmd": "cmd", "powershell": "powershell"}


_FILES = (
    json_forms.targets,
    systemd.targets,
    quadlet.targets,
    supervisor.targets,
    dockerfile.targets,
)


def dialect_of(text: str) -> Dialect:
    """The shell for which the lines of a text are written."""
    if _POWERSHELL.search(text):
        return POWERSHELL
    percent = _PERCENT.search(text) and not _POSIX.search(text)
    return CMD if percent or _CMD.search(text) else SH


def locate(text: str) -> tuple[Target, ...]:
    """Every launch command, in order. Raises LaunchError where the only one cannot be read."""
    for form in _FILES:
        if found := form(text):
            return found
    found = yaml_forms.targets(text)
    if any(one.sure for one in found) or (found and not LAUNCH.search(text)):
        return found
    return yaml_runs.targets(text) or _of_lines(text) or config_file.alone(text)


def _of_lines(text: str) -> tuple[Target, ...]:
    listed = python_calls.targets(text)
    if listed and not LAUNCH.search(text):
        return listed
    dialect = dialect_of(text)
    layer = whole(text)
    if _RECIPE.search(text):
        layer = undoubled(layer, "$")
    found = (*listed, *shell.targets(layer, dialect, _FORMS[dialect.name]))
    found = found or quoted.targets(text)
    return config_file.with_config(text, found) or shell.arguments(whole(text), FOLDED)


def the_target(text: str) -> Target:
    """The one launch command in the text. Raises LaunchQuestion for several, LaunchError for
    none."""
    found = locate(text)
    sure = [one for one in found if one.sure] or list(found)
    if len(sure) > 1:
        raise LaunchQuestion(
            msg("the text holds {count} launch commands: which one?", count=len(sure))
        )
    if not sure:
        raise LaunchError(msg("no launch command was found in the text"))
    return sure[0]
