"""Reading open or with a login, and sign-on by a proxy's header."""

import pytest
from django.contrib.auth.models import User
from django.test import Client
from pytest_django import Settings

from kb.accounts.roles import role_of
from tests.accounts.people import person, signed_in

pytestmark = pytest.mark.django_db
READS = ["/", "/articles/", "/search/?q=x", "/feed.atom", "/articles/x/", "/llms.txt"]


@pytest.mark.parametrize("address", READS)
def test_with_a_login_nothing_is_read_without_one(
    client: Client, settings: Settings, address: str
) -> None:
    settings.READING = "login"
    assert client.get(address)["Location"].startswith("/login/?next=")
    assert signed_in("ada").get(address).status_code in {200, 404}


def test_a_program_is_told_in_json(client: Client, settings: Settings) -> None:
    settings.READING = "login"
    for answer in (client.get("/api/v1/articles"), client.post("/api/v1/diagnose", b"x", "text/x")):
        assert (answer.status_code, answer.json()["error"]["code"]) == (401, "login")


@pytest.mark.parametrize("address", ["/login/", "/healthz", "/readyz", "/welcome/?key=x"])
def test_the_door_itself_is_open(client: Client, settings: Settings, address: str) -> None:
    settings.READING = "login"
    assert client.get(address).status_code in {200, 404, 503}


@pytest.fixture
def header(settings: Settings) -> None:
    settings.AUTH_HEADER = "X-Forwarded-User"
    settings.TRUSTED_PROXIES = ["10.0.0.1"]
    settings.AUTHENTICATION_BACKENDS = [
        *settings.AUTHENTICATION_BACKENDS,
        "kb.accounts.signon.ProxyBackend",
    ]


def who(client: Client, address: str, **headers: str) -> str:
    page = client.get("/account/", REMOTE_ADDR=address, headers=headers)
    return str(page.context["user"].username) if page.status_code == 200 else ""


@pytest.mark.usefixtures("header")
def test_a_trusted_proxy_names_the_person(client: Client) -> None:
    named = {"X-Forwarded-User": "ada"}
    assert who(client, "10.0.0.1", **named) == "ada"
    assert role_of(User.objects.get(username="ada")) == "reader"
    assert who(client, "10.0.0.1", **{"X-Forwarded-User": "bob"}) == "bob"
    assert who(client, "10.0.0.1") == "", "without the header the sign-on has ended"


@pytest.mark.usefixtures("header")
@pytest.mark.parametrize("name", ["X-Forwarded-User", "X_Forwarded_User"])
def test_anybody_else_is_nobody(client: Client, name: str) -> None:
    person("root", "administrator")
    assert who(client, "203.0.113.9", **{name: "root"}) == ""
    assert who(client, "10.0.0.1", **{"X-Forwarded-User": "a b<script>"}) == ""


@pytest.mark.usefixtures("header")
def test_a_session_of_the_proxy_is_worth_nothing_beside_it(client: Client) -> None:
    assert who(client, "10.0.0.1", **{"X-Forwarded-User": "ada"}) == "ada"
    assert who(client, "203.0.113.9") == ""


@pytest.mark.usefixtures("header")
def test_an_account_that_is_switched_off_stays_off(client: Client) -> None:
    ada = person("ada")
    User.objects.filter(pk=ada.pk).update(is_active=False)
    assert who(client, "10.0.0.1", **{"X-Forwarded-User": "ada"}) == ""


def test_without_the_setting_a_header_is_a_header(client: Client, settings: Settings) -> None:
    settings.TRUSTED_PROXIES = ["10.0.0.1"]
    assert who(client, "10.0.0.1", **{"X-Forwarded-User": "ada"}) == ""
