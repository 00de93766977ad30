"""A review as a row: who asked for it, who answered what, and when."""

from __future__ import annotations

from django.conf import settings
from django.db import models


class Review(models.Model):
    """One request to look at a revision. It is open until it has a verdict."""

    class Verdict(models.TextChoices):
        OPEN = ""
        APPROVED = "approved"
        CHANGES = "changes"
        WITHDRAWN = "withdrawn"

    revision = models.ForeignKey("wiki.Revision", models.CASCADE, related_name="reviews")
    asked_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+"
    )
    asked = models.DateTimeField(auto_now_add=True)
    verdict = models.CharField(max_length=10, choices=Verdict, default=Verdict.OPEN, blank=True)
    reviewer = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+"
    )
    decided = models.DateTimeField(null=True)
    remark = models.TextField(blank=True)

    class Meta:
        ordering = ("-pk",)
        constraints = (
            models.UniqueConstraint(
                fields=("revision",),
                condition=models.Q(verdict=""),
                name="one_open_review_a_revision",
            ),
        )

    def __str__(self) -> str:
        return f"{self.revision}: {self.verdict or 'open'}"
