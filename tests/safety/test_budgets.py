"""Costly work is bounded, and refused before it begins. CPU time, at five times the figure."""

from __future__ import annotations

import time
from collections.abc import Iterator
from typing import Any

import pytest
from django.test import Client
from pytest_django import Settings

from kb.accounts import attempts, throttle
from kb.accounts.throttle import Ledger
from tests.accounts.people import person

pytestmark = pytest.mark.usefixtures("articles")
MIB = 2**20
PASTES = {
    "brackets": "[a" * (MIB // 2 - 8),
    "one line": "x" * (MIB - 8),
    "errors": "ValueError: bad thing 17\n" * (MIB // 26),
    "tracebacks": 'Traceback (most recent call last):\n  File "a.py", line 1, in x\nE: y\n'
    * 14_000,
    "commands": "vllm serve m --a b \\\n" * (MIB // 22),
    "key begins": "-----BEGIN PRIVATE KEY-----" * (MIB // 28),
    "colours": "\x1b[31m" * (MIB // 6),
    "quotes": "'\"`$(" * (MIB // 6),
    "dashes": "--a " * (MIB // 5),
    "json": '{"a":' * (MIB // 6),
    "yaml": "- a:\n" * (MIB // 6),
    "fences": "```bash\n" * (MIB // 8),
    "units": "ExecStart=a\n" * (MIB // 12),
    "versions": "vllm 0.9.1 torch==2.9.0\n" * (MIB // 26),
}


SHORT = {"commands", "tracebacks", "yaml", "key begins", "json"}


@pytest.mark.parametrize(
    "name", [n if n in SHORT else pytest.param(n, marks=pytest.mark.long) for n in PASTES]
)
def test_a_hostile_paste_of_a_mebibyte_is_answered(client: Client, name: str) -> None:
    before = time.process_time()
    answer = client.post("/api/v1/diagnose", PASTES[name].encode(), "text/plain")
    assert answer.status_code in {200, 422}
    assert time.process_time() - before < 10  # five times 2 s


@pytest.mark.parametrize("name", [*sorted(SHORT), "quotes", "dashes", "fences", "units"])
def test_a_hostile_command_is_answered(client: Client, name: str) -> None:
    before = time.process_time()
    answer = client.post("/command/", {"command": PASTES[name][: 63 * 1024]})
    assert answer.status_code in {200, 422}
    assert time.process_time() - before < 10


@pytest.fixture
def limited(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Ledgers of their own, and a clock that stands still."""
    settings.RATE_LIMIT = True
    monkeypatch.setattr(throttle, "_ledger", Ledger(share=0.05, refill=0.0001))
    ledgers = (Ledger(share=10.0, refill=10 / 60), Ledger(share=50.0, refill=50 / 3600))
    monkeypatch.setattr(attempts, "_ledgers", ledgers)
    yield


@pytest.mark.usefixtures("limited")
def test_of_many_log_ins_only_ten_are_hashed(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    person("ada")
    hashed: list[str] = []

    def count(request: Any, **fields: Any) -> None:
        hashed.append(str(fields))

    monkeypatch.setattr("django.contrib.auth.forms.authenticate", count)
    told = [client.post("/login/", {"username": f"ada{n % 2}", "password": "x"}) for n in range(60)]
    assert len(hashed) <= 12  # ten, and what comes back in the seconds that this takes
    assert told[-1].status_code == 429
    assert int(told[-1]["Retry-After"]) > 0


@pytest.mark.usefixtures("limited")
@pytest.mark.parametrize("address", ["/diagnose/", "/command/", "/api/v1/diagnose"])
def test_a_flood_of_pastes_is_refused_before_it_is_read(
    client: Client, monkeypatch: pytest.MonkeyPatch, address: str
) -> None:
    text = "ValueError: bad thing\n" * 2_000
    sent = {"paste": text, "command": "vllm serve m " + "--a b " * 1000}
    answers = [client.post(address, sent).status_code for _ in range(12)]
    assert 429 in answers
    assert set(answers[answers.index(429) :]) == {429}
    before = time.process_time()
    for _ in range(20):
        assert client.post(address, sent).status_code == 429
    assert time.process_time() - before < 5
    assert client.get("/articles/").status_code == 200, "reading is free"


@pytest.mark.parametrize("size", [MIB + 1, 2 * MIB, 4 * MIB])
def test_more_than_a_mebibyte_is_refused_with_what_to_do(client: Client, size: int) -> None:
    for answer in (
        client.post("/diagnose/", {"paste": "x" * size}),
        client.post("/api/v1/diagnose", b"x" * size, "text/plain"),
    ):
        assert answer.status_code == 413
        assert "1 MiB" in answer.content.decode()


@pytest.mark.parametrize("query", ["q=" + "a*+" * 3000, "q=" + "%20".join("abcdefgh") * 300])
def test_a_long_query_is_cut(client: Client, query: str) -> None:
    before = time.process_time()
    assert client.get(f"/search/?{query}").status_code in {200, 414}
    assert time.process_time() - before < 5
