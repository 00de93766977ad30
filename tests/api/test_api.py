import json
from typing import Any

import pytest
from django.test import Client
from pytest_django import Settings

from kb.accounts.throttle import Ledger
from kb.wiki.models import Page

pytestmark = pytest.mark.usefixtures("articles")
LINE = "FrobnicationError: widget 99 is not frobnicated"
URL = "/api/v1/diagnose"


def post(client: Client, body: object, **more: Any) -> Any:
    raw = body if isinstance(body, bytes | str) else json.dumps(body)
    return client.post(URL, raw, content_type=more.pop("content_type", "application/json"), **more)


def test_json_in_json_out() -> None:
    client = Client(enforce_csrf_checks=True)
    answer = post(client, {"paste": LINE, "answers": {"quantization": "awq"}})
    assert answer.status_code == 200
    assert answer["Cache-Control"] == "no-store"
    found = answer.json()
    assert found["matches"][0]["article"] == "widget-awq"
    assert found["launch"]["after"] == "vllm serve example/model --enforce-eager"
    assert set(found) >= {"verdict", "errors", "facts", "matches", "question", "fix", "redacted"}


@pytest.mark.parametrize("kind", ["application/x-www-form-urlencoded", "text/plain", "x/y"])
def test_any_other_type_is_the_log_itself(client: Client, kind: str) -> None:
    found = post(client, LINE, content_type=kind).json()
    assert found["errors"][0]["text"] == LINE


def test_a_terminal_gets_text_with_the_command_last(client: Client) -> None:
    answer = post(client, LINE, content_type="text/plain", headers={"Accept": "text/plain"})
    lines = answer.content.decode().rstrip("\n").split("\n")
    assert answer["Content-Type"].startswith("text/plain")
    assert lines[-1] == "vllm serve example/model --enforce-eager"
    assert max(len(line) for line in lines[:-1]) <= 80


BAD = {
    "no JSON": (b"{", 400, "bad-request", None),
    "a list": (b"[]", 400, "bad-request", None),
    "deep": (b"[" * 100_000, 400, "bad-request", None),
    "a number": (b'{"paste": 3}', 400, "bad-request", "paste"),
    "nothing": (b"{}", 400, "bad-request", "paste"),
    "answers": (b'{"paste": "x", "answers": []}', 400, "bad-request", "answers"),
    "no such fact": (b'{"paste": "x", "answers": {"nofact": "1"}}', 422, "unreadable", None),
    "surrogate": (b'{"paste": "\\ud800"}', 200, None, None),
    "binary": (b'{"paste": "' + b"\\u0000\\u0001\\u0002" * 99 + b'"}', 422, "unreadable", None),
    "too large": (b"x" * (2**20 + 1), 413, "too-large", None),
}


@pytest.mark.parametrize("kind", BAD)
def test_a_bad_body_is_refused_in_one_shape(client: Client, kind: str) -> None:
    body, status, code, field = BAD[kind]
    answer = post(client, body)
    assert answer.status_code == status
    if code:
        error = answer.json()["error"]
        assert (error["code"], error["field"]) == (code, field)
        assert set(error) == {"code", "message", "field", "hint"}


def test_an_empty_log_is_refused(client: Client) -> None:
    assert post(client, b"", content_type="text/plain").status_code == 400


def test_reading(client: Client) -> None:
    listed = client.get("/api/v1/articles").json()
    assert [each["article"] for each in listed["articles"]] == ["widget-awq", "widget-fp8"]
    assert client.get("/api/v1/articles/widget-fp8").json()["title"] == "FP8 widgets break"
    chinese = client.get("/api/v1/articles/widget-fp8?language=zh").json()
    assert chinese["title"] == "FP8 部件出错"
    missing = client.get("/api/v1/articles/nothing")
    assert (missing.status_code, missing.json()["error"]["code"]) == (404, "not-found")
    names = {each["name"] for each in client.get("/api/v1/facts").json()["facts"]}
    assert {"vllm", "gpu", "modality"} <= names


def test_what_is_restricted_is_nowhere(client: Client) -> None:
    Page.objects.filter(slug="widget-awq").update(restricted=True)
    told = [
        client.get("/api/v1/articles").content,
        client.get("/llms.txt").content,
        client.get("/articles/").content,
        client.get("/search/?q=widgets+break").content,
        post(client, {"paste": LINE}).content,
    ]
    assert not [each for each in told if b"AWQ widgets" in each or b"widget-awq" in each]
    for address in (
        "/api/v1/articles/widget-awq",
        "/articles/widget-awq/",
        "/articles/widget-awq.md",
    ):
        assert client.get(address).status_code == 404


def test_operators_and_agents(client: Client) -> None:
    assert client.get("/healthz").content == b"ok\n"
    assert client.get("/readyz").json() == {"database": True, "migrations": True, "index": True}
    assert b"[FP8 widgets break](/articles/widget-fp8.md)" in client.get("/llms.txt").content


def test_the_description_names_every_address(client: Client) -> None:
    described = client.get("/api/v1/openapi.json").json()
    assert described["openapi"] == "3.1.0"
    assert set(described["paths"]) >= {
        "/api/v1/diagnose",
        "/api/v1/launch",
        "/api/v1/search",
        "/api/v1/articles",
        "/api/v1/articles/{slug}",
        "/api/v1/facts",
    }


def test_facts_and_launch_take_the_text_itself(client: Client) -> None:
    text = "INFO vLLM API server version 0.24.0"
    found = client.post("/api/v1/facts", text, content_type="text/plain").json()
    assert found["facts"]["vllm"]["value"] == "0.24.0"
    command = "vllm serve example/model"
    asked = {"text": command, "fix": "widget-fp8/eager"}
    found = client.post("/api/v1/launch", asked, content_type="application/json").json()
    assert found["after"] == "vllm serve example/model --enforce-eager"
    change = {"text": command, "change": {"op": "add-flag", "flag": "--port", "value": "9000"}}
    answer = client.post(
        "/api/v1/launch",
        change,
        content_type="application/json",
        headers={"Accept": "text/plain"},
    )
    assert answer.content.decode().rstrip("\n").split("\n")[-1] == f"{command} --port 9000"


def test_a_search_lists_what_the_page_lists(client: Client) -> None:
    found = client.get("/api/v1/search?q=widgets+engine:vllm&limit=1").json()
    assert [each["article"] for each in found["results"]] in (["widget-awq"], ["widget-fp8"])
    assert client.get("/api/v1/search").json()["results"] == []
    wrong = client.get("/api/v1/search?limit=many").json()["error"]
    assert (wrong["code"], wrong["field"]) == ("bad-request", "limit")


def test_articles_come_in_pages(client: Client) -> None:
    first = client.get("/api/v1/articles?per_page=1").json()
    assert (first["count"], first["pages"], len(first["articles"])) == (2, 2, 1)
    second = client.get(first["next"]).json()
    assert second["next"] is None
    assert first["articles"][0]["article"] != second["articles"][0]["article"]
    assert client.get("/api/v1/articles?page=99").json()["articles"] == []


def test_who_has_the_newest_is_told_so(client: Client) -> None:
    first = client.get("/api/v1/articles/widget-fp8")
    again = client.get("/api/v1/articles/widget-fp8", headers={"If-None-Match": first["ETag"]})
    assert (again.status_code, again.content) == (304, b"")
    Page.objects.filter(slug="widget-fp8").update(state="outdated")
    changed = client.get("/api/v1/articles/widget-fp8", headers={"If-None-Match": first["ETag"]})
    assert changed.status_code == 200


@pytest.mark.parametrize(
    ("method", "address", "status", "code"),
    [
        ("get", "/api/v1/nothing", 404, "not-found"),
        ("get", "/api/", 404, "not-found"),
        ("get", "/api/v1/diagnose", 405, "method"),
        ("delete", "/api/v1/facts", 405, "method"),
        ("get", "/api/v1/articles/UPPER", 404, "not-found"),
        ("post", "/api/v1/launch", 400, "bad-request"),
    ],
)
def test_every_refusal_has_one_shape(
    client: Client, method: str, address: str, status: int, code: str
) -> None:
    answer = getattr(client, method)(address, content_type="application/json")
    assert answer.status_code == status
    error = answer.json()["error"]
    assert (error["code"], set(error)) == (code, {"code", "message", "field", "hint"})


def test_a_body_over_every_limit_is_refused_as_json(client: Client) -> None:
    answer = post(client, b"x" * (5 * 2**20 + 1))
    assert (answer.status_code, answer.json()["error"]["code"]) == (413, "too-large")


def test_too_much_at_once_waits(
    client: Client, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.RATE_LIMIT = True
    monkeypatch.setattr("kb.accounts.throttle._ledger", Ledger(share=0.0))
    answer = post(client, {"paste": LINE})
    assert (answer.status_code, answer.json()["error"]["code"]) == (429, "throttled")
    assert int(answer["Retry-After"]) > 0
