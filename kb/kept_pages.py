"""Pages of those who are not signed in, kept for a moment: under load a page is made once.

A kept page is the answer to the same question (address, host, language, appearance) from the same
generation of the base, so an edit shows at once; what is no edit (a count) shows within
settings.KEPT_SECONDS. The form token in it is put in anew for each reader.
"""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass
from threading import Lock

from django.conf import settings
from django.db import connections
from django.http import HttpRequest, HttpResponse
from django.middleware.csrf import get_token

from kb.replica import nearest

Answer = Callable[[HttpRequest], HttpResponse]
Key = tuple[str, ...]
_PLACES = ("/articles/", "/search/", "/help/", "/about/", "/wizard/")
_HEADERS = ("Host", "Accept-Language", "HX-Request", "HX-Boosted", "HX-History-Restore-Request",
            "If-None-Match", "X-Forwarded-Proto")  # fmt: skip
_ROOM, _LARGEST = 12_000_000, 400_000  # bytes of all pages of a process, and of one
_HOLE = b"\0form-token\0"


@dataclass(frozen=True, slots=True)
class _Kept:
    content: bytes
    headers: tuple[tuple[str, str], ...]
    generation: int
    until: float


_pages: OrderedDict[Key, _Kept] = OrderedDict()
_used = [0]  # bytes of all of them
_newest = [0]
_lock = Lock()


def kept_pages(answer: Answer) -> Answer:
    """Middleware, inside that of the form tokens and outside of sessions."""

    def respond(request: HttpRequest) -> HttpResponse:
        key = _key(request)
        if key is None:
            return answer(request)
        generation = _generation()
        kept = _pages.get(key)
        if kept and kept.generation == generation and kept.until > time.monotonic():
            return _shown(request, kept)
        response = answer(request)
        _keep(key, request, response, generation)
        return response

    return respond


def _key(request: HttpRequest) -> Key | None:
    """None for what is not the same for everybody."""
    if request.method != "GET" or not settings.KEPT_SECONDS or settings.AUTH_HEADER:
        return None
    if request.path != "/" and not request.path.startswith(_PLACES):
        return None
    looks = (settings.LANGUAGE_COOKIE_NAME, "theme")
    if not set(request.COOKIES) <= {*looks, settings.CSRF_COOKIE_NAME}:
        return None  # a session, a notice, or something that was just written
    told = (request.headers.get(name, "") for name in _HEADERS)
    return (request.get_full_path(), *(request.COOKIES.get(name, "") for name in looks), *told)


def _generation() -> int:
    """As IndexOutbox.generation, without the work of building the query."""
    with connections[nearest()].cursor() as cursor:
        cursor.execute("SELECT max(id) FROM wiki_indexoutbox")
        _newest[0] = int(cursor.fetchone()[0] or 0)
    return _newest[0]


def newest_generation() -> int:
    """The last one that a page of this process was made under: whatever goes into a page must not
    be older than that."""
    return _newest[0]


def _keep(key: Key, request: HttpRequest, response: HttpResponse, generation: int) -> None:
    wanted = response.status_code == 200 and not response.streaming and not response.cookies
    # A browser must not store the answers of a questionnaire; they are nobody's own, though.
    stored = "no-store" not in response.get("Cache-Control", "") or request.path == "/wizard/"
    if not wanted or not stored:
        return
    if len(response.content) > _LARGEST or _HOLE in response.content:
        return
    content = _without_token(request, response.content)
    until = time.monotonic() + settings.KEPT_SECONDS
    headers = (each for each in response.items() if each[0] != "Content-Length")
    _put(key, _Kept(content, tuple(headers), generation, until))


def _put(key: Key, kept: _Kept) -> None:
    """Makes room by dropping what was made first."""
    with _lock:
        if old := _pages.pop(key, None):
            _used[0] -= len(old.content)
        _pages[key] = kept
        _used[0] += len(kept.content)
        while _used[0] > _ROOM:
            _used[0] -= len(_pages.popitem(last=False)[1].content)


def forget() -> None:
    """Drops every page."""
    with _lock:
        _pages.clear()
        _used[0] = 0


def _without_token(request: HttpRequest, content: bytes) -> bytes:
    """Each page has one masked token, in all of its forms."""
    marker = b'name="csrfmiddlewaretoken" value="'
    for part in content.split(marker)[1:]:
        content = content.replace(part.partition(b'"')[0], _HOLE)
    return content


def _shown(request: HttpRequest, kept: _Kept) -> HttpResponse:
    content = kept.content
    if _HOLE in content:
        content = content.replace(_HOLE, get_token(request).encode("ascii"))
    return HttpResponse(content, headers={**dict(kept.headers), "Content-Length": len(content)})
