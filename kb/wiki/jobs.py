"""Long work in the background of the process that was asked; another goes on where it died.

No queue and no service: a row says what is to do and how far it is. Every step can be repeated
(a file that was taken is unchanged the second time, an index is built beside the old one), so a
job whose process is gone begins again and ends the same.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable, Iterator, Mapping
from threading import Thread
from typing import Any

from django.contrib.auth.models import User
from django.db import connection, transaction
from django.db.models import F
from django.utils import timezone
from django.utils.translation import gettext_noop

from kb.accounts.audit import record
from kb.core.articles import Problem
from kb.core.messages import Message
from kb.wiki import indexing
from kb.wiki.corpus.files import Source
from kb.wiki.corpus.ingest import Ingested, Mode, ingest_sources
from kb.wiki.corpus.shared import path_of
from kb.wiki.faults import fault_of
from kb.wiki.models import Job, Page

QUIET = {"unchanged", "refused", "conflict"}  # results that change nothing
_PLAIN = ("path", "slug", "topic", "text", "shared")  # of a source
_EVERY = 50  # documents of an index between two signs of life

STOPPED = gettext_noop("The work stopped; the log of the site says why.")

log = logging.getLogger(__name__)


def import_job(sources: Iterable[Source], how: list[str]) -> dict[str, Any]:
    """What an import is given, as JSON: texts that are decoded and masked, never the bytes that
    were sent, as a job may wait for long."""
    return {"sources": [_given(each) for each in sources], "how": how}


def _given(source: Source) -> dict[str, Any]:
    row = {name: getattr(source, name) for name in _PLAIN}
    refused = _packed(source.refused) if source.refused else None
    return row | {"refused": refused, "mended": [_packed(each) for each in source.mended]}


def _source(row: Mapping[str, Any]) -> Source:
    refused = _unpacked(row["refused"]) if row["refused"] else None
    plain = {name: row[name] for name in _PLAIN}
    return Source(**plain, refused=refused, mended=tuple(map(_unpacked, row["mended"])))


def begin(
    kind: str, given: dict[str, Any], who: User, address: str, *, dry_run: bool = False
) -> Job:
    """A job that nobody is at yet."""
    now = timezone.now()
    return Job.objects.create(
        kind=kind, given=given, who=who, address=address, dry_run=dry_run, started=now, seen=now
    )


def in_background(job: Job) -> None:
    """Starts the work beside the request that asked for it, once its row is there for others."""
    thread = Thread(target=_alone, args=(job.pk,), name=f"job-{job.pk}", daemon=True)
    transaction.on_commit(thread.start)


def _alone(number: int) -> None:
    try:
        run(Job.objects.get(pk=number))
    finally:
        connection.close()


def run(job: Job) -> None:
    """Does the work to its end; what goes wrong is written to the job and to the log."""
    try:
        _WORK[job.kind](job)
        problem = ""
    except Exception as error:
        log.exception("job %s failed", job.pk)
        problem = fault.what if (fault := fault_of(error)) else STOPPED
    Job.objects.filter(pk=job.pk).update(finished=timezone.now(), problem=problem, given={})


def _reindex(job: Job) -> None:
    _tell(job, 0, Page.objects.answering().count())
    indexing.rebuild(lambda number: None if number % _EVERY else _tell(job, number))
    Job.objects.filter(pk=job.pk).update(done=F("total"))


def _import(job: Job) -> None:
    """Each file, its audit entry and its row of the results in a transaction of their own."""
    given = job.given
    sources = [_source(row) for row in given["sources"]]
    before = {row["path"]: row for row in job.results}
    _tell(job, 0, len(sources))
    mode = Mode(job.dry_run, "draft" in given["how"], "force" in given["how"], job.who)
    rows: list[Mapping[str, Any]] = []
    for step in _steps(ingest_sources(sources, mode), job):
        row = as_row(step)
        known = before.get(step.path)
        rows.append(known if known and step.result == "unchanged" else row)
        Job.objects.filter(pk=job.pk).update(results=rows, done=len(rows), seen=timezone.now())


def _steps(results: Iterator[Ingested], job: Job) -> Iterator[Ingested]:
    while True:
        with transaction.atomic():
            result = next(results, None)
            if result is None:
                return
            if not job.dry_run and result.result not in QUIET:
                subject = path_of(result.slug) if result.shared else result.slug
                record(job.who, job.address, "import", subject)
            yield result


def _tell(job: Job, done: int, total: int | None = None) -> None:
    more = {} if total is None else {"total": total}
    Job.objects.filter(pk=job.pk).update(done=done, seen=timezone.now(), **more)


_WORK: Mapping[str, Callable[[Job], None]] = {"import": _import, "reindex": _reindex}


def as_row(found: Ingested) -> dict[str, Any]:
    """A result as JSON, its sentences with their values, so that each reader has his language."""
    return found.as_json(_packed) | {"shared": found.shared}


def from_row(row: Mapping[str, Any]) -> Ingested:
    errors = tuple(
        Problem(each["line"], each["field"], _unpacked(each["message"])) for each in row["errors"]
    )
    mended = tuple(_unpacked(each) for each in row["mended"])
    shared = bool(row.get("shared"))
    return Ingested(row["path"], row["slug"], row["result"], errors, mended, shared)


def _packed(message: Message) -> dict[str, Any]:
    return {"text": message.text, "values": {k: str(v) for k, v in message.values.items()}}


def _unpacked(packed: Mapping[str, Any]) -> Message:
    return Message(packed["text"], packed["values"])
