"""A launch command of a person → what is wrong with it in a version, explained flag by flag."""

from __future__ import annotations

from dataclasses import dataclass

from kb.core.launch import LaunchError, Repair, fix_command, parse_command
from kb.core.launch.flags import (
    Catalogues,
    Explained,
    Finding,
    check,
    check_upgrade,
    explain,
)
from kb.core.launch.model import Command
from kb.core.messages import Message
from kb.core.redact import redact, with_variables
from kb.diagnosis.launching import left_out


@dataclass(frozen=True, slots=True)
class Checked:
    """`refused` or a `command`; `mended` is its text with what was damaged made whole."""

    refused: Message | None = None
    command: Command | None = None
    mended: str = ""
    repairs: tuple[Repair, ...] = ()
    notes: tuple[Message, ...] = ()  # of secrets that were left out
    findings: tuple[Finding, ...] = ()
    explained: tuple[Explained, ...] = ()
    upgrade: tuple[Finding, ...] = ()  # what another version would break or change


def check_command(
    text: str, version: str, language: str, catalogues: Catalogues, target: str = ""
) -> Checked:
    """`version` is "" where it is the command's own or not known; `target` is the version to
    upgrade to, "" for none. Secrets are masked first."""
    masked = redact(text, personal=False).text
    safe = with_variables(masked)
    outcome = fix_command(safe, (), None, version or None, catalogues)
    mended = outcome.after or outcome.draft or safe
    try:
        command = parse_command(mended, catalogues=catalogues)
    except LaunchError as error:
        return Checked(refused=error.message)
    return Checked(
        command=command,
        mended=mended,
        repairs=outcome.repairs,
        notes=left_out(masked),
        findings=check(command, version or None, catalogues),
        explained=explain(command, version or None, language, catalogues),
        upgrade=_upgrade(command, version, target, catalogues),
    )


def _upgrade(
    command: Command, version: str, target: str, catalogues: Catalogues
) -> tuple[Finding, ...]:
    """Nothing without both versions: the command may name its own by its image."""
    old = version or command.version
    return check_upgrade(command, old, target, catalogues) if old and target else ()
