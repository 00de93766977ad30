"""What programs ask of a text: the diagnosis, the facts, the launch command; and what became of a
fix."""

from __future__ import annotations

from typing import Any

from django.http import Http404

from kb.api.fields import BadRequest
from kb.api.serving import Call, Told, wants_text
from kb.core.launch import change_from_json
from kb.diagnosis.engine import Given
from kb.diagnosis.facts import facts_of
from kb.diagnosis.launching import changes_of, launched
from kb.diagnosis.measured import diagnose
from kb.diagnosis.outcomes import report
from kb.diagnosis.terminal import as_text
from kb.http import content_language
from kb.wiki.corpus.contents import catalogues, vocabulary
from kb.wiki.library import SiteLibrary
from kb.wiki.models import Page

_TEXTS = ("paste", "environment", "command")
_OUTCOME = ("article", "fix", "result", "facts")


def diagnosis(call: Call) -> Told:
    """The object of `diagnose --json`, or text for a terminal where that is asked for."""
    values = call.values
    if not values["answers"] and not any(values[name].strip() for name in _TEXTS):
        raise BadRequest("Give a paste, a command or answers.", "paste")
    language = values["language"] or content_language()
    given = Given(
        **{name: values[name] for name in _TEXTS}, answers=values["answers"], language=language
    )
    diagnosed = diagnose(given, SiteLibrary(call.request.user, language))
    return Told(diagnosed.as_json(), as_text(diagnosed) if wants_text(call.request) else "")


def facts(call: Call) -> Told:
    return Told(facts_of(call.values["text"], vocabulary(), catalogues()))


def launch(call: Call) -> Told:
    """Mends, changes, checks; nothing of it is kept."""
    values = call.values
    changes = [change for one in values["change"] for change in change_from_json(one)]
    changes += _of_fix(call, values["fix"])
    found = launched(
        values["text"], changes, catalogues(), values["engine"], values["engine_version"]
    )
    return Told(found, _as_text(found) if wants_text(call.request) else "")


def _of_fix(call: Call, name: str) -> tuple[Any, ...]:
    if not name:
        return ()
    changes = changes_of(name, SiteLibrary(call.request.user))
    if changes is None:
        raise BadRequest("There is no such fix: write SLUG/FIX.", "fix")
    return changes


def outcome(call: Call) -> Told:
    """Notes whether a fix worked, as the agents' `report_outcome` does."""
    slug, fix, result, known = (call.values[name] for name in _OUTCOME)
    try:
        report(slug, fix, result, known, call.request.user, vocabulary())
    except Page.DoesNotExist as error:
        raise Http404(slug) from error
    return Told({"noted": True})


def _as_text(found: dict[str, Any]) -> str:
    """Warnings and what was mended, the command last."""
    lines = [f"mended: {repair['what']}" for repair in found["repairs"]]
    lines += [f"warning: {warning}" for warning in found["warnings"]]
    lines += [str(found[name]) for name in ("question", "refused", "after") if name in found]
    return "\n".join(lines) + "\n"
