"""Keys with which programs come in as a person."""

from __future__ import annotations

import hashlib
import secrets
from datetime import datetime, timedelta

from django.contrib.auth.models import User
from django.db import models

PREFIX = "kbt_"
MOST_DAYS = 366
_SEEN_EVERY = timedelta(hours=1)


def _digest(key: str) -> str:
    return hashlib.sha256(key.encode()).hexdigest()


class ApiToken(models.Model):
    """A key of a person, good until `expires`. Only its hash is kept: whoever reads the base
    cannot use it. It may do what its scope says, and never more than the person may."""

    class Scope(models.TextChoices):
        READ = "read"
        WRITE = "write"

    user = models.ForeignKey(User, models.CASCADE, related_name="api_tokens")
    name = models.CharField(max_length=60)
    digest = models.CharField(max_length=64, unique=True)
    scope = models.CharField(max_length=5, choices=Scope, default=Scope.READ)
    created = models.DateTimeField(auto_now_add=True)
    expires = models.DateTimeField()
    used = models.DateTimeField(null=True, blank=True)  # to the hour

    class Meta:
        ordering = ("-created",)

    def __str__(self) -> str:
        return f"{self.name} of {self.user}"

    @classmethod
    def make(
        cls, user: User, name: str, scope: str, days: int, now: datetime
    ) -> tuple[ApiToken, str]:
        """A token for 1 to 366 days, and its key, which is shown once. Raises ValueError."""
        if scope not in cls.Scope.values or not 1 <= days <= MOST_DAYS:
            raise ValueError(f"scope is read or write, days a number from 1 to {MOST_DAYS}")
        key = PREFIX + secrets.token_urlsafe(32)
        token = cls.objects.create(
            user=user,
            name=name[:60],
            digest=_digest(key),
            scope=scope,
            expires=now + timedelta(days=days),
        )
        return token, key

    @classmethod
    def of(cls, key: str, now: datetime) -> ApiToken | None:
        """The token of a key that is still good, of a person who still may come in."""
        good = cls.objects.filter(digest=_digest(key), expires__gte=now, user__is_active=True)
        return good.select_related("user").first()

    def may(self, scope: str) -> bool:
        return scope == self.Scope.READ or self.scope == self.Scope.WRITE

    def seen(self, now: datetime) -> None:
        """Notes the use, at most once an hour: reading must not write each time."""
        if self.used is None or now - self.used > _SEEN_EVERY:
            ApiToken.objects.filter(pk=self.pk).update(used=now)
