"""What the `--help` of a team's own build would add to the catalogue of its engine."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods

from kb.accounts.gate import SignedIn, needs
from kb.accounts.roles import REVIEW
from kb.core.launch.flags import CatalogueError, import_help
from kb.core.messages import msg
from kb.core.redact import redact
from kb.http import no_store
from kb.wiki.corpus.contents import catalogue_values, shared_names
from kb.wiki.corpus.shared import FACTS, SHARED_LIMIT, wrong_with
from kb.wiki.review.differ import differ
from kb.wiki.shared.keeping import FIRST, SharedConflict, newest_of
from kb.wiki.templatetags.kb import said
from kb.wiki.views.shared import save, text_or_404

_FIELDS = ("engine", "version", "help", "based_on")


@require_http_methods(["GET", "HEAD", "POST"])
@needs(REVIEW)
def import_build(request: SignedIn) -> HttpResponse:
    """`help` of `version` of `engine`; `do` = look shows what it adds, take saves that."""
    values = {name: request.POST.get(name, "") for name in _FIELDS}
    values = {name: redact(text, personal=False).text for name, text in values.items()}
    if request.method != "POST":
        return _page(request, {"engine": request.GET.get("engine", "")[:40]})
    try:
        source = _imported(values)
    except CatalogueError as error:
        return _page(request, values, 422, problem=said(error.message))
    return _answered(request, values, source)


def _imported(values: dict[str, str]) -> str:
    """The catalogue with the help's version in it. Raises CatalogueError."""
    engine = values["engine"]
    before = catalogue_values(engine) if engine in _engines() else None
    if before is None:
        raise CatalogueError(msg("choose the engine"))
    if len(values["help"].encode()) > SHARED_LIMIT:
        raise CatalogueError(msg("this is over 512 KiB: paste the output of --help alone"))
    return import_help(values["help"], values["version"].strip()[:40], before)


def _answered(request: SignedIn, values: dict[str, str], source: str) -> HttpResponse:
    engine = values["engine"]
    before, newest = text_or_404(engine), newest_of(engine)
    based_on = str(newest.number if newest else FIRST)
    shown = values | {"based_on": based_on}
    if wrong := wrong_with(engine, source):
        return _page(request, values, 422, problem=said(wrong[0].message))
    diff = differ(before, source)
    if request.POST.get("do") != "take" or not diff:
        return _page(request, shown, looked=True, diff=diff)
    note = f"--help {values['version'].strip()[:40]}"
    try:
        save(request, engine, {"source": source, "note": note, "based_on": values["based_on"]})
    except SharedConflict:
        return _page(request, shown, 409, looked=True, diff=diff, moved=True)
    messages.success(request, gettext("Saved: it holds from now on."))
    return redirect("shared-history", engine)


def _engines() -> list[str]:
    return [name for name in shared_names() if name not in {FACTS, "environment"}]


def _page(
    request: SignedIn, values: dict[str, str], status: int = 200, **more: object
) -> HttpResponse:
    context = {"values": values, "engines": _engines(), **more}
    response = render(request, "wiki/shared/import.html", context, status=status)
    no_store(response)
    return response
