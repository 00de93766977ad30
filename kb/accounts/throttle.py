"""CPU seconds a client: costly requests wait once a client has used up its share."""

from __future__ import annotations

import ipaddress
import math
import time
from collections.abc import Callable
from functools import lru_cache, wraps
from threading import Lock
from typing import Concatenate, ParamSpec

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from kb.core.last_used import LastUsed

P = ParamSpec("P")
View = Callable[Concatenate[HttpRequest, P], HttpResponse]
Refusal = Callable[[HttpRequest, int], HttpResponse]

# A 1 MiB log costs at most a second: a person never gets here, a flood soon does.
SHARE = 15.0  # CPU seconds at once
REFILL = 0.25  # CPU seconds a second
_MOST_CLIENTS = 10_000


class Ledger:
    """What each client has left, in this process; the longest unseen is forgotten first."""

    def __init__(self, share: float = SHARE, refill: float = REFILL) -> None:
        self._share, self._refill = share, refill
        self._left: LastUsed[str, tuple[float, float]] = LastUsed(_MOST_CLIENTS)
        self._lock = Lock()  # from what is left to what is less

    def wait(self, client: str, now: float) -> int:
        """Seconds until the client may ask again; 0 = now."""
        with self._lock:
            left = self._now(client, now)
        return 0 if left > 0 else math.ceil((1.0 - left) / self._refill)

    def spend(self, client: str, seconds: float, now: float) -> None:
        with self._lock:
            self._left.keep({client: (self._now(client, now) - seconds, now)})

    def _now(self, client: str, now: float) -> float:
        left, seen = self._left.get(client) or (self._share, now)
        return min(self._share, left + (now - seen) * self._refill)


_ledger = Ledger()


def wait_of(client: str) -> int:
    """Seconds until a client may ask again; 0 = now."""
    return _ledger.wait(client, time.monotonic()) if settings.RATE_LIMIT else 0


def spend(client: str, seconds: float) -> None:
    """Takes CPU seconds from a client's share."""
    _ledger.spend(client, seconds, time.monotonic())


def refuse_page(request: HttpRequest, wait: int) -> HttpResponse:
    return render(request, "429.html", {"wait": wait}, status=429)


def throttled(refuse: Refusal = refuse_page) -> Callable[[View[P]], View[P]]:
    """A view whose CPU time is counted; over its share a client gets 429 before any work."""

    def decorate(view: View[P]) -> View[P]:
        @wraps(view)
        def counted(request: HttpRequest, /, *args: P.args, **kwargs: P.kwargs) -> HttpResponse:
            client = client_of(request)
            if wait := wait_of(client):
                return told(refuse(request, wait), wait)
            start = time.thread_time()
            try:
                return view(request, *args, **kwargs)
            finally:
                spend(client, time.thread_time() - start)

        return counted

    return decorate


def told(response: HttpResponse, wait: int) -> HttpResponse:
    """Says when to come back."""
    response.headers["Retry-After"] = str(wait)
    return response


def client_of(request: HttpRequest) -> str:
    """The address of the client (of IPv6 its /64), through trusted proxies only."""
    address = str(request.META.get("REMOTE_ADDR", ""))
    return client_at(address, str(request.META.get("HTTP_X_FORWARDED_FOR", "")))


def client_at(address: str, forwarded: str) -> str:
    """The same of the peer's address and what it says of the way here."""
    hops = forwarded.split(",")
    while address in settings.TRUSTED_PROXIES and hops and hops[-1].strip():
        address = hops.pop().strip()
    return _network(address)


@lru_cache(maxsize=1_024)
def _network(address: str) -> str:
    try:
        found = ipaddress.ip_address(address)
    except ValueError:
        return "unknown"
    if isinstance(found, ipaddress.IPv6Address):
        return str(ipaddress.ip_network(f"{found}/64", strict=False))
    return str(found)
