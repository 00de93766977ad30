"""A diagnosis: its page, an answer, what is added to it, and its end."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from django.conf import settings
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext
from django.views.decorators.http import require_POST, require_safe

from kb.accounts.throttle import throttled
from kb.core.phases import Phase, Reached
from kb.core.questions import question_about
from kb.diagnosis.answers import problem_of, query_of, state_in, usable, with_answer
from kb.diagnosis.engine import Diagnosed
from kb.diagnosis.forms import TooLarge, read_paste_form
from kb.diagnosis.measured import diagnose
from kb.diagnosis.models import Diagnosis
from kb.diagnosis.note import incident_note
from kb.diagnosis.presenting import page_of
from kb.diagnosis.recording import add, given_of
from kb.diagnosis.shaping import launch_page, without_undone
from kb.diagnosis.trying import request_to_copy
from kb.diagnosis.views.back import post_or_back
from kb.diagnosis.views.errors import too_large
from kb.diagnosis.views.home import library_of
from kb.http import content_language, masked_address, no_store
from kb.wiki.templatetags.kb import said


def get_kept_or_404(token: str) -> Diagnosis:
    """A diagnosis that is still kept. Whoever has its address may see it."""
    return get_object_or_404(Diagnosis.objects.kept(timezone.now()), token=token)


@require_safe
def show(request: HttpRequest, token: str) -> HttpResponse:
    """The answers are the query, so that back, reload and a link to a colleague work."""
    diagnosis, library = get_kept_or_404(token), library_of(request)
    answers = usable(request.GET.dict(), library)
    diagnosed = diagnose(given_of(diagnosis, answers, content_language()), library)
    diagnosed = asking(diagnosed, request.GET.get("ask", ""))
    diagnosed = without_undone(diagnosed, request.GET.getlist("undo"), library)
    context = page_of(diagnosed, answers) | launch_page(request, diagnosed, answers)
    context |= {
        "diagnosis": diagnosis,
        "keep_days": settings.KEEP_DAYS,
        "phases": [Reached(Phase(phase), state) for phase, state in diagnosis.phases],
        "request_text": request_to_copy(diagnosed),
        "note": incident_note(diagnosed, request.build_absolute_uri(), note_words()),
        "answer_url": reverse("answer", args=[token]) + str(context["answers_query"]),
    }
    return shown(request, "diagnosis/result.html", context)


def asking(diagnosed: Diagnosed, name: str) -> Diagnosed:
    """With the question about one fact, for a cell of the table of causes."""
    if name not in diagnosed.vocabulary.facts:
        return diagnosed
    known, matches = diagnosed.reading.facts, diagnosed.matches
    question = question_about(name, matches, known, diagnosed.vocabulary, diagnosed.language)
    return replace(diagnosed, question=question)


def note_words() -> dict[str, str]:
    """The labels of an incident note in the reader's language."""
    return {
        "fault": gettext("Fault"),
        "environment": gettext("Environment"),
        "fix": gettext("Fix"),
        "command": gettext("Command"),
        "verification": gettext("Verification"),
        "link": gettext("Link"),
    }


@post_or_back
def answer(request: HttpRequest, token: str) -> HttpResponse:
    """The old answers come as the query, the new one as `name` and `value`."""
    diagnosis = get_kept_or_404(token)
    return answered(request, diagnosis.get_absolute_url())


@post_or_back
@throttled()
def add_to(request: HttpRequest, token: str) -> HttpResponse:
    """An environment block or a command, which answers many questions at once."""
    diagnosis, library = get_kept_or_404(token), library_of(request)
    try:
        form = read_paste_form(request)
    except TooLarge:
        return too_large(request)
    for message in form.errors.values():
        messages.error(request, said(message))
    if not form.errors:
        texts = form.texts
        add(diagnosis, texts["environment"], texts["command"], library.vocabulary, form.keep)
    answers = usable(request.GET.dict(), library)
    return redirect(diagnosis.get_absolute_url() + query_of(answers, state_in(request.GET)))


@require_POST
def delete(request: HttpRequest, token: str) -> HttpResponse:
    """Deletes at once; a second press finds nothing and says the same."""
    Diagnosis.objects.filter(token=token).delete()
    messages.success(request, gettext("Deleted: nothing of your paste is kept."))
    return redirect("home")


def answered(request: HttpRequest, address: str) -> HttpResponse:
    """Sends to `address` with one more answer; a value that cannot be is told and not taken."""
    library = library_of(request)
    answers, state = usable(request.GET.dict(), library), state_in(request.GET)
    name, value = request.POST.get("name", ""), request.POST.get("value", "")[:200]
    if value.strip() and (problem := problem_of(name, value, library)):
        messages.error(request, said(problem))
        return redirect(address + query_of(answers, state))
    return redirect(address + query_of(with_answer(answers, name, value), state))


def wants_part(request: HttpRequest) -> bool:
    """htmx asks for the part that an answer changes; going back it needs the whole page."""
    whole = ("HX-Boosted", "HX-History-Restore-Request")
    return "HX-Request" in request.headers and not any(each in request.headers for each in whole)


def shown(request: HttpRequest, template: str, context: Mapping[str, object]) -> HttpResponse:
    """The whole page, or for htmx the part that an answer changes, under the new address."""
    is_part = wants_part(request)
    response = render(request, template + ("#diagnosis" if is_part else ""), dict(context))
    if is_part:
        response.headers["HX-Push-Url"] = masked_address(request)
    no_store(response)
    return response
