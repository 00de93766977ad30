"""The people of a small team, each with a browser of their own."""

from django.contrib.auth.models import User
from django.test import Client

from kb.accounts.roles import set_audiences, set_role

PASSWORD = "correct horse battery staple"


def person(name: str, role: str = "reader", *audiences: str) -> User:
    user = User.objects.create_user(name, f"{name}@example.org", PASSWORD)
    set_role(user, role)
    set_audiences(user, list(audiences))
    return user


def signed_in(name: str, role: str = "reader", *audiences: str, strict: bool = False) -> Client:
    """A client of a new person; `strict` checks CSRF tokens as a browser meets them."""
    client = Client(enforce_csrf_checks=strict)
    client.force_login(person(name, role, *audiences))
    return client
