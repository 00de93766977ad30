"""Did it fix it? What people and programs say of a fix after they tried it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.contrib.auth.models import User

from kb.core.facts import Vocabulary
from kb.core.messages import msg
from kb.diagnosis.engine import AnswerError
from kb.diagnosis.models import Outcome
from kb.wiki.models import Page
from kb.wiki.models.page import Reader
from kb.wiki.reading import article_of

_TELLING = ("choice", "version", "number")  # a text may name who somebody is


def report(
    slug: str, fix: str, result: str, facts: Mapping[str, Any], reader: Reader, known: Vocabulary
) -> Outcome:
    """Notes what became of a fix of the newest text. Raises AnswerError, Page.DoesNotExist."""
    page = Page.objects.visible_to(reader).answering().get(slug=slug)
    if fix not in {each.id for each in article_of(page).fixes}:
        raise AnswerError(msg("{fix}: there is no such fix", fix=fix))
    if result not in Outcome.Result.values:
        raise AnswerError(msg("{result}: worked, failed or untried", result=result))
    return Outcome.objects.create(
        revision=page.live,
        fix=fix,
        result=result,
        environment=told(facts, known),
        person=reader if isinstance(reader, User) else None,
    )


def told(facts: Mapping[str, Any], known: Vocabulary) -> dict[str, str]:
    """Of `facts` (name → value) those that may be kept: no free texts, nothing unknown."""
    return {
        name: str(value)[:200]
        for name, value in facts.items()
        if value is not None and name in known.facts and known.facts[name].kind in _TELLING
    }
