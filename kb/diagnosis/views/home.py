"""The paste box, what it finds while one types, and the pages that explain the site."""

from __future__ import annotations

import logging
from dataclasses import dataclass, replace

from django.conf import settings
from django.db import DatabaseError, InterfaceError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.template.loader import render_to_string
from django.utils.translation import gettext
from django.views.decorators.http import require_POST, require_safe

from kb.accounts.throttle import throttled
from kb.core.facts.model import fold
from kb.core.launch import is_command
from kb.core.ranking import Match
from kb.diagnosis.engine import Diagnosed, Given
from kb.diagnosis.figures import MEASURED
from kb.diagnosis.forms import PasteForm, TooLarge, read_paste_form
from kb.diagnosis.measured import diagnose, known
from kb.diagnosis.presenting import page_of
from kb.diagnosis.recording import record
from kb.diagnosis.views.back import post_or_back
from kb.diagnosis.views.command import checked_page
from kb.diagnosis.views.errors import too_large
from kb.http import content_language, no_store
from kb.wiki import overview
from kb.wiki.corpus.contents import vocabulary
from kb.wiki.faults import fault_of
from kb.wiki.finding import Found, suggest
from kb.wiki.guide import facts_shown, help_html
from kb.wiki.library import SiteLibrary
from kb.wiki.models import Page
from kb.wiki.models.page import Reader
from kb.wiki.titles import titled
from kb.wiki.wording import value_label

_TYPED = 300  # characters that are looked up while one types


@dataclass(frozen=True, slots=True)
class Counted:
    """An engine or a topic, and how many articles it has."""

    value: str
    label: str
    count: int


@require_safe
def home(request: HttpRequest) -> HttpResponse:
    return render(request, "diagnosis/home.html", _home(request, PasteForm({})))


@post_or_back
@throttled()
def diagnose_paste(request: HttpRequest) -> HttpResponse:
    """Diagnoses what was pasted, keeps the masked rest, and sends to its address. A launch command
    alone is checked instead."""
    try:
        form = read_paste_form(request)
    except TooLarge:
        return too_large(request)
    if form.errors:
        return render(request, "diagnosis/home.html", _home(request, form), status=422)
    if is_command(form.texts["paste"]) and not form.texts["environment"].strip():
        return checked_page(request, form.texts["paste"])  # nothing has failed yet
    given = form.given(content_language())
    diagnosed = diagnose(given, library_of(request))
    try:
        return redirect(record(given, diagnosed))
    except (DatabaseError, InterfaceError) as error:
        return unkept(request, diagnosed, error)


def unkept(request: HttpRequest, diagnosed: Diagnosed, error: Exception) -> HttpResponse:
    """The diagnosis of a paste that cannot be kept now: shown once, without questions."""
    fault = fault_of(error)
    if fault is None:
        raise error
    logging.getLogger(__name__).error("A diagnosis was not kept: %s", fault.code)
    context = page_of(replace(diagnosed, question=None), {}) | {"unkept": gettext(fault.what)}
    response = render(request, "diagnosis/result.html", context)
    no_store(response)
    return response


@require_POST
def live(request: HttpRequest) -> HttpResponse:
    """What a short line that is still being typed would find; nothing is kept."""
    typed = request.POST.get("paste", "").strip()[:_TYPED]
    matches: tuple[Match, ...] = ()
    found: tuple[Found, ...] = ()
    if typed:
        language = content_language()
        matches = known(Given(paste=typed, language=language), library_of(request))
        found = suggest(typed, request.user, language) if not matches else ()
    shown = {"known": matches, "found": found}  # nothing of the request, at each key
    response = HttpResponse(render_to_string("diagnosis/live.html", shown))
    no_store(response)
    return response


def library_of(request: HttpRequest) -> SiteLibrary:
    return SiteLibrary(request.user, content_language())


def _home(request: HttpRequest, form: PasteForm) -> dict[str, object]:
    recent = overview.recent(request.user)
    titled(recent, Page.objects.visible_to(request.user))
    return {
        "section": "home",
        "form": form,
        "autofocus": True,
        "engines": _engines(request.user),
        "topics": _topics(request.user),
        "recent": recent,
    }


def _engines(reader: Reader) -> list[Counted]:
    facts, language = vocabulary(), content_language()
    return [
        Counted(value, value_label("engine", value, facts, language), count)
        for value, count in overview.engines(reader)
    ]


def _topics(reader: Reader) -> list[Counted]:
    """Those that are no engine of the same name."""
    engines = vocabulary().facts["engine"].spellings if "engine" in vocabulary().facts else {}
    rows = overview.topics(reader)
    return [Counted(topic, topic, count) for topic, count in rows if fold(topic) not in engines]


@require_safe
def about(request: HttpRequest) -> HttpResponse:
    return render(request, "about.html", {"keep_days": settings.KEEP_DAYS, "measured": MEASURED})


@require_safe
def help_page(request: HttpRequest, page: str = "reading") -> HttpResponse:
    """Help for readers, or the authors' guide with every fact of the vocabulary."""
    language = content_language()
    context: dict[str, object] = {"help_page": page, "text": help_html(page, language)}
    if page == "writing":
        context["facts"] = facts_shown(vocabulary(), language)
    return render(request, "help.html", context)
