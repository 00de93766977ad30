from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone
from pytest_django import Settings

from kb.api.models import ApiToken
from kb.diagnosis.models import Outcome
from kb.wiki.models import Page
from tests.accounts.people import person, signed_in

pytestmark = pytest.mark.usefixtures("articles")


def bearer(key: str) -> dict[str, Any]:
    return {"headers": {"Authorization": f"Bearer {key}"}}


@pytest.fixture
def key() -> str:
    return ApiToken.make(person("ann", "reader", "platform"), "ci", "read", 30, timezone.now())[1]


def test_a_token_reads_what_its_person_may(client: Client, key: str) -> None:
    page = Page.objects.get(slug="widget-awq")
    page.restricted = True
    page.save()
    page.audience.set(person("eve", "reader", "platform").groups.filter(name="platform"))
    assert client.get("/api/v1/articles/widget-awq").status_code == 404
    assert client.get("/api/v1/articles/widget-awq", **bearer(key)).status_code == 200


def test_a_token_opens_the_api_of_a_closed_site(
    client: Client, key: str, settings: Settings
) -> None:
    settings.READING = "login"
    assert client.get("/api/v1/articles").status_code == 401
    assert client.get("/api/v1/articles", **bearer(key)).status_code == 200
    assert client.get("/articles/", **bearer(key)).status_code == 302, "pages take no token"


@pytest.mark.parametrize("spoil", ["unknown", "expired", "inactive"])
def test_a_token_that_is_not_good_is_refused(client: Client, key: str, spoil: str) -> None:
    token = ApiToken.objects.get()
    if spoil == "expired":
        ApiToken.objects.update(expires=timezone.now() - timedelta(seconds=1))
    elif spoil == "inactive":
        token.user.is_active = False
        token.user.save()
    answer = client.get("/api/v1/articles", **bearer("kbt_x" if spoil == "unknown" else key))
    assert (answer.status_code, answer.json()["error"]["code"]) == (401, "token")
    assert answer["WWW-Authenticate"].startswith("Bearer")


def test_only_the_hash_of_a_key_is_kept(key: str) -> None:
    assert key not in str(ApiToken.objects.values().get())


def test_its_use_is_noted_once_an_hour(client: Client, key: str) -> None:
    client.get("/api/v1/articles", **bearer(key))
    first = ApiToken.objects.get().used
    client.get("/api/v1/articles", **bearer(key))
    assert first is not None
    assert ApiToken.objects.get().used == first


@pytest.mark.parametrize(("scope", "days"), [("admin", 3), ("read", 0), ("read", 400)])
def test_no_token_without_a_scope_and_an_end(db: None, scope: str, days: int) -> None:
    with pytest.raises(ValueError, match="scope is read or write"):
        ApiToken.make(person("bob"), "x", scope, days, timezone.now())


def test_a_person_makes_and_ends_tokens() -> None:
    browser = signed_in("carl")
    page = browser.post("/account/tokens/", {"name": "ci", "scope": "read", "days": "7"})
    token = ApiToken.objects.get()
    shown = page.content.decode()
    key = shown[shown.index("kbt_") :].split("<")[0].strip()
    assert Client().get("/api/v1/articles", **bearer(key)).status_code == 200
    assert key not in browser.get("/account/tokens/").content.decode()
    signed_in("mallory").post(f"/account/tokens/{token.pk}/end/")
    assert ApiToken.objects.exists(), "another person's token stays"
    browser.post(f"/account/tokens/{token.pk}/end/")
    assert Client().get("/api/v1/articles", **bearer(key)).status_code == 401


@pytest.mark.parametrize(
    "sent",
    [{"name": "", "scope": "read", "days": "7"}, {"name": "x", "scope": "all", "days": "7"},
     {"name": "x", "scope": "read", "days": "9999"}],
)  # fmt: skip
def test_a_token_form_that_is_wrong_says_so(db: None, sent: dict[str, str]) -> None:
    assert signed_in("dora").post("/account/tokens/", sent).status_code == 422
    assert not ApiToken.objects.exists()


OUTCOME = {"article": "widget-fp8", "fix": "eager", "result": "worked", "facts": {"gpu": "H100"}}


@pytest.fixture
def writer() -> str:
    return ApiToken.make(person("ci", "reader"), "ci", "write", 30, timezone.now())[1]


def noted(client: Client, key: str = "", **other: Any) -> Any:
    sent = bearer(key) if key else {}
    return client.post("/api/v1/outcomes", OUTCOME | other, "application/json", **sent)


def test_a_token_of_the_scope_write_notes_what_became_of_a_fix(client: Client, writer: str) -> None:
    answer = noted(client, writer)
    assert (answer.status_code, answer.json()) == (200, {"noted": True})
    outcome = Outcome.objects.get()
    assert (outcome.revision.page.slug, outcome.fix, outcome.result) == (
        "widget-fp8",
        "eager",
        "worked",
    )
    assert (outcome.environment, str(outcome.person)) == ({"gpu": "H100"}, "ci")


def test_an_outcome_that_is_sent_again_counts_once(client: Client, writer: str) -> None:
    for facts in ({"gpu": "H100"}, {"gpu": "h100"}, {"gpu": "A100"}):
        assert noted(client, writer, facts=facts).status_code == 200
    assert noted(client, writer, result="failed").status_code == 200
    environments = [(each.result, each.environment["gpu"]) for each in Outcome.objects.all()]
    assert sorted(environments) == [("failed", "H100"), ("worked", "A100"), ("worked", "H100")]
    Outcome.objects.update(created=timezone.now() - timedelta(minutes=11))
    assert noted(client, writer).status_code == 200
    assert Outcome.objects.count() == 4


def test_nothing_is_noted_without_that_scope(client: Client, key: str) -> None:
    for answer, status in ((noted(client), 401), (noted(client, key), 403)):
        assert answer.status_code == status
        assert "scope write" in answer.json()["error"]["hint"]
    assert noted(signed_in("root", "administrator")).status_code == 401, "a page of another site"
    assert not Outcome.objects.exists()


@pytest.mark.parametrize(
    ("other", "status", "said"),
    [({"article": "nothing"}, 404, "no such article"), ({"fix": "x"}, 422, "no such fix"),
     ({"result": "perhaps"}, 400, "worked, failed"), ({"fix": None}, 400, "fix is missing"),
     ({"facts": ["H100"]}, 400, "facts is an object"),
     ({"facts": {"gpu": "H100", "s3cret": "2"}}, 422, "fact 2 of 2: no such fact"),
     ({"facts": {"gpu": "s3cret"}}, 422, "gpu: no such value")],
)  # fmt: skip
def test_a_wrong_outcome_is_refused_in_a_sentence(
    client: Client, writer: str, other: dict[str, Any], status: int, said: str
) -> None:
    answer = noted(client, writer, **other)
    assert answer.status_code == status
    assert said in str(answer.json()["error"])
    assert "s3cret" not in answer.content.decode()
    assert not Outcome.objects.exists()
