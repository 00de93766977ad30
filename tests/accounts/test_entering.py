from datetime import timedelta

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.utils import timezone
from pytest_django import Settings

from kb.accounts import attempts
from kb.accounts.models import AuditEntry, OneTimeLink, Typed
from kb.accounts.roles import has_administrator
from kb.accounts.throttle import Ledger
from tests.accounts.people import PASSWORD, person, signed_in

pytestmark = pytest.mark.django_db
FIRST = {"username": "ada", "password1": PASSWORD, "password2": PASSWORD}


def first_link() -> str:
    return OneTimeLink.make(None, timezone.now())


def test_the_first_administrator_is_made_once(client: Client) -> None:
    key = first_link()
    assert "ada" not in client.get(f"/welcome/?key={key}").content.decode()
    assert client.post("/welcome/", FIRST | {"key": key}).status_code == 302
    ada = User.objects.get(username="ada")
    assert (ada.is_superuser, has_administrator()) == (True, True)
    again = Client().post("/welcome/", FIRST | {"key": key, "username": "eve"})
    assert again.status_code == 404
    assert User.objects.count() == 1


def test_a_second_first_link_is_worth_nothing_once_there_is_one(client: Client) -> None:
    key = first_link()
    person("ada", "administrator")
    sent = client.post("/welcome/", FIRST | {"key": key, "username": "eve"})
    assert (sent.status_code, User.objects.count()) == (404, 1)


def test_a_link_ends_by_itself_and_its_key_is_not_kept(client: Client) -> None:
    key = OneTimeLink.make(None, timezone.now() - timedelta(hours=25))
    assert client.get(f"/welcome/?key={key}").status_code == 404
    assert key not in str(OneTimeLink.objects.values())


@pytest.mark.parametrize("password", ["short", "12345678901", "password", ""])
def test_a_weak_password_is_refused_and_the_link_stays(client: Client, password: str) -> None:
    key = first_link()
    sent = FIRST | {"key": key, "password1": password, "password2": password}
    assert client.post("/welcome/", sent).status_code == 422
    assert OneTimeLink.of(key, timezone.now())


def test_in_and_out(client: Client) -> None:
    person("ada")
    ada = {"username": "ada", "password": PASSWORD, "next": "/articles/"}
    assert client.post("/login/", ada)["Location"] == "/articles/"
    assert "_auth_user_id" in client.session
    assert client.get("/logout/").status_code == 405
    client.post("/logout/")
    assert "_auth_user_id" not in client.session


def test_a_wrong_name_and_a_wrong_password_look_the_same(client: Client) -> None:
    person("ada")

    def refused(name: str) -> str:
        page = client.post("/login/", {"username": name, "password": "x"})
        return str(page.context["form"].errors)

    assert refused("ada") == refused("nobody")


def test_a_login_leads_to_our_own_pages_only(client: Client) -> None:
    person("ada")
    sent = {"username": "ada", "password": PASSWORD, "next": "https://evil.example/"}
    assert client.post("/login/", sent)["Location"] == "/"


def test_attempts_are_counted_before_the_hash(
    client: Client, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.RATE_LIMIT = True
    monkeypatch.setattr(attempts, "_ledgers", (Ledger(share=2.5, refill=0.01),))
    person("ada")
    codes = [
        client.post("/login/", {"username": "ada", "password": str(at)}).status_code
        for at in range(4)
    ]
    assert codes == [200, 200, 200, 429]
    right = client.post("/login/", {"username": "ada", "password": PASSWORD})
    assert (right.status_code, int(right["Retry-After"]) > 0) == (429, True)
    other = {"username": "ada", "password": PASSWORD}
    assert Client(REMOTE_ADDR="203.0.113.5").post("/login/", other).status_code == 429


def test_what_was_typed_outlives_a_lost_login(client: Client) -> None:
    person("ada")
    sent = {"email": "someone@example.org, a long text", "csrfmiddlewaretoken": "x"}
    page = client.post("/account/", sent)
    assert page.status_code == 401
    login = {"username": "ada", "next": page.context["next"], "typed": page.context["typed"]}
    wrong = client.post("/login/", login | {"password": "x"})
    assert wrong.context["typed"] == page.context["typed"]
    assert client.post("/login/", login | {"password": PASSWORD})["Location"] == "/account/"
    assert Typed.objects.get().fields == {"email": sent["email"]}


def test_a_login_needs_its_token() -> None:
    person("ada")
    strict = Client(enforce_csrf_checks=True)
    sent = {"username": "ada", "password": PASSWORD}
    assert strict.post("/login/", sent | {"csrfmiddlewaretoken": "a" * 64}).status_code == 403


def test_the_audit_log_is_written_once(client: Client) -> None:
    person("ada")
    client.post("/login/", {"username": "ada", "password": PASSWORD})
    entry = AuditEntry.objects.get()
    assert (entry.action, entry.name, entry.address) == ("log-in", "ada", "127.0.0.0/24")
    with pytest.raises(TypeError):
        entry.save()
    with pytest.raises(TypeError):
        entry.delete()


def test_an_own_account_has_an_address_and_a_password() -> None:
    ada = signed_in("ada")
    assert ada.post("/account/", {"email": "new@example.org"}).status_code == 302
    assert User.objects.get().email == "new@example.org"
    assert ada.post("/account/", {"email": "nonsense"}).status_code == 422
    assert ada.get("/account/password/").status_code == 200


def test_the_login_page_has_the_name_of_the_site(client: Client, settings: Settings) -> None:
    settings.SITE_NAME = "Faults of ours"
    assert client.get("/login/").content.decode().count("Faults of ours") == 2
