"""No page asks the database more than twelve times, however many articles there are."""

from pathlib import Path

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import NoReverseMatch, URLPattern, URLResolver, get_resolver, reverse

from kb.diagnosis import measured
from kb.wiki import edited, indexing
from kb.wiki.base import note_sizes
from tests.accounts.people import signed_in
from tests.wiki.factory import source, take, write

pytestmark = pytest.mark.django_db
MOST = 12
PARTS = {"slug": "fault-3", "number": 1, "token": "none", "path": "x", "name": "facts"}
# What a text would change is tried on kept pastes, one diagnosis each: as many as it says there.
NOT_COUNTED = {"review-effect"}


def addresses() -> list[str]:
    """Every address of the site, with one article's parts put in."""
    found: dict[str, None] = {}
    for pattern in _patterns(get_resolver().url_patterns):
        name = pattern.name
        if name and name not in NOT_COUNTED:
            parts = {part: PARTS.get(part, "x") for part in pattern.pattern.converters}
            try:
                found[reverse(name, kwargs=parts)] = None
            except NoReverseMatch:
                continue
    return list(found)


def _patterns(patterns: list[URLPattern | URLResolver]) -> list[URLPattern]:
    found: list[URLPattern] = []
    for each in patterns:
        found += _patterns(each.url_patterns) if isinstance(each, URLResolver) else [each]
    return found


@pytest.fixture(params=[20, 400])
def many(own_data_dir: Path, tmp_path: Path, request: pytest.FixtureRequest) -> None:
    for number in range(request.param):
        text = source(f"Fault {number}", f"FrobError: widget {number} is not frobnicated")
        write(tmp_path, f"in/topic-{number % 3}/fault-{number}.md", text)
    take(tmp_path / "in")
    indexing.drain()
    note_sizes()


@pytest.fixture(autouse=True)
def as_a_process_knows_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """What a process asks once a second or a minute, whoever comes, is no page's."""
    monkeypatch.setattr(edited, "EVERY", 3600.0)
    monkeypatch.setattr(measured, "_SECONDS", 10**9)


@pytest.mark.usefixtures("many")
def test_no_page_asks_the_base_more_than_twelve_times() -> None:
    for role in ("nobody", "reader", "reviewer", "administrator"):
        asked, shown = asked_by(visitor(role))
        assert shown > 12
        assert {address: count for address, count in asked.items() if count > MOST} == {}, role


def visitor(role: str) -> Client:
    return Client() if role == "nobody" else signed_in(f"a-{role}", role)


def asked_by(client: Client) -> tuple[dict[str, int], int]:
    """How often each address asked the base, and how many of them showed a page."""
    asked, shown = {}, 0
    queries = ("?q=frobnicated", "?engine=vllm", "")
    for address in addresses():
        for query in queries if address in ("/search/", "/wizard/", "/articles/") else ("",):
            client.get(address + query)  # what a process reads once
            with CaptureQueriesContext(connection) as context:
                shown += client.get(address + query).status_code == 200
            asked[address + query] = len(context)
    return asked, shown


@pytest.mark.usefixtures("many")
def test_a_paste_asks_no_more_than_a_page() -> None:
    for role in ("nobody", "reviewer"):
        client = visitor(role)
        client.post("/diagnose/", {"paste": "FrobError: widget 3 is not frobnicated"})
        with CaptureQueriesContext(connection) as context:
            sent = client.post("/diagnose/", {"paste": "FrobError: widget 4 is not frobnicated"})
        assert sent.status_code == 302
        assert len(context) <= MOST, role
