"""Who may come in: the reading gate of the whole site, and the rights of single views."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from functools import wraps
from typing import Any, Concatenate, ParamSpec, cast
from urllib.parse import urlencode

from django.conf import settings
from django.contrib.auth.middleware import LoginRequiredMiddleware
from django.contrib.auth.models import User
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.urls import reverse

from kb.core.redact import redact
from kb.http import is_api, json_error, masked_address

P = ParamSpec("P")
_PASTED = {"paste", "environment"}
# Answered to everyone even where reading needs a login.
OPEN_NAMES = {"login", "welcome", "set-language", "set-theme", "healthz", "readyz", "metrics"}


class SignedIn(HttpRequest):
    """A request of a person with an account."""

    user: User


SignedInView = Callable[Concatenate[SignedIn, P], HttpResponse]
OpenView = Callable[Concatenate[HttpRequest, P], HttpResponse]


class ReadingGate(LoginRequiredMiddleware):
    """With KB_READING=login nobody reads anything without an account."""

    def process_view(
        self, request: HttpRequest, view_func: Any, view_args: Any, view_kwargs: Any
    ) -> HttpResponseBase | None:
        if settings.READING == "open" or request.user.is_authenticated:
            return None
        name = request.resolver_match.url_name if request.resolver_match else ""
        return None if name in OPEN_NAMES else sign_in_first(request)


def sign_in_first(request: HttpRequest) -> HttpResponse:
    """A program gets 401 as JSON; a person the log-in, with whatever was typed kept beside it."""
    if is_api(request):
        hint = "Send Authorization: Bearer and a token of your account."
        return json_error(401, "login", "Reading needs a login here.", hint=hint)
    if request.method in {"GET", "HEAD"}:
        query = urlencode({"next": masked_address(request)})
        return redirect(f"{reverse('login')}?{query}")
    return _with_typed(request)


def _with_typed(request: HttpRequest) -> HttpResponse:
    typed = masked_fields(request.POST.dict())
    context = {
        "next": request.path,
        "typed": json.dumps(typed, ensure_ascii=False),
        "typed_texts": [value for value in typed.values() if len(str(value)) > 20],
    }
    return render(request, "accounts/login.html", context, status=401)


def masked_fields(fields: Mapping[str, object]) -> dict[str, str]:
    """What was typed into a form, fit to be kept: no password, no secret, of a log no person."""
    return {
        name: redact(str(value), personal=name in _PASTED).text
        for name, value in fields.items()
        if name != "csrfmiddlewaretoken" and "password" not in name
    }


def needs(right: str = "") -> Callable[[SignedInView[P]], OpenView[P]]:
    """A view for people with an account and, where `right` is given, with that right."""

    def decorate(view: SignedInView[P]) -> OpenView[P]:
        @wraps(view)
        def guarded(request: HttpRequest, /, *args: P.args, **kwargs: P.kwargs) -> HttpResponse:
            if not request.user.is_authenticated:
                return sign_in_first(request)
            if right and not request.user.has_perm(right):
                raise PermissionDenied
            return view(cast(SignedIn, request), *args, **kwargs)

        return guarded

    return decorate


def administrators(view: SignedInView[P]) -> OpenView[P]:
    """A view for administrators alone."""

    @needs()
    @wraps(view)
    def guarded(request: SignedIn, /, *args: P.args, **kwargs: P.kwargs) -> HttpResponse:
        if not request.user.is_superuser:
            raise PermissionDenied
        return view(request, *args, **kwargs)

    return guarded
