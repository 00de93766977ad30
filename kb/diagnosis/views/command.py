"""Check my command: paste it, have it linted for a version and explained flag by flag."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_http_methods

from kb.accounts.throttle import throttled
from kb.core.redact import redact
from kb.diagnosis.checking import Checked, check_command
from kb.diagnosis.forms import TooLarge, read_paste_form
from kb.diagnosis.views.errors import too_large
from kb.http import content_language, no_store
from kb.wiki.corpus.contents import catalogues

_VERSION = 40  # characters


@require_http_methods(["GET", "HEAD", "POST"])
@throttled()
def command(request: HttpRequest) -> HttpResponse:
    """A POST keeps nothing and has no address: a command may hold what nobody else should see."""
    context: dict[str, object] = {"section": "command", "engines": list(catalogues())}
    status = 200
    if request.method == "POST":
        try:
            form = read_paste_form(request)
        except TooLarge:
            return too_large(request)
        text = redact(form.texts["command"], personal=False).text
        version = redact(request.POST.get("version", "")[:_VERSION]).text.strip()
        target = request.POST.get("target", "")[:_VERSION].strip()
        context |= {"command": text, "version": version, "target": target, "form": form}
        if not form.errors:
            checked: Checked = check_command(
                text, version, content_language(), catalogues(), target
            )
            context |= {"checked": checked, "command": checked.mended or text}
        status = 422 if form.errors else 200
    response = render(request, "diagnosis/command.html", context, status=status)
    no_store(response)
    return response
