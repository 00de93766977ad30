"""What pastes teach: what nobody could answer, which pages are needed, how much of each a day."""

from __future__ import annotations

from datetime import date, datetime

from django.contrib.auth.models import User
from django.db import models
from django.db.models import F

from kb.wiki.models import Page

# Counting is one update; a first row is inserted blindly, so that two at once lose at most one.


class Unmatched(models.Model):
    """An error that nothing answers: its signature and how often; excerpts go with diagnoses."""

    fingerprint = models.CharField(max_length=16, unique=True)
    signature = models.TextField()
    count = models.PositiveIntegerField(default=0)
    first = models.DateTimeField()
    last = models.DateTimeField(db_index=True)
    closed = models.DateTimeField(null=True, blank=True)
    closed_by = models.ForeignKey(User, models.SET_NULL, null=True, blank=True)

    class Meta:
        ordering = ("-count", "-last")
        verbose_name_plural = "unmatched"

    def __str__(self) -> str:
        return self.signature[:80]

    @classmethod
    def met(cls, fingerprint: str, signature: str, now: datetime) -> None:
        """One more paste of it; a closed group opens again."""
        known = cls.objects.filter(fingerprint=fingerprint)
        if not known.update(count=F("count") + 1, last=now, closed=None):
            text = signature[:2000]
            fresh = Unmatched(fingerprint=fingerprint, signature=text, count=1, first=now, last=now)
            Unmatched.objects.bulk_create([fresh], ignore_conflicts=True)


class DayCount(models.Model):
    """How often something happened on a day: matched, unmatched, worked, failed."""

    day = models.DateField()
    what = models.CharField(max_length=10)
    count = models.PositiveIntegerField(default=0)

    class Meta:
        constraints = (models.UniqueConstraint(fields=("day", "what"), name="one_count_a_day"),)

    def __str__(self) -> str:
        return f"{self.day} {self.what}: {self.count}"

    @classmethod
    def add(cls, what: str, day: date) -> None:
        if not cls.objects.filter(day=day, what=what).update(count=F("count") + 1):
            DayCount.objects.bulk_create(
                [DayCount(day=day, what=what, count=1)], ignore_conflicts=True
            )


class Need(models.Model):
    """How often a page was the answer, and when last: what nobody needs is not nagged about."""

    page = models.OneToOneField(Page, models.CASCADE, related_name="need")
    count = models.PositiveIntegerField(default=0)
    last = models.DateTimeField()

    def __str__(self) -> str:
        return f"{self.page}: {self.count}"

    @classmethod
    def met(cls, slug: str, now: datetime) -> None:
        known = cls.objects.filter(page__slug=slug)
        if known.update(count=F("count") + 1, last=now):
            return
        page = Page.objects.filter(slug=slug).first()
        if page is not None:
            Need.objects.bulk_create([Need(page=page, count=1, last=now)], ignore_conflicts=True)
