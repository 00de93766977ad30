"""The texts that all articles share (the vocabulary, a flag catalogue an engine), once edited."""

from __future__ import annotations

from django.db import models
from django.urls import reverse

from kb.wiki.models.revision import Written


class SharedText(models.Model):
    """`name` is that of kb.wiki.corpus.shared. A text that nobody edited is a file and no row."""

    name = models.CharField(max_length=40, unique=True)
    digest = models.CharField(max_length=64, blank=True)  # hash of the newest text
    imported = models.CharField(max_length=64, blank=True)  # hash of the file last taken in

    def __str__(self) -> str:
        return self.name

    def get_absolute_url(self) -> str:
        return reverse("shared-text", args=[self.name])


class SharedRevision(Written):
    """The newest is the one that every process reads."""

    text = models.ForeignKey(SharedText, models.CASCADE, related_name="revisions")

    class Meta:
        ordering = ("text", "-number")
        constraints = (
            models.UniqueConstraint(fields=("text", "number"), name="one_shared_number"),
        )

    def __str__(self) -> str:
        return f"{self.text.name} #{self.number}"

    def get_absolute_url(self) -> str:
        return reverse("shared-revision", args=[self.text.name, self.number])
