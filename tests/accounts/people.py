"""The people of a small team, each with a browser of their own."""

from functools import cache

from django.contrib.auth.hashers import make_password
from django.contrib.auth.models import User
from django.test import Client

from kb.accounts.roles import set_audiences, set_role

PASSWORD = "correct horse battery staple"


@cache
def _hashed() -> str:
    """Once: a hash is made to cost what a thousand rows do."""
    return make_password(PASSWORD)


def person(name: str, role: str = "reader", *audiences: str) -> User:
    user = User(username=name, email=f"{name}@example.org", password=_hashed())
    user.save()
    set_role(user, role)
    set_audiences(user, list(audiences))
    return user


def signed_in(name: str, role: str = "reader", *audiences: str, strict: bool = False) -> Client:
    """A client of a new person; `strict` checks CSRF tokens as a browser meets them."""
    client = Client(enforce_csrf_checks=strict)
    client.force_login(person(name, role, *audiences))
    return client
