"""Files of articles through the browser, for administrators: many at once in, all of them out."""

from __future__ import annotations

import json
import zipfile
from collections import Counter
from collections.abc import Iterator
from io import BytesIO

from django.core.files.base import File
from django.db import transaction
from django.http import HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods, require_safe

from kb.accounts.audit import note
from kb.accounts.gate import SignedIn, administrators
from kb.http import no_store
from kb.wiki.corpus.archives import ARCHIVE_LIMIT
from kb.wiki.corpus.export import exported
from kb.wiki.corpus.files import sent
from kb.wiki.corpus.ingest import Ingested, Mode, ingest_sources

_QUIET = {"unchanged", "refused", "conflict"}  # results that change nothing
# In the order of the page: what a person must look at comes first.
RESULTS = ("refused", "conflict", "draft", "created", "updated", "unchanged")


@require_http_methods(["GET", "HEAD", "POST"])
@administrators
def files(request: SignedIn) -> HttpResponse:
    """`files`, and `folder` with `paths`, since a browser sends bare names; `do` = check tries."""
    if request.method != "POST":
        return render(request, "wiki/files.html")
    dry_run = request.POST.get("do") == "check"
    found = list(_taken(request, dry_run))
    problem = "" if found else gettext("No article found: they end in .md, .markdown or .txt.")
    found.sort(key=lambda each: RESULTS.index(each.result))
    counts = Counter(each.result for each in found)
    context = {
        "found": found,
        "counts": [(name, counts[name]) for name in RESULTS if counts[name]],
        "dry_run": dry_run,
        "problem": problem,
    }
    response = render(request, "wiki/files.html", context, status=200 if found else 422)
    no_store(response)
    return response


def _taken(request: SignedIn, dry_run: bool) -> Iterator[Ingested]:
    """Each file and its audit entry in a transaction of their own."""
    chosen = request.POST.getlist("how")
    mode = Mode(dry_run, "draft" in chosen, "force" in chosen, request.user)
    results = ingest_sources(sent(_sent(request)), mode)
    while True:
        with transaction.atomic():
            result = next(results, None)
            if result is None:
                return
            if not dry_run and result.result not in _QUIET:
                note(request, "import", result.slug)
        yield result


def _sent(request: SignedIn) -> Iterator[tuple[str, bytes]]:
    for upload in request.FILES.getlist("files"):
        yield str(upload.name), _read(upload)
    folder = request.FILES.getlist("folder")
    paths = _paths(request.POST.get("paths", ""))
    for at, upload in enumerate(folder):
        whole = paths[at] if len(paths) == len(folder) else str(upload.name)
        yield whole.partition("/")[2] or str(upload.name), _read(upload)


def _read(upload: File[bytes]) -> bytes:
    return bytes(upload.read(ARCHIVE_LIMIT + 1))


def _paths(text: str) -> list[str]:
    """Where the files of a folder stand in it, as the page's script tells."""
    try:
        told = json.loads(text)
    except ValueError:
        return []
    return [str(path)[:1000] for path in told] if isinstance(told, list) else []


@require_safe
@administrators
def export(request: SignedIn) -> HttpResponse:
    """All articles as an archive of files; to import it changes nothing."""
    packed = BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, text in exported():
            archive.writestr(name, text)
    name = "attachment; filename=articles.zip"
    return HttpResponse(
        packed.getvalue(),
        content_type="application/zip",
        headers={"Content-Disposition": name, "Cache-Control": "no-store"},
    )
