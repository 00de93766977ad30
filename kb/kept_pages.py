"""Pages of those who are not signed in, kept for a moment: under load a page is made once.

A kept page is the answer to the same question (address, host, language, appearance) from the same
generation of the base, so an edit shows at once; what is no edit (a count, a comment) shows within
settings.KEPT_SECONDS. The form token in it is put in anew for each reader; a browser that has a
token already is told that its page is still the newest.
"""

from __future__ import annotations

import time
import zlib
from collections.abc import Callable
from dataclasses import dataclass
from hashlib import blake2b

from django.conf import settings
from django.db import connections
from django.http import HttpRequest, HttpResponse, HttpResponseNotModified
from django.middleware.csrf import get_token
from django.utils.http import parse_etags

from kb.core.last_used import LastUsed
from kb.replica import nearest

Answer = Callable[[HttpRequest], HttpResponse]
Key = tuple[str, ...]
_PLACES = ("/articles/", "/search/", "/help/", "/about/", "/wizard/")
_BEHIND = 30.0  # seconds: the index may be behind the base, seldom and for less
_HEADERS = ("Host", "Accept-Language", "HX-Request", "HX-Boosted", "HX-History-Restore-Request",
            "X-Forwarded-Proto")  # fmt: skip
_ROOM, _LARGEST = 6_000_000, 400_000  # packed bytes of all pages of a process, bytes of one
_HOLE = b"\0form-token\0"
_TOLD_AGAIN = ("Vary", "Cache-Control", "Content-Language")


@dataclass(frozen=True, slots=True)
class _Kept:
    """`packed` is the page without its token; `tag` stands for it, "" if browsers must not ask."""

    packed: bytes
    tag: str
    headers: tuple[tuple[str, str], ...]
    generation: int
    until: float


_pages: LastUsed[Key, _Kept] = LastUsed(_ROOM, lambda kept: len(kept.packed))
_newest = [0]


def kept_pages(answer: Answer) -> Answer:
    """Middleware, inside that of the form tokens and outside of sessions."""

    def respond(request: HttpRequest) -> HttpResponse:
        key = _key(request)
        if key is None:
            return answer(request)
        generation = _generation()
        kept = _pages.get(key)
        if kept and kept.generation == generation and kept.until > time.monotonic():
            return _not_modified(request, kept) or _shown(request, kept)
        response = answer(request)
        if made := _made(request, response, generation):
            _pages.keep({key: made})
            return _not_modified(request, made) or _tagged(request, response, made)
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


def _made(request: HttpRequest, response: HttpResponse, generation: int) -> _Kept | None:
    """What is kept of a page that was just made; None for one that is not kept."""
    wanted = response.status_code == 200 and not response.streaming and not response.cookies
    # A browser must not store the answers of a questionnaire; they are nobody's own, though.
    private = "no-store" in response.get("Cache-Control", "")
    if not wanted or (private and request.path != "/wizard/"):
        return None
    if len(response.content) > _LARGEST or _HOLE in response.content:
        return None
    content = _without_token(request, response.content)
    if not private:
        response.headers.setdefault("Cache-Control", "private, no-cache")
    headers = (each for each in response.items() if each[0] != "Content-Length")
    tag = "" if private else blake2b(content, digest_size=12).hexdigest()
    return _Kept(zlib.compress(content, 3), tag, tuple(headers), generation, _until(request))


def _until(request: HttpRequest) -> float:
    kept: float = settings.KEPT_SECONDS
    if request.GET.get("q"):  # it was looked up in the index
        kept = min(kept, _BEHIND)
    return time.monotonic() + kept


def forget() -> None:
    """Drops every page."""
    _pages.forget()


def _without_token(request: HttpRequest, content: bytes) -> bytes:
    """Each page has one masked token, in all of its forms."""
    marker = b'name="csrfmiddlewaretoken" value="'
    for part in content.split(marker)[1:]:
        content = content.replace(part.partition(b'"')[0], _HOLE)
    return content


def _shown(request: HttpRequest, kept: _Kept) -> HttpResponse:
    content = zlib.decompress(kept.packed)
    if _HOLE in content:
        content = content.replace(_HOLE, get_token(request).encode("ascii"))
    headers = {**dict(kept.headers), "Content-Length": len(content)}
    return _tagged(request, HttpResponse(content, headers=headers), kept)


def _tagged(request: HttpRequest, response: HttpResponse, kept: _Kept) -> HttpResponse:
    if tag := _tag_of(request, kept):
        response.headers["ETag"] = tag
    return response


def _not_modified(request: HttpRequest, kept: _Kept) -> HttpResponse | None:
    """Where the browser has this very page, and the token in it still fits to its cookie."""
    asked, tag = request.headers.get("If-None-Match"), _tag_of(request, kept)
    if not asked or not tag or tag not in parse_etags(asked):
        return None
    return HttpResponseNotModified(
        headers={
            **{name: value for name, value in kept.headers if name in _TOLD_AGAIN},
            "ETag": tag,
        }
    )


def _tag_of(request: HttpRequest, kept: _Kept) -> str:
    """Empty without the cookie that the token of the page belongs to: it has to be set first."""
    secret = request.COOKIES.get(settings.CSRF_COOKIE_NAME, "")
    if not kept.tag or not secret:
        return ""
    return f'W/"{kept.tag}-{blake2b(secret.encode(), digest_size=6).hexdigest()}"'
