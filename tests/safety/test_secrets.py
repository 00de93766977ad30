"""A secret that comes in by any entrance is nowhere afterwards: not kept, not told, not logged."""

from __future__ import annotations

import json
import logging
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connection
from django.test import Client
from pytest_django import Settings

from kb.core.redact import redact
from kb.logs import MaskedFormatter
from tests.accounts.people import PASSWORD, person, signed_in
from tests.safety.canaries import ALL, CLEAN, PERSONAL, SECRETS, Canary, leaks, log_of
from tests.shell import Shell
from tests.wiki.factory import source, write

LOG, COMMANDS = log_of(ALL), log_of(SECRETS)
ONE = "vllm serve example/model --api-key {} --port 8000"
BARE = [each for each in SECRETS if each.value not in redact(each.value).text]  # without a name
Told = Iterator[Any]  # responses of the site, or texts
pytestmark = pytest.mark.usefixtures("articles")


@pytest.mark.parametrize("canary", ALL, ids=lambda canary: canary.name)
def test_each_kind_is_masked(canary: Canary) -> None:
    assert canary.value not in redact(canary.line).text


@pytest.mark.parametrize("canary", SECRETS, ids=lambda canary: canary.name)
def test_a_secret_is_masked_where_personal_details_stay(canary: Canary) -> None:
    assert canary.value not in redact(canary.line, personal=False).text


@pytest.mark.parametrize("line", CLEAN)
def test_clean_text_is_not_eaten(line: str) -> None:
    assert redact(line).text == line
    assert redact(f"{LOG}\n{line}\n{LOG}").text.count(line) == 1


def _pasted(client: Client, **texts: Any) -> Told:
    """The diagnosis of a paste, its pages, what is added to it, and the answer in its address."""
    sent = client.post("/diagnose/", texts)
    yield sent
    address = sent["Location"]
    yield client.get(address)
    yield client.get(address, headers={"HX-Request": "true"})


def by_form(client: Client, shell: Shell) -> Told:
    yield from _pasted(client, paste=LOG, environment=LOG, command=COMMANDS)


def by_command_alone(client: Client, shell: Shell) -> Told:
    for canary in SECRETS[::3]:
        if "\n" not in canary.line:
            yield from _pasted(client, command=ONE.format(f"'{canary.value}'"))


def by_file(client: Client, shell: Shell) -> Told:
    yield from _pasted(client, file=SimpleUploadedFile("server.log", LOG.encode()))
    yield from _pasted(client, file=SimpleUploadedFile("server.log", LOG.encode("utf-16")))


def by_adding(client: Client, shell: Shell) -> Told:
    address = client.post("/diagnose/", {"paste": "FrobnicationError: widget 1"})["Location"]
    yield client.post(f"{address}add/", {"environment": LOG, "command": COMMANDS})
    yield client.get(address)


def by_answer(client: Client, shell: Shell) -> Told:
    address = client.post("/diagnose/", {"paste": "FrobnicationError: widget 1"})["Location"]
    for canary in SECRETS[::3]:
        for page in (f"{address}answer/", "/wizard/answer/"):
            sent = client.post(page, {"name": "model", "value": canary.line[:150]})
            yield sent
            yield client.get(sent["Location"])


def by_typing(client: Client, shell: Shell) -> Told:
    for canary in ALL[::3]:
        yield client.post("/diagnose/live/", {"paste": canary.line})


def by_command_page(client: Client, shell: Shell) -> Told:
    for canary in SECRETS:
        yield client.post("/command/", {"command": canary.line, "version": BARE[0].value})
    yield client.post("/command/", {"command": COMMANDS, "version": "0.9.0"})


def by_api(client: Client, shell: Shell) -> Told:
    values = {"paste": LOG, "environment": LOG, "command": COMMANDS, "answers": {"model": "x"}}
    for accept in ("application/json", "text/plain"):
        sent = {"content_type": "application/json", "headers": {"Accept": accept}}
        yield client.post("/api/v1/diagnose", values, **sent)
        yield client.post("/api/v1/diagnose", LOG.encode(), "text/plain")
        yield client.post("/api/v1/launch", {"text": COMMANDS}, **sent)
        yield client.post("/api/v1/facts", {"text": LOG}, **sent)


def by_wrong_api_call(client: Client, shell: Shell) -> Told:
    for canary in BARE:
        answers = {"paste": "x", "answers": {"engine": canary.value, canary.value: "1"}}
        yield client.post("/api/v1/diagnose", answers, content_type="application/json")
    yield client.post("/api/v1/diagnose", LOG.encode(), content_type="application/json")
    change = {"op": SECRETS[0].value, "flag": SECRETS[0].line}
    body = {"text": COMMANDS, "change": change, "fix": SECRETS[0].value}
    yield client.post("/api/v1/launch", body, content_type="application/json")
    yield client.post("/api/v1/facts", json.dumps([LOG]), content_type="application/json")


def by_command_line(client: Client, shell: Shell) -> Told:
    for words in (("diagnose", "-"), ("facts", "-"), ("launch", "-")):
        for more in ((), ("--json",)):
            yield shell(*words, *more, stdin=(LOG if words[0] != "launch" else COMMANDS).encode())
    yield shell("diagnose", "-", "--answer", f"engine={SECRETS[0].value}", stdin=LOG.encode())
    yield shell("diagnose", "-", "--command", ONE.format(SECRETS[3].value), stdin=LOG.encode())


def by_batch(client: Client, shell: Shell) -> Told:
    rows = [
        {"id": 1, "paste": LOG, "environment": LOG, "command": COMMANDS, "text": COMMANDS},
        {"id": 2, "paste": "x", "text": "x", "answers": {"engine": SECRETS[0].value}},
    ]
    batch = "\n".join([*map(json.dumps, rows), LOG.replace("\n", " ")]).encode()
    for command in ("diagnose", "launch"):
        yield shell(command, "--batch", "-", stdin=batch)
    facts = json.dumps({"id": 1, "text": LOG}).encode()
    yield shell("facts", "--batch", "-", stdin=facts)


def by_search(client: Client, shell: Shell) -> Told:
    for canary in SECRETS:
        yield client.get("/search/", {"q": canary.line})
        yield client.get("/api/v1/search", {"q": canary.line})
    yield shell("search", SECRETS[0].line, "--json")


def by_an_address_that_is_not_there(client: Client, shell: Shell) -> Told:
    address = client.post("/diagnose/", {"paste": "FrobnicationError: widget 1"})["Location"]
    for canary in BARE:
        yield client.get(f"/articles/{canary.value}/")
        yield client.get(f"/api/v1/articles/{canary.value}")
        yield client.get(f"/d/{canary.value}/?model={canary.value}")
        yield client.get(address, {"model": canary.value}, headers={"HX-Request": "true"})


def by_log_in(client: Client, shell: Shell) -> Told:
    """What was typed when the log-in had ended is shown to its owner, and kept masked."""
    person("ada")
    typed = json.dumps({"paste": LOG, "new_password1": SECRETS[0].value, "body": COMMANDS})
    client.post(
        "/login/",
        {"username": "ada", "password": PASSWORD, "typed": typed},
    )
    yield client.post("/login/", {"username": "eve", "password": "x", "typed": typed})


ENTRANCES = [value for name, value in sorted(globals().items()) if name.startswith("by_")]


@pytest.mark.parametrize("entrance", ENTRANCES, ids=lambda entrance: entrance.__name__)
def test_nothing_is_told_kept_or_logged(
    entrance: Callable[[Client, Shell], Told],
    client: Client,
    shell: Shell,
    own_data_dir: Path,
    caplog: pytest.LogCaptureFixture,
    settings: Settings,
) -> None:
    caplog.set_level(logging.DEBUG)
    settings.ALLOWED_HOSTS = ["*"]
    for told in entrance(client, shell):
        assert leaks(_whole(told), SECRETS) == []
    assert leaks(_base(), SECRETS) == []
    assert leaks(_files(own_data_dir), ALL) == []
    assert leaks(_logged(caplog), SECRETS) == []


@pytest.mark.parametrize("field", ["paste", "environment"])
def test_personal_details_of_a_log_are_not_kept(client: Client, field: str) -> None:
    for told in _pasted(client, **{field: LOG}):
        assert leaks(_whole(told), PERSONAL) == []
    assert leaks(_base(), PERSONAL) == []


def _whole(told: Any) -> bytes:
    """All of an answer that its receiver, or a log on the way, sees."""
    if hasattr(told, "content"):
        head = "\n".join(f"{name}: {value}" for name, value in told.items())
        return head.encode() + bytes(told.content)
    return f"{told.out}\n{told.err}".encode() if hasattr(told, "out") else str(told).encode()


def _logged(caplog: pytest.LogCaptureFixture) -> str:
    """The records as the site's own handler writes them."""
    handlers = logging.getLogger().handlers
    ours = next(each for each in handlers if isinstance(each.formatter, MaskedFormatter))
    return "\n".join(map(ours.format, caplog.records))


def _base() -> bytes:
    """Every page of the database, also those that are free again."""
    connection.ensure_connection()
    return bytes(connection.connection.serialize())


def _files(folder: Path) -> bytes:
    return b"\n".join(path.read_bytes() for path in folder.rglob("*") if path.is_file())


def test_the_search_for_leaks_finds_one(client: Client) -> None:
    for canary in ALL:
        assert len(leaks(f"a {canary.value}, b")) == 1
    assert len(leaks(_base() + b"x" + SECRETS[0].value.encode())) == 1


def test_an_article_that_carries_secrets_is_kept_without_them(
    tmp_path: Path, shell: Shell, own_data_dir: Path, client: Client
) -> None:
    text = source("Article with secrets") + f"\n## Cause\n\n```\n{COMMANDS}\n```\n"
    write(tmp_path, "taken/vllm/leaky.md", text)
    told = shell("ingest", str(tmp_path / "taken"), "--json")
    assert leaks(_whole(told), SECRETS) == []
    assert "masked" in told.out, "the person is told"
    assert leaks(_base(), SECRETS) == []
    for address in ("/articles/leaky/", "/articles/leaky.md", "/articles/leaky.json"):
        answer = client.get(address)
        assert answer.status_code == 200
        assert leaks(_whole(answer), SECRETS) == []
    again = json.loads(shell("ingest", str(tmp_path / "taken"), "--json").out)
    assert [each["result"] for each in again["articles"]] == ["unchanged"]
    shell("export", str(tmp_path / "out"))
    assert leaks(_files(own_data_dir) + _files(tmp_path / "out"), SECRETS) == []


def test_a_failure_tells_nothing_of_the_paste(
    client: Client, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def fail(*_: Any, **__: Any) -> None:
        raise RuntimeError(f"cannot read {LOG}")

    client.raise_request_exception = False
    monkeypatch.setattr("kb.diagnosis.views.home.diagnose", fail)
    monkeypatch.setattr("kb.api.diagnosing.diagnose", fail)
    caplog.set_level(logging.DEBUG)
    for told in (
        client.post("/diagnose/", {"paste": LOG}),
        client.post("/api/v1/diagnose", LOG.encode(), "text/plain"),
    ):
        assert told.status_code == 500
        assert leaks(_whole(told)) == []
    assert "RuntimeError" in _logged(caplog), "an operator sees that and where it failed"
    assert "test_secrets.py" in _logged(caplog)
    assert leaks(_logged(caplog)) == []


def test_a_person_without_a_session_sees_the_own_text_again(settings: Settings) -> None:
    settings.READING = "login"
    told = Client().post("/diagnose/", {"paste": "FrobnicationError: widget 1 is here"})
    assert told.status_code == 401
    assert "FrobnicationError" in told.content.decode()
    assert signed_in("bob").get("/").status_code == 200
