"""What people say about pages: comments, what they watch, and what somebody has to look at."""

from __future__ import annotations

from django.conf import settings
from django.db import models

from kb.wiki.models.page import Page


class Comment(models.Model):
    """A remark on one revision; resolved when it is answered."""

    revision = models.ForeignKey("wiki.Revision", models.CASCADE, related_name="comments")
    author = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True)
    text = models.TextField()  # Markdown of one sentence or few, masked
    created = models.DateTimeField(auto_now_add=True)
    resolved = models.DateTimeField(null=True)
    resolved_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+"
    )

    class Meta:
        ordering = ("pk",)

    def __str__(self) -> str:
        return f"{self.author} on {self.revision}"


class Watch(models.Model):
    """Who is told of changes: of a page, or of a topic (then `page` is empty)."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE)
    page = models.ForeignKey(Page, models.CASCADE, null=True, blank=True)
    topic = models.CharField(max_length=100, blank=True)

    class Meta:
        constraints = (
            models.UniqueConstraint(
                fields=("user", "page"), condition=models.Q(topic=""), name="one_watch_a_page"
            ),
            models.UniqueConstraint(
                fields=("user", "topic"), condition=models.Q(page=None), name="one_watch_a_topic"
            ),
        )

    def __str__(self) -> str:
        return f"{self.user} watches {self.page or self.topic}"


class Task(models.Model):
    """Something at a page that a person must look at, until somebody has."""

    class Kind(models.TextChoices):
        FLAG = "flag"  # a reader says that it is wrong
        UNHELPFUL = "unhelpful"  # its fix did not help twice in one environment

    page = models.ForeignKey(Page, models.CASCADE, related_name="tasks")
    kind = models.CharField(max_length=10, choices=Kind)
    remark = models.TextField(blank=True)  # masked
    opened = models.DateTimeField(auto_now_add=True)
    opened_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+"
    )
    closed = models.DateTimeField(null=True)
    closed_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+"
    )

    class Meta:
        ordering = ("-pk",)

    def __str__(self) -> str:
        return f"{self.kind}: {self.page}"
