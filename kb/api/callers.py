"""Who calls over HTTP: the person of a token, as for the JSON API, with the same share of time."""

from __future__ import annotations

import time
from collections.abc import Awaitable, Callable, Iterator, MutableMapping
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from typing import Any

from asgiref.sync import sync_to_async
from django.conf import settings
from django.contrib.auth.models import AnonymousUser
from django.db import close_old_connections
from django.http import HttpResponse
from django.utils import timezone

from kb.accounts.throttle import client_at, spend, told, wait_of
from kb.api.errors import busy, refusal
from kb.api.models import ApiToken
from kb.api.tokens import unknown_key
from kb.wiki.models.page import Reader

Scope = MutableMapping[str, Any]
Send = Callable[[Any], Awaitable[None]]
Application = Callable[[Scope, Callable[[], Awaitable[Any]], Send], Awaitable[None]]


@dataclass(frozen=True, slots=True)
class Caller:
    """`writes`: may note an outcome. `client` is who has the share of time."""

    reader: Reader
    writes: bool
    client: str


_caller: ContextVar[Caller | None] = ContextVar("caller", default=None)


def caller() -> Caller | None:
    """Who made the call at hand; None where it came in by no door."""
    return _caller.get()


@contextmanager
def counted() -> Iterator[None]:
    """Takes the time of a call from the share of its client."""
    start = time.thread_time()
    try:
        yield
    finally:
        if who := caller():
            spend(who.client, time.thread_time() - start)


def at_the_door(inside: Application, host: Reader | None) -> Application:
    """`inside` behind a door: a bad token is refused, and whoever has used up his time. Without a
    token calls are those of `host`, or where there is none of anybody who may read and no more."""

    async def respond(scope: Scope, receive: Callable[[], Awaitable[Any]], send: Send) -> None:
        if scope["type"] != "http":
            return await inside(scope, receive, send)
        found = await sync_to_async(_admitted, thread_sensitive=False)(scope, host)
        if isinstance(found, HttpResponse):
            return await _sent(found, send)
        before = _caller.set(found)
        try:
            return await inside(scope, receive, send)
        finally:
            _caller.reset(before)

    return respond


def _admitted(scope: Scope, host: Reader | None) -> Caller | HttpResponse:
    headers = {name.decode("latin-1"): value.decode("latin-1") for name, value in scope["headers"]}
    peer = scope["client"][0] if scope.get("client") else ""
    client = client_at(peer, headers.get("x-forwarded-for", ""))
    if wait := wait_of(client):
        return told(busy(None, wait), wait)
    scheme, _, key = headers.get("authorization", "").partition(" ")
    if scheme.lower() == "bearer":
        return _of_token(key.strip(), client)
    if host is not None:
        return Caller(host, True, client)
    if settings.READING == "login":
        hint = "Send Authorization: Bearer and a token of your account."
        return refusal(401, "token", "Reading needs an account here.", hint=hint)
    return Caller(AnonymousUser(), False, client)


def _of_token(key: str, client: str) -> Caller | HttpResponse:
    close_old_connections()
    try:
        now = timezone.now()
        token = ApiToken.of(key, now)
        if token is None:
            return unknown_key()
        token.seen(now)
        return Caller(token.user, token.may("write"), client)
    finally:
        close_old_connections()


async def _sent(response: HttpResponse, send: Send) -> None:
    headers = [(n.lower().encode(), v.encode("latin-1")) for n, v in response.items()]
    await send({"type": "http.response.start", "status": response.status_code, "headers": headers})
    await send({"type": "http.response.body", "body": response.content})
