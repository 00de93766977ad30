import json
from typing import Any

import pytest
from django.test import Client

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
    assert set(described["paths"]) == {
        "/api/v1/diagnose",
        "/api/v1/articles",
        "/api/v1/articles/{slug}",
        "/api/v1/facts",
    }
