"""One text of a page. Never changed: an edit is a new revision, a restore as well."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.urls import reverse


class Written(models.Model):
    """A text that somebody wrote, or that came from a file; `number` counts from 1."""

    class Origin(models.TextChoices):
        FILE = "file"
        WEB = "web"

    number = models.PositiveIntegerField()
    source = models.TextField()
    origin = models.CharField(max_length=4, choices=Origin, default=Origin.WEB)
    author = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True)
    note = models.CharField(max_length=300, blank=True)
    based_on = models.ForeignKey("self", models.SET_NULL, null=True, blank=True)
    created = models.DateTimeField(auto_now_add=True)

    class Meta:
        abstract = True


class Revision(Written):
    """`rendered` is safe HTML by part, made at the save."""

    page = models.ForeignKey("wiki.Page", models.CASCADE, related_name="revisions")
    rendered = models.JSONField(default=dict)
    shown = models.DateTimeField(null=True, blank=True)  # since when readers saw it, if ever

    class Meta:
        ordering = ("page", "-number")
        constraints = (
            models.UniqueConstraint(fields=("page", "number"), name="one_revision_a_number"),
        )

    def __str__(self) -> str:
        return f"{self.page.slug} #{self.number}"

    def get_absolute_url(self) -> str:
        return reverse("revision", args=[self.page.slug, self.number])
