"""The questionnaire without an error: always ends with something to do."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.views.decorators.http import require_safe

from kb.diagnosis.answers import usable
from kb.diagnosis.engine import Given
from kb.diagnosis.measured import diagnose
from kb.diagnosis.presenting import page_of
from kb.diagnosis.shaping import launch_page, without_undone
from kb.diagnosis.views.back import post_or_back
from kb.diagnosis.views.home import library_of
from kb.diagnosis.views.result import answered, shown
from kb.http import content_language

_FEW = 5  # causes left, from which on the fix of the likeliest is worth a look


@require_safe
def wizard(request: HttpRequest) -> HttpResponse:
    library = library_of(request)
    answers = usable(request.GET.dict(), library)
    diagnosed = diagnose(Given(answers=answers, language=content_language()), library)
    diagnosed = without_undone(diagnosed, request.GET.getlist("undo"), library)
    context = page_of(diagnosed, answers) | launch_page(request, diagnosed, answers)
    context |= {
        "section": "wizard",
        "likely_enough": not diagnosed.question or diagnosed.question.left <= _FEW,
        "answer_url": reverse("wizard-answer") + str(context["answers_query"]),
    }
    return shown(request, "diagnosis/wizard.html", context)


@post_or_back
def wizard_answer(request: HttpRequest) -> HttpResponse:
    return answered(request, reverse("wizard"))
