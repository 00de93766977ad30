"""Each request has an id, a line in the log and a place in the figures; never what was pasted."""

from __future__ import annotations

import logging
import re
import secrets
import time
from collections.abc import Callable

from django.conf import settings
from django.http import HttpRequest, HttpResponse

from kb.core.redact import redact
from kb.logs import request_id
from kb.metrics import count_request

Answer = Callable[[HttpRequest], HttpResponse]
_GIVEN = re.compile(r"[A-Za-z0-9-]{8,64}")
_access = logging.getLogger("kb.access")

_KINDS = {
    "article": ("article", "article-markdown", "article-json", "article-list", "history"),
    "search": ("search", "live", "feed"),
    "diagnose": ("diagnose", "diagnosis", "answer", "diagnosis-add", "command"),
    "wizard": ("wizard", "wizard-answer"),
    "operator": ("healthz", "readyz", "metrics"),
}
_KIND_OF = {name: kind for kind, names in _KINDS.items() for name in names}


def observed(answer: Answer) -> Answer:
    """Middleware, the outermost: the method and the path are told, never the query or the body."""

    def respond(request: HttpRequest) -> HttpResponse:
        start = time.perf_counter()
        token = request_id.set(_id_of(request))
        try:
            response = answer(request)
            response.headers["X-Request-ID"] = request_id.get()
            _tell(request, response, time.perf_counter() - start)
        finally:
            request_id.reset(token)
        return response

    return respond


def _id_of(request: HttpRequest) -> str:
    """That of a trusted proxy, so that its log and ours lie side by side; else a new one."""
    given = str(request.META.get("HTTP_X_REQUEST_ID", ""))
    trusted = request.META.get("REMOTE_ADDR") in settings.TRUSTED_PROXIES
    return given if trusted and _GIVEN.fullmatch(given) else secrets.token_hex(8)


def _tell(request: HttpRequest, response: HttpResponse, seconds: float) -> None:
    count_request(kind_of(request), response.status_code, seconds)
    if not _access.isEnabledFor(logging.INFO):
        return
    told = {
        "address": request.META.get("REMOTE_ADDR", "-"),
        "method": request.method,
        "path": redact(request.path, personal=False).text,  # somebody may have pasted it
        "status": response.status_code,
        "ms": round(1000 * seconds, 1),
    }
    line = '{address} "{method} {path}" {status} {ms}ms'.format(**told)
    _access.info("%s", line, extra={"told": told})


def kind_of(request: HttpRequest) -> str:
    """One of a few kinds: a figure for every address would never end."""
    if request.path.startswith(settings.STATIC_URL):
        return "static"
    name = (request.resolver_match.url_name or "") if request.resolver_match else ""
    if name.startswith("api-"):
        return "diagnose" if name == "api-diagnose" else "api"
    if name in _KIND_OF:
        return _KIND_OF[name]
    return "page" if request.method in {"GET", "HEAD"} else "write"
