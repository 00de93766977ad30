"""Files of articles through the browser, for administrators: many at once in, all of them out."""

from __future__ import annotations

import json
import zipfile
from collections.abc import Iterator
from io import BytesIO

from django.core.files.base import File
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods, require_safe

from kb.accounts.audit import network_of
from kb.accounts.gate import SignedIn, administrators
from kb.wiki.corpus.archives import ARCHIVE_LIMIT
from kb.wiki.corpus.export import exported
from kb.wiki.corpus.files import sent
from kb.wiki.jobs import begin, import_job, in_background, run
from kb.wiki.models import Job

AT_ONCE = 20  # files that are taken in before the answer


@require_http_methods(["GET", "HEAD", "POST"])
@administrators
def files(request: SignedIn) -> HttpResponse:
    """`files`, and `folder` with `paths`, since a browser sends bare names; `do` = check tries.
    What is soon done is done at once, the rest goes on behind the page of its job."""
    if request.method != "POST":
        return render(request, "wiki/files.html")
    sources = list(sent(_sent(request)))
    if not sources:
        problem = gettext("No article found: they end in .md, .markdown or .txt.")
        return render(request, "wiki/files.html", {"problem": problem}, status=422)
    given = import_job(sources, request.POST.getlist("how"))
    check = request.POST.get("do") == "check"
    job = begin(Job.Kind.IMPORT, given, request.user, network_of(request), dry_run=check)
    if len(sources) <= AT_ONCE:
        run(job)
    else:
        in_background(job)
    return redirect("job", job.pk)


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
