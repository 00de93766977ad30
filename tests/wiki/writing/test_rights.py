"""Every form that changes something: who may, with whose token, and how much of it."""

from pathlib import Path

import pytest
from django.apps import apps
from django.core.management.color import no_style
from django.db import connection
from django.db.models import Model
from django.test import Client
from django.urls import resolve
from django.utils import timezone

from kb.diagnosis.learned import Unmatched
from kb.wiki.models import Comment, Page, Task
from tests.accounts.people import signed_in

PAGE = "/articles/widget-fp8/"
ROLES = ("", "reader", "author", "reviewer", "administrator")
# Address, what is sent, and the least role that may.
FORMS: list[tuple[str, dict[str, str], str]] = [
    ("/articles/new/", {"title": "x"}, "author"),
    (f"{PAGE}edit/", {}, "author"),
    (f"{PAGE}source/", {"source": "x"}, "author"),
    (f"{PAGE}preview/", {"title": "x"}, "author"),
    (f"{PAGE}hold/", {"address": PAGE}, "author"),
    ("/articles/try/", {"paste": "x"}, "author"),
    ("/articles/import/", {"text": "x"}, "author"),
    (f"{PAGE}review/1/decide/", {"do": "submit"}, "author"),
    (f"{PAGE}restore/1/", {}, "author"),
    (f"{PAGE}state/", {"do": "outdate"}, "reviewer"),
    (f"{PAGE}rename/", {"slug": "other"}, "reviewer"),
    (f"{PAGE}trash/", {}, "reviewer"),
    ("/articles/widget-awq/untrash/", {}, "reviewer"),
    (f"{PAGE}comment/1/", {"text": "x"}, "reader"),
    ("/comments/1/resolve/", {}, "author"),
    (f"{PAGE}watch/", {"what": "page"}, "reader"),
    (f"{PAGE}flag/", {"text": "x"}, ""),
    ("/tasks/1/close/", {}, "author"),
    ("/unmatched/1/start/", {}, "author"),
    ("/unmatched/1/close/", {"do": "anyway"}, "author"),
    ("/shared/facts/", {"source": "x"}, "reviewer"),
    ("/shared/facts/effect/", {"source": "x"}, "reviewer"),
    ("/shared/import/", {"help": "x"}, "reviewer"),
    ("/shared/facts/restore/1/", {}, "reviewer"),
    ("/files/", {}, "administrator"),
    ("/jobs/reindex/", {}, "administrator"),
    ("/account/tokens/", {"name": "x"}, "reader"),
    ("/account/tokens/1/end/", {}, "reader"),
    ("/people/new/", {"username": "x", "role": "reader"}, "administrator"),
    ("/people/1/", {"role": "reader"}, "administrator"),
    ("/people/1/link/", {}, "administrator"),
    ("/account/", {"email": "x@example.org"}, "reader"),
]
REFUSED = {401, 403, 404}
# Forms of everybody, a paste's and the site's own; they have tests of their own.
OF_ALL = {
    *("answer", "diagnose", "diagnosis-add", "diagnosis-delete", "outcome", "wizard-answer"),
    *("api-diagnose", "api-facts", "api-launch", "command", "feed", "live", "try", "styleguide"),
    "api-outcomes",  # for tokens, no session
    *("login", "account-password", "welcome", "set-language", "set-theme"),
}
ACCESS = Path(__file__).parents[2] / "safety" / "access.tsv"


@pytest.fixture
def things(articles: None) -> None:
    """One of each thing that a form can be about, by somebody else; all have the number 1."""
    signed_in("somebody", "reviewer")
    now, page = timezone.now(), Page.objects.get(slug="widget-fp8")
    Page.objects.filter(slug="widget-awq").update(trashed=now)
    Comment.objects.create(pk=1, revision=page.live, text="Hm.")
    Task.objects.create(pk=1, page=page, kind=Task.Kind.FLAG, remark="Hm.")
    Unmatched.objects.create(pk=1, fingerprint="f", signature="S: x", first=now, last=now)
    _count_on(Comment, Task, Unmatched)


def _count_on(*models: type[Model]) -> None:
    """PostgreSQL does not see that a number was taken by hand."""
    with connection.cursor() as cursor:
        for statement in connection.ops.sequence_reset_sql(no_style(), models):
            cursor.execute(statement)


def everything() -> dict[str, list[tuple[object, ...]]]:
    """All rows of the wiki and of people, but for sessions and what a visit leaves behind."""
    models = [
        *apps.get_app_config("wiki").get_models(),
        *apps.get_app_config("accounts").get_models(),
    ]
    models += [apps.get_model("auth", "User"), Unmatched]
    seen = ("last_login", "password")
    fields = {
        each: [f.name for f in each._meta.concrete_fields if f.name not in seen] for each in models
    }
    return {each.__name__: list(each.objects.values_list(*fields[each])) for each in models}  # type: ignore[attr-defined]


def of(role: str, strict: bool = False) -> Client:
    if not role:
        return Client(enforce_csrf_checks=strict)
    return signed_in(f"the-{role}", role, strict=strict)


def test_no_form_is_forgotten() -> None:
    """Whatever address of the table of rights takes a POST from an administrator is here."""
    rows = [line.split("\t") for line in ACCESS.read_text("utf-8").splitlines()[1:]]
    take_something = {row[0] for row in rows if row[1] == "POST" and row[-1] != "405"}
    here = {resolve(address).url_name for address, _, _ in FORMS}
    assert take_something - OF_ALL - here == set()


@pytest.mark.usefixtures("things")
@pytest.mark.parametrize("role", ROLES)
def test_who_may_not_changes_nothing(role: str) -> None:
    client = of(role)
    before = everything()
    for address, sent, least in FORMS:
        if ROLES.index(role) < ROLES.index(least):
            answer = client.post(address, sent)
            assert answer.status_code in REFUSED, address
            assert (answer.status_code == 401) == (role == ""), address
    assert everything() == before


@pytest.mark.usefixtures("things")
@pytest.mark.parametrize(("address", "sent", "least"), FORMS)
def test_who_may_is_answered_and_twice_is_no_accident(
    address: str, sent: dict[str, str], least: str
) -> None:
    client = of(least)
    first, second = client.post(address, sent), client.post(address, sent)
    assert first.status_code not in {401, 403, 500}
    assert second.status_code < 500


@pytest.mark.usefixtures("things")
def test_a_foreign_token_changes_nothing() -> None:
    client = of("administrator", strict=True)
    before = everything()
    for address, sent, _ in FORMS:
        for token in ({}, {"csrfmiddlewaretoken": "a" * 64}):
            assert client.post(address, sent | token).status_code == 403, address
    assert everything() == before


@pytest.mark.usefixtures("things")
def test_ten_megabytes_change_nothing() -> None:
    client = of("administrator")
    before = everything()
    for address, sent, _ in FORMS:
        assert client.post(address, sent | {"more": "x" * 10_000_000}).status_code == 413, address
    assert everything() == before


@pytest.mark.usefixtures("things")
def test_a_get_changes_nothing() -> None:
    client = of("administrator")
    before = everything()
    for address, sent, _ in FORMS:
        assert client.get(address, sent).status_code in {200, 404, 405}, address
    assert everything() == before
