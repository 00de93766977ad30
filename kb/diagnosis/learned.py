"""What pastes teach: what nobody could answer, which pages are needed, how much of each a day."""

from __future__ import annotations

from datetime import date, datetime
from typing import Any

from django.contrib.auth.models import User
from django.db import connections, models, router

from kb.wiki.models import Page


def _run(sql: str, values: list[Any]) -> None:
    """Counting is one statement: two at once lose none."""
    base = connections[router.db_for_write(DayCount)]
    with base.cursor() as cursor:
        cursor.execute(sql, [_adapted(base, value) for value in values])


def _adapted(base: Any, value: Any) -> Any:
    if isinstance(value, datetime):
        return base.ops.adapt_datetimefield_value(value)
    return base.ops.adapt_datefield_value(value) if isinstance(value, date) else value


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
        _run(
            "INSERT INTO diagnosis_unmatched (fingerprint, signature, count, first, last)"
            " VALUES (%s, %s, 1, %s, %s) ON CONFLICT (fingerprint) DO UPDATE SET"
            " count = diagnosis_unmatched.count + 1, last = excluded.last, closed = NULL",
            [fingerprint, signature[:2000], now, now],
        )


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
        _run(
            "INSERT INTO diagnosis_daycount (day, what, count) VALUES (%s, %s, 1) ON CONFLICT"
            " (day, what) DO UPDATE SET count = diagnosis_daycount.count + 1",
            [day, what],
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
        _run(
            "INSERT INTO diagnosis_need (page_id, count, last) SELECT id, 1, %s FROM wiki_page"
            " WHERE slug = %s ON CONFLICT (page_id) DO UPDATE SET"
            " count = diagnosis_need.count + 1, last = excluded.last",
            [now, slug],
        )
