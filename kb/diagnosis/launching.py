"""A launch command without a diagnosis: masked, mended, changed, checked, as JSON."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from kb.core.articles import Change
from kb.core.launch import Outcome, change_as_json, fix_command
from kb.core.launch.flags import Catalogues
from kb.core.messages import Message, msg
from kb.core.redact import redact, variables_in, with_variables
from kb.diagnosis.library import Library


def launched(
    text: str,
    changes: Sequence[Change],
    catalogues: Catalogues,
    engine: str = "",
    version: str = "",
) -> dict[str, Any]:
    """As contract.md: `after`, or a `question` or `refused` in its place; secrets are `$NAME`."""
    masked = redact(text, personal=False).text
    safe, notes = with_variables(masked), left_out(masked)
    outcome = fix_command(safe, changes, engine or None, version or None, catalogues)
    return outcome_json(replace(outcome, warnings=(*notes, *outcome.warnings)))


def left_out(masked: str) -> tuple[Message, ...]:
    """What to say of the secrets that a printed command has as variables."""
    return tuple(
        msg("a secret was left out: set {name} before you run this", name=name)
        for name in variables_in(masked)
    )


def outcome_json(outcome: Outcome) -> dict[str, Any]:
    found: dict[str, Any] = {
        "after": outcome.after,
        "question": str(outcome.question) if outcome.question else None,
        "refused": str(outcome.refused) if outcome.refused else None,
    }
    told = {name: value for name, value in found.items() if value is not None}
    return told | {
        "form": outcome.form,
        "changes": [change_as_json(change) for change in outcome.changes],
        "already": [change_as_json(change) for change in outcome.already],
        "repairs": [
            {"what": str(each.what), "before": each.before, "after": each.after}
            for each in outcome.repairs
        ],
        "warnings": [str(warning) for warning in outcome.warnings],
    }


def changes_of(name: str, library: Library) -> tuple[Change, ...] | None:
    """The launch changes of `slug/fix` (`slug` alone: of its first fix); None: there is no such."""
    slug, _, wanted = name.partition("/")
    article = library.article(slug)
    fixes = article.fixes if article else ()
    fix = next((each for each in fixes if each.id == wanted or not wanted), None)
    return fix.launch if fix else None
