"""Check my command: paste it, have it linted for a version and explained flag by flag."""

from __future__ import annotations

from collections.abc import Mapping

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_http_methods

from kb.accounts.throttle import throttled
from kb.core.ranking import Match
from kb.core.redact import redact
from kb.diagnosis.checking import Checked, check_command
from kb.diagnosis.engine import Given
from kb.diagnosis.forms import TooLarge, read_paste_form
from kb.diagnosis.measured import diagnose
from kb.diagnosis.views.errors import too_large
from kb.http import content_language, no_store
from kb.wiki.corpus.contents import catalogues
from kb.wiki.library import SiteLibrary

_VERSION = 40  # characters


@require_http_methods(["GET", "HEAD", "POST"])
@throttled()
def command(request: HttpRequest) -> HttpResponse:
    """A POST keeps nothing and has no address: a command may hold what nobody else should see."""
    if request.method != "POST":
        return _page(request, {})
    try:
        form = read_paste_form(request)
    except TooLarge:
        return too_large(request)
    if form.errors:
        text = redact(form.texts["command"], personal=False).text
        return _page(request, {"command": text, "form": form}, status=422)
    return checked_page(request, form.texts["command"])


def checked_page(request: HttpRequest, text: str) -> HttpResponse:
    """What is wrong with a command, what each flag does, and which known faults it would meet."""
    masked = redact(text, personal=False).text
    version = redact(request.POST.get("version", "")[:_VERSION]).text.strip()
    target = request.POST.get("target", "")[:_VERSION].strip()
    language = content_language()
    checked: Checked = check_command(masked, version, language, catalogues(), target)
    context = {
        "command": checked.mended or masked,
        "version": version,
        "target": target,
        "checked": checked,
        "meets": _meets(request, checked, version),
    }
    return _page(request, context)


def _meets(request: HttpRequest, checked: Checked, version: str) -> tuple[Match, ...]:
    """Known faults whose environment is the one that the command says."""
    if checked.command is None:
        return ()
    language = content_language()
    environment = f"{checked.command.engine}=={version}" if version else ""
    given = Given(command=checked.mended, environment=environment, language=language)
    return diagnose(given, SiteLibrary(request.user, language)).would_apply


def _page(request: HttpRequest, more: Mapping[str, object], status: int = 200) -> HttpResponse:
    context = {"section": "command", "engines": list(catalogues())} | dict(more)
    response = render(request, "diagnosis/command.html", context, status=status)
    no_store(response)
    return response
