"""The site's own pages for refusals: what happened and what to do next."""

from __future__ import annotations

import re
import sys

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext

from kb.accounts.throttle import told
from kb.core.redact import redact
from kb.http import is_api, json_error
from kb.wiki.faults import Fault, fault_of

_SOON = 5  # seconds
_PLACES = {"articles", "api", "v1", "d", "edit", "history"}  # words of addresses, not of faults


def bad_request(request: HttpRequest, exception: Exception | None = None) -> HttpResponse:
    if is_api(request):
        return json_error(400, "bad-request", "The request cannot be read.")
    return render(request, "400.html", status=400)


def forbidden(request: HttpRequest, exception: Exception | None = None) -> HttpResponse:
    if is_api(request):
        return json_error(403, "forbidden", "You may not do this.")
    return render(request, "403.html", status=403)


def csrf_failure(request: HttpRequest, reason: str = "") -> HttpResponse:
    return render(request, "403.html", {"csrf": True}, status=403)


def not_found(request: HttpRequest, exception: Exception | None = None) -> HttpResponse:
    """Offers a search for the words of the address."""
    path = redact(request.path, personal=False).text
    told = re.findall(r"[\w.]+", path)
    words = " ".join(word for word in told if word not in _PLACES)[:200]
    return render(request, "404.html", {"words": words}, status=404)


def too_large(request: HttpRequest) -> HttpResponse:
    return render(request, "413.html", status=413)


def cannot_now(request: HttpRequest, fault: Fault) -> HttpResponse:
    """503: the machine cannot do it, and what helps."""
    what, then = gettext(fault.what), gettext(fault.then)
    if is_api(request):
        return told(json_error(503, fault.code, fault.what, hint=fault.then), _SOON)
    page = render(request, "503.html", {"what": what, "then": then})
    return told(HttpResponse(page.content, status=503), _SOON)


def failed(request: HttpRequest) -> HttpResponse:
    """Needs neither database nor session: it must work when they do not."""
    if fault := fault_of(sys.exc_info()[1]):
        return cannot_now(request, fault)
    if is_api(request):
        return json_error(500, "failed", "A mistake of this program.", hint="Try again later.")
    return HttpResponse(render(request, "500.html").content, status=500)
