"""What anybody may send: pastes, commands, searches, addresses, programs."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from typing import Any
from urllib.parse import quote

from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from kb.api.tools import Refused, Tools
from kb.core.redact import redact
from tests.accounts.people import PASSWORD, person, signed_in
from tests.safety.canaries import ALL, SECRETS, log_of
from tests.shell import Shell

LOG, COMMANDS = log_of(ALL), log_of(SECRETS)
ONE = "vllm serve example/model --api-key {} --port 8000"
BARE = [each for each in SECRETS if each.value not in redact(each.value).text]  # without a name
Told = Iterator[Any]  # responses of the site, or texts


def pasted(client: Client, **texts: Any) -> Told:
    """The diagnosis of a paste, its pages, what is added to it, and the answer in its address."""
    sent = client.post("/diagnose/", texts)
    yield sent
    address = sent["Location"]
    yield client.get(address)
    yield client.get(address, headers={"HX-Request": "true"})


def by_form(client: Client, shell: Shell) -> Told:
    yield from pasted(client, paste=LOG, environment=LOG, command=COMMANDS)


def by_command_alone(client: Client, shell: Shell) -> Told:
    for canary in SECRETS[::3]:
        if "\n" not in canary.line:
            yield from pasted(client, command=ONE.format(f"'{canary.value}'"))


def by_file(client: Client, shell: Shell) -> Told:
    yield from pasted(client, file=SimpleUploadedFile("server.log", LOG.encode()))
    yield from pasted(client, file=SimpleUploadedFile("server.log", LOG.encode("utf-16")))


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


def by_agent(client: Client, shell: Shell) -> Told:
    """The calls of MCP, as its server makes them."""
    tools = Tools()
    given = {"paste": LOG, "environment": LOG, "command": COMMANDS}
    yield tools.search_error(LOG)
    yield tools.diagnose(**given, answers={"model": SECRETS[0].line})
    yield tools.ask_next(**given)
    for canary in SECRETS:
        yield _called(tools.fix_command, ONE.format(canary.value), canary.line)
        yield _called(tools.fix_command, canary.line, change=[{"op": canary.line}])
        yield _called(tools.get_article, canary.value)
        facts = {"model": canary.line, canary.value: "x"}
        yield _called(tools.report_outcome, "widget-fp8", "eager", "worked", facts)


def _called(call: Callable[..., object], *given: Any, **named: Any) -> object:
    try:
        return call(*given, **named)
    except Refused as refused:
        return str(refused)


def by_outcome(client: Client, shell: Shell) -> Told:
    texts = {"paste": f"FrobnicationError: widget 1\n{LOG}", "command": "vllm serve a/b"}
    address = client.post("/diagnose/", texts)["Location"]
    for canary in SECRETS[::3]:
        fields = {"article": "widget-fp8", "fix": "eager", "result": "failed"}
        yield client.post(f"{address}outcome/?model={quote(canary.line)}", fields)
        yield client.post(f"{address}outcome/", fields | {"fix": canary.line})
        yield client.post(f"{address}outcome/", fields | {"article": canary.value})


def by_flag(client: Client, shell: Shell) -> Told:
    for canary in SECRETS:
        sent = {"remark": f"wrong: {canary.line}", "text": canary.line}
        yield client.post("/articles/widget-fp8/flag/", sent, follow=True)
    yield signed_in("eve", "author").get("/reviews/")
