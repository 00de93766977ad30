"""The clock of the machine jumps: nothing that was acknowledged goes, nobody comes in longer than
they should, and nothing that is timed hangs."""

from __future__ import annotations

import time
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path
from xml.etree import ElementTree

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.utils import timezone
from pytest_django import Settings

from kb.accounts import throttle
from kb.accounts.models import OneTimeLink
from kb.accounts.throttle import Ledger
from kb.api.models import ApiToken
from kb.wiki import indexing
from kb.wiki.models import Page
from tests.accounts.people import PASSWORD, person
from tests.wiki.factory import edit_on_site, source, take, write

pytestmark = [pytest.mark.usefixtures("articles")]
LINE = "FrobnicationError: widget 17 is not frobnicated"
Jump = Callable[[timedelta], None]
BACK, ON, FAR = timedelta(days=-400), timedelta(days=400), timedelta(days=365 * 70)
PAGES = (
    "/",
    "/articles/",
    "/articles/widget-fp8/",
    "/articles/widget-fp8/history/",
    "/changes/",
    "/feed.atom",
    "/search/?q=frobnicated",
    "/health-of-articles/",
    "/reviews/",
    "/audit/",
    "/account/tokens/",
)


@pytest.fixture
def jump(monkeypatch: pytest.MonkeyPatch) -> Jump:
    """Sets the clock of the wall to now and this much; `time.monotonic` goes on, as it does."""
    now, seconds = timezone.now, time.time

    def by(much: timedelta) -> None:
        monkeypatch.setattr("django.utils.timezone.now", lambda: now() + much)
        monkeypatch.setattr("time.time", lambda: seconds() + much.total_seconds())

    return by


@pytest.mark.parametrize("much", [BACK, ON, FAR])
def test_articles_are_kept_read_and_written(jump: Jump, tmp_path: Path, much: timedelta) -> None:
    ada = Client()
    jump(much)
    ada.force_login(person("ada", "administrator"))
    edit_on_site("widget-fp8", source("Frobnication after the jump"))
    take(write(tmp_path, "more/later.md", source("Later", "LaterError: x")))
    for page in PAGES:
        assert ada.get(page).status_code in {200, 302}, page
    jump(timedelta(0))
    edit_on_site("widget-fp8", source("Frobnication with the clock set right"))
    numbers = Page.objects.get(slug="widget-fp8").revisions.values_list("number", flat=True)
    assert list(numbers) == [3, 2, 1], "the order of a history is its numbers, not its times"
    for page in PAGES:
        assert ada.get(page).status_code in {200, 302}, page
    assert "clock set right" in ada.get("/search/?q=frobnication").content.decode()
    ElementTree.fromstring(ada.get("/feed.atom").content)
    assert indexing.ask(lambda index: index.slugs()) == set(
        Page.objects.values_list("slug", flat=True)
    )


@pytest.mark.parametrize(("much", "stays"), [(BACK, True), (ON, False), (timedelta(days=1), True)])
def test_a_session_ends_when_its_time_is_over(jump: Jump, much: timedelta, stays: bool) -> None:
    client = Client()
    client.force_login(person("ada", "author"))
    jump(much)
    assert (client.get("/articles/new/").status_code == 200) == stays
    jump(timedelta(0))
    assert client.post("/login/", {"username": "ada", "password": PASSWORD}).status_code == 302


@pytest.mark.parametrize(("much", "status"), [(BACK, 200), (ON, 401), (timedelta(0), 200)])
def test_a_token_ends_when_its_time_is_over(jump: Jump, much: timedelta, status: int) -> None:
    _, key = ApiToken.make(person("ada"), "x", "read", 30, timezone.now())
    headers = {"Authorization": f"Bearer {key}"}
    jump(much)
    assert Client().get("/api/v1/search?q=x", headers=headers).status_code == status
    jump(timedelta(0))
    assert Client().get("/api/v1/search?q=x", headers=headers).status_code == 200


def test_a_one_time_link_is_used_once_whatever_the_clock_says(jump: Jump) -> None:
    key = OneTimeLink.make(person("ada"), timezone.now())
    fields = {"new_password1": "a new long phrase 7", "new_password2": "a new long phrase 7"}
    jump(ON)
    client = Client()
    client.post(f"/welcome/?key={key}", fields | {"key": key})
    assert not User.objects.get(username="ada").check_password(fields["new_password1"])
    jump(BACK)
    client.post(f"/welcome/?key={key}", fields | {"key": key})
    assert User.objects.get(username="ada").check_password(fields["new_password1"])
    assert OneTimeLink.of(key, datetime(2000, 1, 1, tzinfo=UTC)) is None


def test_a_diagnosis_is_there_until_its_days_are_over(jump: Jump) -> None:
    client = Client()
    address = client.post("/diagnose/", {"paste": LINE})["Location"]
    for much, status in ((BACK, 200), (timedelta(days=29), 200), (ON, 404), (timedelta(0), 200)):
        jump(much)
        assert client.get(address).status_code == status, much
    jump(ON)
    client.post("/diagnose/", {"paste": LINE})
    jump(timedelta(0))
    assert client.get(address).status_code == 404, "the next paste has thrown it away"


def test_who_has_to_wait_waits_as_long(
    jump: Jump, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The throttles count by a clock that does not jump."""
    settings.RATE_LIMIT = True
    monkeypatch.setattr(throttle, "_ledger", Ledger(share=0.01, refill=0.0001))
    client = Client()
    while client.post("/diagnose/", {"paste": LINE}).status_code != 429:
        pass
    for much in (BACK, ON):
        jump(much)
        answer = client.post("/diagnose/", {"paste": LINE})
        assert answer.status_code == 429
        assert int(answer["Retry-After"]) > 60
