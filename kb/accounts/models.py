"""What accounts keep beside Django's users: one-time links, the audit log, typed texts."""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Any

from django.conf import settings
from django.contrib.auth.models import User
from django.db import models
from django.utils import timezone

from kb.core.redact import redact

LINK_HOURS = 24
MOST_TYPED = 1024 * 1024  # characters of one form that are kept


def _digest(key: str) -> str:
    return hashlib.sha256(key.encode()).hexdigest()


class OneTimeLink(models.Model):
    """A link that sets a password, once. Without `user` it makes the first administrator.

    Only the hash of its key is kept: whoever reads the base cannot use it."""

    digest = models.CharField(max_length=64, unique=True)
    user = models.ForeignKey(User, models.CASCADE, null=True, blank=True)
    expires = models.DateTimeField()

    def __str__(self) -> str:
        return f"link for {self.user or 'the first administrator'}"

    @classmethod
    def make(cls, user: User | None, now: datetime) -> str:
        """A new key; an older link of the same person ends."""
        key = secrets.token_urlsafe(24)
        cls.objects.filter(user=user).delete()
        expires = now + timedelta(hours=LINK_HOURS)
        cls.objects.create(digest=_digest(key), user=user, expires=expires)
        return key

    @classmethod
    def of(cls, key: str, now: datetime) -> OneTimeLink | None:
        """The link that is still good, or None."""
        found = cls.objects.select_related("user").filter(digest=_digest(key), expires__gte=now)
        return found.first()

    def use(self) -> bool:
        """Ends the link; False where another request was first."""
        gone, _ = OneTimeLink.objects.filter(pk=self.pk).delete()
        return gone > 0


class AuditEntry(models.Model):
    """Who did what to what, and when. Written once; the application has no way to change it."""

    created = models.DateTimeField(auto_now_add=True, db_index=True)
    who = models.ForeignKey(User, models.SET_NULL, null=True, blank=True)
    name = models.CharField(max_length=150, blank=True)  # as it was then
    action = models.CharField(max_length=40)
    subject = models.CharField(max_length=200, blank=True, db_index=True)  # slug or user name
    revision = models.PositiveIntegerField(null=True, blank=True)
    address = models.CharField(max_length=60, blank=True)  # network of the client

    class Meta:
        ordering = ("-pk",)
        verbose_name_plural = "audit entries"

    def __str__(self) -> str:
        return f"{self.name} {self.action} {self.subject}"

    def save(self, *args: Any, **kwargs: Any) -> None:
        if self.pk is not None:
            raise TypeError("an audit entry is never changed")
        super().save(*args, **kwargs)

    def delete(self, *args: Any, **kwargs: Any) -> tuple[int, dict[str, int]]:
        raise TypeError("an audit entry is never deleted")


class Typed(models.Model):
    """What a person typed into the form of an address and has not sent yet."""

    user = models.ForeignKey(User, models.CASCADE)
    address = models.CharField(max_length=300)
    fields = models.JSONField(default=dict)
    updated = models.DateTimeField(auto_now=True)
    discarded = models.BooleanField(default=False)  # can be taken back until it is typed anew

    class Meta:
        constraints = (
            models.UniqueConstraint(fields=("user", "address"), name="one_typed_text_an_address"),
        )

    def __str__(self) -> str:
        return f"{self.user} at {self.address}"

    @classmethod
    def keep(cls, user: User, address: str, fields: Mapping[str, object]) -> None:
        """Keeps the newest, masked; a text that is too long for any form is not kept."""
        if sum(len(str(value)) for value in fields.values()) > MOST_TYPED:
            return
        kept = {name: redact(str(value), personal=False).text for name, value in fields.items()}
        defaults = {"fields": kept, "discarded": False}
        old = timezone.now() - timedelta(days=settings.KEEP_DAYS)
        cls.objects.filter(user=user, discarded=True, updated__lt=old).delete()
        cls.objects.update_or_create(user=user, address=address[:300], defaults=defaults)

    @classmethod
    def at(cls, user: User, address: str) -> Typed | None:
        return cls.objects.filter(user=user, address=address[:300]).first()

    @classmethod
    def forget(cls, user: User, address: str) -> None:
        cls.objects.filter(user=user, address=address[:300]).delete()
