"""POST /api/v1/diagnose: JSON, or the log itself."""

from __future__ import annotations

import json
from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_POST

from kb.accounts.throttle import throttled
from kb.api.errors import busy, refusal, too_large
from kb.core.text import TextError, decode
from kb.diagnosis.engine import AnswerError, Given, diagnose
from kb.diagnosis.terminal import as_text
from kb.http import content_language, no_store
from kb.wiki.library import SiteLibrary

_TEXTS = ("paste", "environment", "command")


class BadRequest(ValueError):
    """A body that cannot be read; `field` names what is wrong in it."""

    def __init__(self, message: str, field: str = "") -> None:
        super().__init__(message)
        self.field = field


@csrf_exempt
@require_POST
@throttled(busy)
def diagnose_api(request: HttpRequest) -> HttpResponse:
    """The object of `diagnose --json`, or text for a terminal where that is asked for."""
    if len(request.body) > settings.PASTE_LIMIT:
        return too_large()
    try:
        given = _given(request)
        diagnosed = diagnose(given, SiteLibrary(request.user, given.language))
    except BadRequest as error:
        return refusal(400, "bad-request", str(error), field=error.field)
    except (TextError, AnswerError) as error:
        return refusal(422, "unreadable", str(error.message))
    if _wants_text(request):
        response = HttpResponse(as_text(diagnosed), content_type="text/plain; charset=utf-8")
    else:
        response = JsonResponse(diagnosed.as_json(), json_dumps_params={"ensure_ascii": False})
    no_store(response)
    return response


def _wants_text(request: HttpRequest) -> bool:
    return request.get_preferred_type(["application/json", "text/plain"]) == "text/plain"


def _given(request: HttpRequest) -> Given:
    if request.content_type != "application/json":
        if not request.body.strip():
            raise BadRequest("The body is empty: send the log itself.")
        return Given(paste=decode(request.body), language=content_language())
    body = _object(request.body)
    texts = {name: _text(body, name) for name in _TEXTS}
    answers = {} if body.get("answers") is None else body["answers"]
    if not isinstance(answers, dict):
        raise BadRequest("answers is an object of names and values.", "answers")
    if not answers and not any(text.strip() for text in texts.values()):
        raise BadRequest("Give a paste, a command or answers.", "paste")
    named = {str(name): str(value) for name, value in answers.items()}
    language = _text(body, "language") or content_language()
    return Given(**texts, answers=named, language=language)


def _object(raw: bytes) -> dict[str, Any]:
    try:
        body = json.loads(raw)
    except (ValueError, RecursionError) as error:
        raise BadRequest("The body is not JSON.") from error
    if not isinstance(body, dict):
        raise BadRequest("The body is not an object.")
    return body


def _text(body: dict[str, Any], name: str) -> str:
    value = body.get(name)
    if value is None:
        return ""
    if not isinstance(value, str):
        raise BadRequest(f"{name} is a text.", name)
    return decode(value.encode(errors="replace")) if value.strip() else ""
