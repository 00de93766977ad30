"""GET /metrics: the figures as Prometheus reads them, for this machine or with a token."""

from __future__ import annotations

import hmac
from collections.abc import Iterator

from django.conf import settings
from django.db import DatabaseError, connections
from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from kb.api.errors import refusal
from kb.http import no_store
from kb.metrics import COUNTERS, TIMED, totals
from kb.wiki import indexing
from kb.wiki.models import IndexOutbox, Page

_KIND = "text/plain; version=0.0.4; charset=utf-8"


@require_safe
def metrics(request: HttpRequest) -> HttpResponse:
    if not _may(request):
        hint = "Ask from this machine, or send Authorization: Bearer and KB_METRICS_TOKEN."
        return refusal(403, "forbidden", "The figures are for operators.", hint=hint)
    response = HttpResponse("\n".join((*_counted(), *_measured())) + "\n", content_type=_KIND)
    no_store(response)
    return response


def _may(request: HttpRequest) -> bool:
    """From loopback and not through a proxy, or with the token."""
    sent = request.headers.get("Authorization", "").removeprefix("Bearer ").strip()
    wanted = settings.METRICS_TOKEN
    if wanted and hmac.compare_digest(sent.encode(), wanted.encode()):
        return True
    forwarded = any(name in request.headers for name in ("X-Forwarded-For", "Forwarded"))
    return request.META.get("REMOTE_ADDR") in {"127.0.0.1", "::1"} and not forwarded


def _counted() -> Iterator[str]:
    found = totals()
    for name, text in COUNTERS.items():
        yield from _family(name, "counter", text, found)
    for each in TIMED:
        yield from _family(f"kb_{each}_seconds", "histogram", f"Seconds of a {each}", found)


def _family(name: str, kind: str, text: str, found: dict[str, float]) -> Iterator[str]:
    yield f"# HELP {name} {text}"
    yield f"# TYPE {name} {kind}"
    mine = (f"{name}{{", f"{name}_bucket{{", f"{name}_sum", f"{name}_count")
    for series, value in found.items():
        if series.startswith(mine):
            yield f"{series} {value:g}" if value < 1e6 else f"{series} {value:.6f}"


def _measured() -> Iterator[str]:
    """What is read off at the moment; a database that does not answer is told as well."""
    try:
        figures = dict(_of_base())
    except DatabaseError:
        figures = {"kb_database_up": 0.0}
    for name, value in figures.items():
        yield f"# TYPE {name} gauge"
        yield f"{name} {value:g}"


def _of_base() -> Iterator[tuple[str, float]]:
    yield "kb_database_up", 1
    yield "kb_articles", Page.objects.answering().count()
    yield "kb_index_lag", indexing.lag()
    yield "kb_index_queue", IndexOutbox.objects.count()
    if settings.REPLICA:
        yield "kb_replica_up", float(_replica_answers())


def _replica_answers() -> bool:
    try:
        with connections["replica"].cursor() as cursor:
            cursor.execute("SELECT pg_is_in_recovery()")
            return bool(cursor.fetchone()[0])
    except DatabaseError:
        return False
