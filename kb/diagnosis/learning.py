"""A diagnosis and what became of its fix → what the base learns of them."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from datetime import datetime

from django.db.models import Count
from django.utils import timezone

from kb.core.errors import fingerprint
from kb.diagnosis.engine import Diagnosed
from kb.diagnosis.learned import DayCount, Need, Unmatched
from kb.diagnosis.models import Outcome
from kb.wiki.models import Task
from kb.wiki.prepared import Prepared

Result = Outcome.Result
# What tells two environments apart, where it is known; the engine's own version comes on top.
_PLACE = ("engine", "gpu", "quantization", "modality", "platform")
_TWICE = 2  # failures in one environment that somebody must look at
_LOOKED_AT = 200  # the newest failures of a fix


def learn(diagnosed: Diagnosed, now: datetime) -> None:
    """Counts a paste as matched or not, and groups what nothing answers."""
    best = next((match for match in diagnosed.matches if match.known and match.alive), None)
    root = diagnosed.reading.errors.root
    DayCount.add("matched" if best else "unmatched", now.date())
    if best:
        Need.met(best.article.slug, now)
    elif root:
        Unmatched.met(fingerprint(root.signature), root.signature, now)


def place_of(facts: Mapping[str, str]) -> str:
    """16 hexadecimal digits; the same for environments that we cannot tell apart."""
    names = (*_PLACE, facts.get("engine", ""))
    text = "\0".join(f"{name}={facts.get(name, '')}" for name in names)
    return hashlib.blake2b(text.encode(), digest_size=8).hexdigest()


def learn_outcome(outcome: Outcome) -> None:
    """Counts a new outcome; twice in vain in one environment, and somebody is asked to look."""
    if outcome.result != Result.UNTRIED:
        DayCount.add(outcome.result, timezone.now().date())
    if outcome.result == Result.FAILED and _failed_here(outcome) >= _TWICE:
        Task.objects.get_or_create(
            page=outcome.revision.page,
            kind=Task.Kind.UNHELPFUL,
            remark=outcome.fix,
            closed=None,
        )


def _failed_here(outcome: Outcome) -> int:
    failed = Outcome.objects.filter(
        revision=outcome.revision, fix=outcome.fix, result=Result.FAILED
    ).order_by("-pk")
    place = place_of(outcome.environment)
    environments = failed.values_list("environment", flat=True)[:_LOOKED_AT]
    return sum(place_of(environment) == place for environment in environments)


def counts_of(slug: str) -> dict[str, dict[str, int]]:
    """Results by fix of an article: {"eager": {"worked": 3, "failed": 1}}."""
    found: dict[str, dict[str, int]] = {}
    for fix, result, count in _COUNTS.rows(slug):
        found.setdefault(fix, {"worked": 0, "failed": 0})[result] = count
    return found


_COUNTS = Prepared(
    lambda slug: (
        Outcome.objects.filter(revision__page__slug=slug)
        .exclude(result=Result.UNTRIED)
        .values_list("fix", "result")
        .annotate(count=Count("pk"))
        .order_by()
    ),
    "\0slug",
)
