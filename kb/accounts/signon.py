"""Sign-on by a header that a trusted proxy sets; off unless KB_AUTH_HEADER names one."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.conf import settings
from django.contrib import auth
from django.contrib.auth.backends import RemoteUserBackend
from django.contrib.auth.validators import UnicodeUsernameValidator
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse

from kb.accounts.roles import set_role

Answer = Callable[[HttpRequest], HttpResponse]
BACKEND = "kb.accounts.signon.ProxyBackend"


class ProxyBackend(RemoteUserBackend):
    """Whom the proxy names has an account; a new one may read."""

    def configure_user(self, request: Any, user: Any, created: bool = True) -> Any:
        if created:
            set_role(user, "reader")
        return user


def proxy_sign_on(answer: Answer) -> Answer:
    """Middleware: the person of the header while the proxy sends it, and not a request longer."""

    def respond(request: HttpRequest) -> HttpResponse:
        if settings.AUTH_HEADER:
            _follow(request, named_by_proxy(request))
        return answer(request)

    return respond


def named_by_proxy(request: HttpRequest) -> str:
    """The name in the header, "" where the peer is no trusted proxy or the name cannot be one."""
    if request.META.get("REMOTE_ADDR") not in settings.TRUSTED_PROXIES:
        return ""
    key = "HTTP_" + settings.AUTH_HEADER.upper().replace("-", "_")
    name = str(request.META.get(key, "")).strip()
    try:
        UnicodeUsernameValidator()(name)
    except ValidationError:
        return ""
    return name if len(name) <= 150 else ""


def _follow(request: HttpRequest, name: str) -> None:
    by_proxy = request.session.get(auth.BACKEND_SESSION_KEY) == BACKEND
    if request.user.is_authenticated and by_proxy and request.user.get_username() != name:
        auth.logout(request)
    if name and not request.user.is_authenticated:
        user = auth.authenticate(request, remote_user=name)
        if user is not None:
            auth.login(request, user)
