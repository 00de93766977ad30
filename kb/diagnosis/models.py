"""What is kept of a paste (masked, for KB_KEEP_DAYS), and what became of a fix."""

from __future__ import annotations

import secrets
from datetime import datetime, timedelta

from django.conf import settings
from django.contrib.auth.models import User
from django.db import models
from django.urls import reverse

from kb.diagnosis.learned import DayCount, Need, Unmatched
from kb.wiki.models import Revision

__all__ = ["DayCount", "Diagnosis", "Need", "Outcome", "Unmatched"]


def new_token() -> str:
    return secrets.token_urlsafe(12)


class DiagnosisQuerySet(models.QuerySet["Diagnosis"]):
    def kept(self, now: datetime) -> DiagnosisQuerySet:
        return self.filter(created__gte=now - timedelta(days=settings.KEEP_DAYS))

    def expired(self, now: datetime) -> DiagnosisQuerySet:
        return self.filter(created__lt=now - timedelta(days=settings.KEEP_DAYS))


class Diagnosis(models.Model):
    """`excerpt` is rows of [line number, masked text]; a gap is lines that were dropped."""

    token = models.CharField(max_length=32, unique=True, default=new_token)
    created = models.DateTimeField(auto_now_add=True, db_index=True)
    excerpt = models.JSONField(default=list)
    lines = models.PositiveIntegerField(default=0)  # how many the paste had
    environment = models.TextField(blank=True)  # masked
    command = models.TextField(blank=True)  # masked
    redacted = models.JSONField(default=list)  # [{"kind", "count"}]
    keep = models.JSONField(default=list)  # kinds of personal details that are not masked
    verdict = models.CharField(max_length=10, blank=True)  # as first answered
    facts = models.JSONField(default=dict)
    matches = models.JSONField(default=list)  # [{"article", "verdict", "score"}]
    phases = models.JSONField(default=list)  # of a start-up, in order: [phase, state]
    signature = models.TextField(blank=True)  # of the root line
    fingerprint = models.CharField(max_length=16, blank=True, db_index=True)

    objects = DiagnosisQuerySet.as_manager()

    class Meta:
        verbose_name_plural = "diagnoses"

    def __str__(self) -> str:
        return self.token

    def get_absolute_url(self) -> str:
        return reverse("diagnosis", args=[self.token])


class Outcome(models.Model):
    """One a diagnosis and fix. `environment` is the facts that tell no names: fact → value."""

    class Result(models.TextChoices):
        WORKED = "worked"
        FAILED = "failed"  # tried, and the fault is still there
        UNTRIED = "untried"  # could not be tried

    revision = models.ForeignKey(Revision, models.CASCADE, related_name="outcomes")
    fix = models.CharField(max_length=80)
    result = models.CharField(max_length=7, choices=Result)
    environment = models.JSONField(default=dict)
    diagnosis = models.ForeignKey(
        Diagnosis, models.SET_NULL, null=True, blank=True, related_name="outcomes"
    )
    person = models.ForeignKey(User, models.SET_NULL, null=True, blank=True)
    created = models.DateTimeField(auto_now_add=True, db_index=True)

    class Meta:
        indexes = (models.Index(fields=("revision", "fix"), name="outcome_of_fix"),)
        constraints = (
            models.UniqueConstraint(
                fields=("diagnosis", "revision", "fix"), name="one_outcome_a_diagnosis_and_fix"
            ),
        )

    def __str__(self) -> str:
        return f"{self.revision.page.slug}/{self.fix} {self.result}"
