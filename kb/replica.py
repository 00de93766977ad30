"""Reading from a replica, and one's own writes from the primary.

A request that only reads is answered by the replica, once that has caught up with what its browser
last wrote: a cookie holds the primary's position in its log after a request that wrote. Without
KB_REPLICA_URL none of this does anything.
"""

from __future__ import annotations

import re
import time
from collections.abc import Callable
from contextvars import ContextVar
from typing import Any

from django.conf import settings
from django.db import DatabaseError, InterfaceError, connections
from django.http import HttpRequest, HttpResponse

REPLICA = "replica"
COOKIE = "kb_written"
_SAFE = {"GET", "HEAD", "OPTIONS"}
_POSITION = re.compile(r"[0-9A-F]{1,8}/[0-9A-F]{1,8}")
_REMEMBERED = 600  # seconds for which a browser is kept off a replica that lags
_PAUSE = 5.0  # seconds for which a replica that failed is not asked again

_near: ContextVar[bool] = ContextVar("near", default=False)
_failed_at = [-_PAUSE]  # monotonic; of this process

Answer = Callable[[HttpRequest], HttpResponse]


def nearest() -> str:
    """The connection that the request at hand may read from."""
    return REPLICA if _near.get() else "default"


class Router:
    """Reads of a request that may use the replica go there; all else goes to the primary."""

    def db_for_read(self, model: Any, **hints: Any) -> str:
        return nearest()

    def db_for_write(self, model: Any, **hints: Any) -> str:
        return "default"

    def allow_relation(self, one: Any, other: Any, **hints: Any) -> bool:
        return True

    def allow_migrate(self, db: str, app_label: str, **hints: Any) -> bool:
        return db != REPLICA


class ReadReplica:
    """Middleware, the outermost that touches the database."""

    def __init__(self, answer: Answer) -> None:
        self._answer = answer

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if not settings.REPLICA:
            return self._answer(request)
        before = _near.set(_may_be_near(request))
        try:
            response = self._answer(request)
        finally:
            _near.reset(before)
        if _has_written(request):
            _remember(response)
        return response

    def process_exception(self, request: HttpRequest, error: Exception) -> HttpResponse | None:
        """A replica that fails in the middle: what only reads is answered by the primary."""
        if not _near.get() or not isinstance(error, DatabaseError | InterfaceError):
            return None
        _give_up()
        _near.set(False)
        found = request.resolver_match
        return _response(found.func(request, *found.args, **found.kwargs)) if found else None


def _response(answer: Any) -> HttpResponse:
    if not isinstance(answer, HttpResponse):
        raise TypeError("a view answers with a response")
    return answer


def _has_written(request: HttpRequest) -> bool:
    """What sends something, and a page that changed its session (a notice that is now read)."""
    session = getattr(request, "session", None)
    return request.method not in _SAFE or bool(session and session.modified)


def _may_be_near(request: HttpRequest) -> bool:
    """Only reads, no key of a program (which keeps no cookie), and the replica has caught up."""
    if request.method not in _SAFE or "Authorization" in request.headers:
        return False
    if time.monotonic() - _failed_at[0] < _PAUSE:
        return False
    written = request.COOKIES.get(COOKIE, "")
    return _has_reached(written if _POSITION.fullmatch(written) else "0/0")


def _has_reached(position: str) -> bool:
    """False also for what is no replica (any more) and for one that does not answer."""
    try:
        with connections[REPLICA].cursor() as cursor:
            cursor.execute("SELECT pg_last_wal_replay_lsn() >= %s::pg_lsn", [position])
            return bool(cursor.fetchone()[0])
    except (DatabaseError, InterfaceError):
        _give_up()
        return False


def _give_up() -> None:
    _failed_at[0] = time.monotonic()
    connections[REPLICA].close()


def _remember(response: HttpResponse) -> None:
    with connections["default"].cursor() as cursor:
        cursor.execute("SELECT pg_current_wal_insert_lsn()")
        position = str(cursor.fetchone()[0])
    response.set_cookie(
        COOKIE, position, max_age=_REMEMBERED, httponly=True, samesite="Lax", secure=settings.HTTPS
    )
