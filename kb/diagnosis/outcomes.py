"""Did it fix it? What people and programs say of a fix after they tried it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import timedelta
from typing import Any

from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import Count
from django.utils import timezone

from kb.core.facts import Vocabulary, canonical
from kb.core.messages import msg
from kb.diagnosis.engine import AnswerError
from kb.diagnosis.learning import learn_outcome
from kb.diagnosis.models import Diagnosis, Outcome
from kb.wiki.models import Page, Revision
from kb.wiki.models.page import Reader
from kb.wiki.reading import article_of

_COUNTED = {Outcome.Result.WORKED.value: 1, Outcome.Result.FAILED.value: -1}
_SENT_AGAIN = timedelta(minutes=10)
_TELLING = ("choice", "version", "number")  # a text may name who somebody is


def report(
    slug: str, fix: str, result: str, facts: Mapping[str, Any], reader: Reader, known: Vocabulary
) -> Outcome:
    """Notes what became of a fix of the newest text; what a program sends again, as the answer got
    lost, is noted once. Raises AnswerError, Page.DoesNotExist."""
    page = Page.objects.visible_to(reader).answering().get(slug=slug)
    if fix not in {each.id for each in article_of(page).fixes}:
        raise AnswerError(msg("{fix}: there is no such fix", fix=fix))
    if result not in Outcome.Result.values:
        raise AnswerError(msg("{result}: worked, failed or untried", result=result))
    return _noted_once(
        revision=page.live,
        fix=fix,
        result=result,
        environment=told(_as_written(facts, known), known),
        person=reader if isinstance(reader, User) else None,
    )


def _noted_once(**said: Any) -> Outcome:
    """The outcome that was said, or the same of the same person from a moment before."""
    with transaction.atomic():
        Revision.objects.select_for_update().get(pk=said["revision"].pk)  # two at once take turns
        again = Outcome.objects.filter(**said, created__gt=timezone.now() - _SENT_AGAIN)
        if said["person"] and (before := again.first()):
            return before
        outcome = Outcome.objects.create(**said)
        learn_outcome(outcome)
    return outcome


def _as_written(facts: Mapping[str, Any], known: Vocabulary) -> dict[str, str]:
    """The facts by their own names, with values as the vocabulary writes them. What is none of them
    is not repeated in the refusal: it may be a secret that nothing marks as one."""
    found = {}
    for number, (written, value) in enumerate(facts.items(), 1):
        name = known.name_of(written)
        if name is None:
            place = {"number": number, "count": len(facts)}
            raise AnswerError(msg("fact {number} of {count}: no such fact", **place))
        said = canonical(name, str(value), known)
        if said is None:
            raise AnswerError(msg("{name}: no such value", name=name))
        found[name] = said
    return found


def answer_for(
    diagnosis: Diagnosis,
    page: Page,
    fix: str,
    result: str,
    facts: Mapping[str, Any],
    known: Vocabulary,
) -> bool:
    """What became of a fix in one diagnosis; a later word takes the place of the earlier. False
    where the page was no answer of it or has no such fix."""
    offered = {
        match.get("article") for match in diagnosis.matches if match.get("verdict") != "near"
    }
    fixes = {each.id for each in article_of(page).fixes}
    if page.slug not in offered or fix not in fixes or result not in Outcome.Result.values:
        return False
    with transaction.atomic():
        earlier = Outcome.objects.select_for_update().filter(diagnosis=diagnosis, fix=fix)
        before = earlier.filter(revision__page=page).first()
        if before and before.result == result:
            return True
        earlier.filter(revision__page=page).delete()
        outcome = Outcome.objects.create(
            diagnosis=diagnosis,
            revision=page.live,
            fix=fix,
            result=result,
            environment=told(facts, known),
        )
        learn_outcome(outcome)
    return True


def worked(slugs: Sequence[str]) -> Mapping[str, int]:
    """How many more said of each article's fixes "it worked" than "it did not"."""
    said = Outcome.objects.filter(revision__page__slug__in=slugs, result__in=_COUNTED)
    rows = said.values_list("revision__page__slug", "result").annotate(number=Count("pk"))
    counts = dict.fromkeys(slugs, 0)
    for slug, result, number in rows:
        counts[slug] += _COUNTED[result] * number
    return counts


def facts_of(diagnosis: Diagnosis, answers: Mapping[str, str]) -> dict[str, Any]:
    """The environment of a diagnosis as bare values; an answer beats what was read."""
    read = {
        name: fact.get("value")
        for name, fact in diagnosis.facts.items()
        if isinstance(fact, dict) and fact.get("value") and fact.get("how") != "default"
    }
    return read | {name: value for name, value in answers.items() if value != "?"}


def told(facts: Mapping[str, Any], known: Vocabulary) -> dict[str, str]:
    """Of `facts` (name → value) those that may be kept: no free texts, nothing unknown."""
    return {
        name: str(value)[:200]
        for name, value in facts.items()
        if value is not None and name in known.facts and known.facts[name].kind in _TELLING
    }
