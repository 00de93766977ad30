"""A secret that comes in by any entrance is nowhere afterwards: not kept, not told, not logged."""

from __future__ import annotations

import json
import logging
import random
from base64 import b64encode
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from pytest_django import Settings

from kb.core.redact import redact
from kb.logs import MaskedFormatter
from kb.wiki.corpus.files import sent
from kb.wiki.jobs import import_job
from tests.accounts.people import signed_in
from tests.safety.canaries import ALL, CLEAN, PERSONAL, SECRETS, Canary, another, leaks
from tests.safety.entrances import pasting, writing
from tests.safety.entrances.pasting import COMMANDS, LOG, Told, pasted
from tests.shell import Shell
from tests.wiki.factory import source, write

ENTRANCES = [
    value
    for module in (pasting, writing)
    for name, value in sorted(vars(module).items())
    if name.startswith("by_")
]
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


ROOT = Path(__file__).resolve().parents[2]
CORPUS = [
    line
    for folder in ("tests/core/samples", "articles")
    for path in sorted((ROOT / folder).rglob("*.[mt][dx]*"))
    for line in path.read_text("utf-8").splitlines()
    if line.strip()
]


def test_of_300_planted_secrets_99_in_100_are_found() -> None:
    chance, missed = random.Random(3), []
    for number in range(300):
        canary = another(SECRETS[number % len(SECRETS)], chance)
        at = chance.randrange(len(CORPUS) - 20)
        around = [*CORPUS[at : at + 10], canary.line, *CORPUS[at + 10 : at + 20]]
        if canary.value in redact("\n".join(around)).text:
            missed.append(canary)
    assert len(missed) <= 3, missed


@pytest.mark.parametrize("personal", [False, True])
def test_of_clean_lines_one_in_200_is_touched_at_most(personal: bool) -> None:
    """Logs, articles and their commands: versions, models, libraries."""
    touched = [line for line in CORPUS if redact(line, personal=personal).text != line]
    assert len(CORPUS) > 10_000
    assert len(touched) <= (len(CORPUS) / 200 if personal else 0), touched


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
    written = SECRETS if entrance.__module__ == writing.__name__ else ALL
    assert leaks(_files(own_data_dir), written) == []
    assert leaks(_logged(caplog), SECRETS) == []


@pytest.mark.parametrize("field", ["paste", "environment"])
def test_personal_details_of_a_log_are_not_kept(client: Client, field: str) -> None:
    for told in pasted(client, **{field: LOG}):
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
        for before in ("", "a", "ab", "abc"):
            told = b64encode(f"{before}{canary.value} and more".encode())
            assert leaks(told, [canary]), before
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


def test_an_import_that_waits_holds_no_secret() -> None:
    """A job keeps what it needs in the base, for as long as nobody goes on with it."""
    files = [("a.md", COMMANDS.encode()), (f"{SECRETS[0].value}.md", LOG.encode("utf-16"))]
    assert leaks(json.dumps(import_job(sent(files), [])), SECRETS) == []


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
