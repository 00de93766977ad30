"""One row for each change, written in the transaction of the change."""

from __future__ import annotations

from django.contrib.auth.models import User
from django.http import HttpRequest

from kb.accounts.models import AuditEntry
from kb.accounts.throttle import client_of


def note(request: HttpRequest, action: str, subject: str = "", revision: int | None = None) -> None:
    """`action` is a verb of a few letters (`publish`), `subject` a slug or a user name."""
    who = request.user if request.user.is_authenticated else None
    record(who, network_of(request), action, subject, revision)


def record(
    who: User | None, network: str, action: str, subject: str = "", revision: int | None = None
) -> None:
    """The same for work that goes on without its request."""
    AuditEntry.objects.create(
        who=who,
        name=who.get_username() if who else "",
        action=action,
        subject=subject[:200],
        revision=revision,
        address=network,
    )


def network_of(request: HttpRequest) -> str:
    """Where a request came from, as the audit keeps it."""
    return _network(client_of(request))


def _network(client: str) -> str:
    """The /24 of an IPv4 address: enough to tell networks apart, too little to name a person."""
    parts = client.split(".")
    return ".".join([*parts[:3], "0/24"]) if len(parts) == 4 else client
