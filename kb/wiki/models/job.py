"""Long work that a person asked for, with how far it is: it outlives the page and the process."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

from django.conf import settings
from django.db import models

# A process that is at work says so after each step; one that has said nothing for so long is gone.
LEASE = timedelta(seconds=30)


class JobQuerySet(models.QuerySet["Job"]):
    def claim(self, job: Job, now: datetime) -> bool:
        """Whether this process may go on with a job that lost its own: one of several may."""
        lost = self.filter(pk=job.pk, finished=None, seen=job.seen)
        return job.is_lost(now) and lost.update(seen=now) == 1


class Job(models.Model):
    """`given` is what the work needs, `results` a row a step; both as JSON. What was given is
    dropped at the end."""

    class Kind(models.TextChoices):
        IMPORT = "import"
        REINDEX = "reindex"

    kind = models.CharField(max_length=20, choices=Kind.choices)
    who = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+"
    )
    address = models.CharField(max_length=64, blank=True)  # the network that asked, for the audit
    given: models.JSONField[Any, Any] = models.JSONField(default=dict)
    results: models.JSONField[Any, Any] = models.JSONField(default=list)
    dry_run = models.BooleanField(default=False)  # only says what would happen
    done = models.PositiveIntegerField(default=0)
    total = models.PositiveIntegerField(default=0)
    problem = models.TextField(blank=True)  # why it ended before its time
    started = models.DateTimeField()
    seen = models.DateTimeField()
    finished = models.DateTimeField(null=True)

    objects = JobQuerySet.as_manager()

    def __str__(self) -> str:
        return f"{self.kind} {self.pk}: {self.done} of {self.total}"

    def is_lost(self, now: datetime) -> bool:
        """Nobody is at it any more."""
        return self.finished is None and self.seen < now - LEASE
