import re

import pytest
from django.contrib.auth.models import User
from django.test import Client

from kb.accounts.models import AuditEntry
from kb.accounts.roles import audiences_of, role_of
from tests.accounts.people import PASSWORD, person, signed_in

pytestmark = pytest.mark.django_db
NEW = {"username": "bob", "email": "bob@example.org", "role": "author"}
PAGES = ("/people/", "/audit/")


@pytest.fixture
def root() -> Client:
    return signed_in("root", "administrator")


def test_an_administrator_makes_an_account_whose_link_sets_the_password(root: Client) -> None:
    page = root.post("/people/new/", NEW)
    assert page.status_code == 201
    link = re.search(r"/welcome/\?key=[\w-]+", page.content.decode())
    assert link
    bob = User.objects.get(username="bob")
    assert (role_of(bob), bob.has_usable_password()) == ("author", False)
    sent = {"new_password1": PASSWORD, "new_password2": PASSWORD, "key": link[0].split("=")[1]}
    assert Client().post("/welcome/", sent).status_code == 302
    assert Client().login(username="bob", password=PASSWORD)
    assert "key=" not in root.get("/people/").content.decode(), "a link is shown once"


def test_a_second_press_changes_nothing(root: Client) -> None:
    root.post("/people/new/", NEW)
    assert root.post("/people/new/", NEW).status_code == 422
    assert User.objects.filter(username="bob").count() == 1


def test_a_new_link_ends_the_older_one(root: Client) -> None:
    first = root.post("/people/new/", NEW).context["link"]
    number = User.objects.get(username="bob").pk
    second = root.post(f"/people/{number}/link/").context["link"]
    assert Client().get(first).status_code == 404
    assert Client().get(second).status_code == 200


def test_rights_are_set_and_noted(root: Client) -> None:
    bob = person("bob")
    sent = {"role": "reviewer", "audiences": "platform, ops, administrator", "is_active": "on"}
    root.post(f"/people/{bob.pk}/", sent)
    bob = User.objects.get(pk=bob.pk)
    assert (role_of(bob), audiences_of(bob)) == ("reviewer", ["ops", "platform"])
    assert (bob.has_perm("wiki.review_page"), bob.is_superuser) == (True, False)
    assert AuditEntry.objects.filter(action="set rights", subject="bob").exists()
    root.post(f"/people/{bob.pk}/", {"role": "reader"})
    bob = User.objects.get(pk=bob.pk)
    assert (bob.is_active, bob.has_perm("wiki.change_page")) == (False, False)


@pytest.mark.parametrize("role", ["reader", "god", ""])
def test_the_last_administrator_stays_one(root: Client, role: str) -> None:
    number = User.objects.get(username="root").pk
    root.post(f"/people/{number}/", {"role": role, "is_active": "on"})
    root.post(f"/people/{number}/", {"role": "administrator"})
    me = User.objects.get(username="root")
    assert (me.is_superuser, me.is_active) == (True, True)


@pytest.mark.parametrize("role", ["reader", "author", "reviewer"])
def test_people_are_for_administrators(role: str) -> None:
    other, bob = signed_in("eve", role), person("bob")
    for address in PAGES:
        assert other.get(address).status_code == 403
    assert other.post("/people/new/", NEW | {"username": "x"}).status_code == 403
    assert other.post(f"/people/{bob.pk}/", {"role": "administrator"}).status_code == 403
    assert other.post(f"/people/{bob.pk}/link/").status_code == 403
    assert not User.objects.filter(is_superuser=True).exists()


def test_without_an_account_one_is_asked_to_log_in(client: Client) -> None:
    for address in PAGES:
        assert client.get(address)["Location"].startswith("/login/?next=")
    assert client.post("/people/new/", NEW).status_code == 401


def test_nobody_is_made_with_a_foreign_token() -> None:
    strict = signed_in("root", "administrator", strict=True)
    sent = NEW | {"csrfmiddlewaretoken": "a" * 64}
    assert strict.post("/people/new/", sent).status_code == 403
    assert not User.objects.filter(username="bob").exists()
