from collections.abc import Iterator

import pytest
from django.http import HttpRequest, HttpResponse
from django.test import RequestFactory
from pytest_django import Settings

from kb.accounts import throttle
from kb.accounts.throttle import Ledger, client_of, throttled


def test_a_client_waits_until_its_share_has_come_back() -> None:
    ledger = Ledger(share=10.0, refill=0.5)
    assert ledger.wait("a", 0.0) == 0
    ledger.spend("a", 11.0, 0.0)
    assert ledger.wait("a", 0.0) == 4
    assert ledger.wait("b", 0.0) == 0, "another client is not held up"
    assert ledger.wait("a", 3.0) == 0


@pytest.mark.parametrize(
    ("peer", "forwarded", "client"),
    [
        ("203.0.113.9", "", "203.0.113.9"),
        ("203.0.113.9", "198.51.100.1", "203.0.113.9"),  # not a proxy of ours: a lie
        ("127.0.0.1", "198.51.100.1", "198.51.100.1"),
        ("127.0.0.1", "1.2.3.4, 198.51.100.1", "198.51.100.1"),
        ("2001:db8::1:2:3:4", "", "2001:db8::/64"),
        ("nonsense", "", "unknown"),
    ],
)
def test_who_the_client_is(peer: str, forwarded: str, client: str, settings: Settings) -> None:
    settings.TRUSTED_PROXIES = ["127.0.0.1"]
    request = RequestFactory().get("/", REMOTE_ADDR=peer)
    if forwarded:
        request.META["HTTP_X_FORWARDED_FOR"] = forwarded
    assert client_of(request) == client


@pytest.fixture
def empty_ledger(monkeypatch: pytest.MonkeyPatch) -> Iterator[Ledger]:
    ledger = Ledger(share=1.0, refill=0.1)
    ledger.spend("127.0.0.1", 5.0, 0.0)
    monkeypatch.setattr(throttle, "_ledger", ledger)
    monkeypatch.setattr(throttle.time, "monotonic", lambda: 0.0)
    yield ledger


@pytest.mark.usefixtures("empty_ledger", "own_data_dir")
def test_over_the_share_nothing_is_done(settings: Settings) -> None:
    done: list[str] = []

    @throttled()
    def view(request: HttpRequest) -> HttpResponse:
        done.append("work")
        return HttpResponse("ok")

    settings.RATE_LIMIT = True
    refused = view(RequestFactory().get("/"))
    assert (refused.status_code, refused["Retry-After"], done) == (429, "50", [])
    settings.RATE_LIMIT = False
    assert view(RequestFactory().get("/")).status_code == 200
