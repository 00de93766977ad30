"""What every request and response has in common: headers, a bounded body, what all pages know."""

import json
from collections.abc import Callable
from urllib.parse import quote

from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponseBase, JsonResponse
from django.shortcuts import render
from django.utils import translation
from django.utils.cache import patch_vary_headers

from kb.appearance import theme_of
from kb.core.redact import redact

CONTENT_POLICY = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self' data:",
        "font-src 'self'",
        "connect-src 'self'",
        "form-action 'self'",
        "base-uri 'none'",
        "object-src 'none'",
        "frame-ancestors 'none'",
    )
)
_OFF = "accelerometer camera display-capture geolocation gyroscope magnetometer microphone midi usb"
HEADERS = {
    "Content-Security-Policy": CONTENT_POLICY,
    "Cross-Origin-Resource-Policy": "same-origin",
    "X-Frame-Options": "DENY",  # Django's own middleware sees neither refusals nor static files
    "Permissions-Policy": ", ".join(f"{feature}=()" for feature in _OFF.split()),
}

Answer = Callable[[HttpRequest], HttpResponse]


def security_headers(answer: Answer) -> Answer:
    """Middleware: sets what a response does not set itself; pages differ by part and language."""

    def respond(request: HttpRequest) -> HttpResponse:
        response = answer(request)
        for name, value in HEADERS.items():
            response.headers.setdefault(name, value)
        if not request.path.startswith(settings.STATIC_URL):
            patch_vary_headers(response, ("Cookie", "Accept-Language", "HX-Request"))
        return response

    return respond


def in_language(answer: Answer) -> Answer:
    """Middleware: the language of the reader, by cookie or browser. As Django's own, which would
    look for one in every address, twice; `Vary` is told with the other headers."""

    def respond(request: HttpRequest) -> HttpResponse:
        translation.activate(translation.get_language_from_request(request))
        request.LANGUAGE_CODE = translation.get_language()
        response = answer(request)
        response.headers.setdefault("Content-Language", translation.get_language())
        return response

    return respond


def bounded_body(answer: Answer) -> Answer:
    """Middleware: 413 for a body over BODY_LIMIT, 411 for one that does not tell its length."""

    def respond(request: HttpRequest) -> HttpResponse:
        if _length(request) > settings.BODY_LIMIT:
            _drain(request)
            return _too_large(request)
        if request.META.get("HTTP_TRANSFER_ENCODING") and not request.META.get("CONTENT_LENGTH"):
            return json_error(411, "length", "Send a Content-Length.")
        return answer(request)

    return respond


def _too_large(request: HttpRequest) -> HttpResponse:
    if is_api(request):
        return json_error(413, "too-large", "A log may have 1 MiB.", hint="Cut what repeats.")
    return render(request, "413.html", status=413)


def is_api(request: HttpRequest) -> bool:
    """Whether a program asks: it gets refusals as JSON."""
    return request.path.startswith("/api/")


def json_error(
    status: int, code: str, message: str, *, field: str = "", hint: str = ""
) -> JsonResponse:
    """A refusal for a program, in the one shape that all have."""
    told = {"message": message, "field": field, "hint": hint}
    masked = {name: redact(text, personal=False).text or None for name, text in told.items()}
    error = {"code": code} | masked
    return JsonResponse({"error": error}, status=status, json_dumps_params={"ensure_ascii": False})


def _length(request: HttpRequest) -> int:
    raw = str(request.META.get("CONTENT_LENGTH") or "0")
    return int(raw) if raw.isdecimal() else 0


def _drain(request: HttpRequest, most: int = 16 * 2**20) -> None:
    """Reads what still comes: a browser that is cut off while it sends shows no answer."""
    while most > 0 and (piece := request.read(65536)):
        most -= len(piece)


def page_settings(request: HttpRequest) -> dict[str, object]:
    """Context processor: htmx's settings, light or dark, and the language of contents."""
    return {
        "htmx_config": json.dumps(settings.HTMX_CONFIG),
        "content_language": content_language(),
        "address": masked_address(request),
        "site_title": settings.SITE_NAME,
        "theme": theme_of(request),
    }


def masked_address(request: HttpRequest) -> str:
    """Path and query of a request, to be shown or sent back; an address may hold a secret."""
    path, query = redact(request.path, personal=False).text, request.GET.copy()
    for name, values in query.lists():
        query.setlist(name, [redact(value, personal=False).text for value in values])
    return quote(path) + (f"?{query.urlencode()}" if query else "")


def content_language() -> str:
    """The language of contents for the reader: `zh` for any Chinese, else `en`."""
    return "zh" if (translation.get_language() or "en").startswith("zh") else "en"


def no_store(response: HttpResponseBase) -> None:
    response.headers["Cache-Control"] = "no-store"
