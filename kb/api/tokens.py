"""`Authorization: Bearer <key>` → the person whose key it is, under /api/ and nowhere else."""

from __future__ import annotations

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse
from django.utils import timezone

from kb.api.errors import refusal
from kb.api.models import ApiToken
from kb.http import is_api

Answer = Callable[[HttpRequest], HttpResponse]


def token_sign_on(answer: Answer) -> Answer:
    """Middleware: a good key brings its person, a bad one is refused, none changes nothing."""

    def respond(request: HttpRequest) -> HttpResponse:
        sent = request.META.get("HTTP_AUTHORIZATION", "") if is_api(request) else ""
        scheme, _, key = str(sent).partition(" ")
        if scheme.lower() != "bearer":
            return answer(request)
        now = timezone.now()
        token = ApiToken.of(key.strip(), now)
        if token is None:
            return unknown_key()
        token.seen(now)
        request.user = token.user
        request.META["kb.token"] = token
        return answer(request)

    return respond


def token_of(request: HttpRequest) -> ApiToken | None:
    """The token that the request came with."""
    found = request.META.get("kb.token")
    return found if isinstance(found, ApiToken) else None


def unknown_key() -> HttpResponse:
    hint = "Make a new one on the page of your account."
    response = refusal(401, "token", "This token is unknown or no longer good.", hint=hint)
    response.headers["WWW-Authenticate"] = 'Bearer error="invalid_token"'
    return response
