"""Who may do what with an article in which state: the committed table against every address.

A new address without a row fails. `WRITE_ACCESS=1` writes the table anew, to be read and kept."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from django.contrib.auth.models import AnonymousUser
from django.db import transaction
from django.test import Client
from django.utils import timezone

from kb.accounts.roles import ROLES
from kb.wiki.models import Page, State
from tests.accounts.people import signed_in
from tests.safety.addresses import addresses
from tests.wiki.factory import source, take, write

TABLE = Path(__file__).parent / "access.tsv"
STATES = ("open", "draft", "closed", "thrown")  # slugs: published, draft, restricted, in the trash
WHO = ("nobody", *ROLES)
pytestmark = pytest.mark.django_db


@pytest.fixture
def library(tmp_path: Path) -> None:
    for slug in STATES:
        more = "audience: [platform]\n" if slug == "closed" else ""
        write(tmp_path, f"in/vllm/{slug}.md", source(f"Of {slug}", f"Error{slug}: x", more=more))
    take(tmp_path / "in")
    Page.objects.filter(slug="draft").update(state=State.DRAFT)
    Page.objects.filter(slug="thrown").update(trashed=timezone.now())


@pytest.fixture
def clients(library: None) -> dict[str, Client]:
    return {"nobody": Client()} | {role: signed_in(f"{role}-1", role) for role in ROLES}


def status(client: Client, method: str, path: str) -> str:
    """The answer's status, and where it sends; what it did is taken back."""
    client.raise_request_exception = False
    with transaction.atomic():
        answer = client.get(path) if method == "GET" else client.post(path)
        transaction.set_rollback(True)
    sent = answer.headers.get("Location", "").partition("?")[0]
    return f"{answer.status_code}{'→login' if sent == '/login/' else ''}"


def rows(clients: dict[str, Client]) -> list[str]:
    found = []
    for address in addresses():
        for slug in STATES if address.of_article else ("-",):
            for method in ("GET", "POST"):
                if address.name in {"logout", "nowhere"} and slug == "-" and method == "POST":
                    continue  # it would end the session of the test
                cells = [status(clients[who], method, address.path(slug)) for who in WHO]
                found.append("\t".join((address.name, method, slug, *cells)))
    return found


def test_the_table_holds_for_every_address(clients: dict[str, Client]) -> None:
    found = rows(clients)
    head = "\t".join(("name", "method", "article", *WHO))
    if os.environ.get("WRITE_ACCESS"):
        TABLE.write_text("\n".join([head, *found]) + "\n", "utf-8")
    kept = TABLE.read_text("utf-8").splitlines()
    assert [row for row in found if row not in kept] == [], "not in the table, or another answer"
    assert [row for row in kept[1:] if row not in found] == [], "in the table alone"


def table() -> list[dict[str, str]]:
    head, *lines = (line.split("\t") for line in TABLE.read_text("utf-8").splitlines())
    return [dict(zip(head, line, strict=True)) for line in lines]


def test_nothing_is_a_mistake_of_ours() -> None:
    assert [row for row in table() if any(row[who].startswith("5") for who in WHO)] == []


def test_what_is_not_for_a_reader_is_not_there() -> None:
    """404, as for an article that never was: its name is not given away."""
    for row in table():
        to_history = row["name"] == "compare"  # without numbers, whatever the slug is
        if row["article"] in {"draft", "closed", "thrown"} and not to_history:
            for who in ("nobody", "reader"):
                assert row[who] in {"404", "405", "403", "302→login", "401"}, row


def test_nobody_writes_without_an_account() -> None:
    open_to_all = {"diagnose", "live", "answer", "diagnosis-add", "diagnosis-delete", "outcome"}
    open_to_all |= {"wizard-answer", "command", "login", "welcome", "set-language", "set-theme"}
    open_to_all |= {"api-diagnose", "api-facts", "api-launch", "feed", "article-flag"}
    for row in table():
        if row["method"] == "POST" and row["name"] not in open_to_all:
            assert row["nobody"] in {"302→login", "401", "403", "404", "405"}, row


def test_what_administers_is_for_administrators() -> None:
    for row in table():
        if row["name"] in {"people", "person-new", "person-rights", "person-link", "audit"}:
            assert {row[who] for who in ("reader", "author", "reviewer")} <= {"403", "405"}, row


def test_every_post_of_a_browser_needs_its_token(library: None) -> None:
    strict = signed_in("root", "administrator", strict=True)
    strict.raise_request_exception = False
    for address in addresses():
        if not address.route.startswith("api/"):
            answer = strict.post(address.path())
            assert answer.status_code in {403, 405}, address


def test_a_name_that_is_there_is_not_told_from_one_that_is_not(library: None) -> None:
    """Nor does an unknown user name cost less than a known one: both are hashed."""
    assert AnonymousUser().is_anonymous
    signed_in("ada")
    client = Client()
    known = client.post("/login/", {"username": "ada", "password": "wrong"})
    unknown = client.post("/login/", {"username": "eve", "password": "wrong"})
    assert known.status_code == unknown.status_code
    told = [answer.context["form"].non_field_errors() for answer in (known, unknown)]
    assert told[0] == told[1]
