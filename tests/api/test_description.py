"""The API against its own description: whatever is sent, the answer is one that is described."""

import json
from collections.abc import Callable
from typing import Any
from urllib.parse import urlencode

import pytest
from django.test import Client
from django.utils import timezone
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from kb.api.models import ApiToken
from kb.api.openapi import described
from tests.accounts.people import person

pytestmark = pytest.mark.usefixtures("articles")
LINE = "FrobnicationError: widget 99 is not frobnicated"
OPERATIONS = [
    (path, method) for path, methods in described()["paths"].items() for method in methods
]
Strategy = st.SearchStrategy[Any]

# What makes the deeper paths likely to be reached.
TELLING = st.sampled_from(
    [LINE, "vllm serve example/model --enforce-eager", "widget-fp8", "widget-fp8/eager", "vllm",
     "gpu: H100", "", " ", "\x00", "\ud800", "?", "%", "0.24.0", "engine:vllm widget", "-" * 300,
     "{", "中文"]
)  # fmt: skip
TEXTS = TELLING | st.text(max_size=60)
ANYTHING: Strategy = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | TEXTS,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(TEXTS, inner, max_size=3),
    max_leaves=6,
)
CHANGES = st.fixed_dictionaries(
    {"op": st.sampled_from(["add-flag", "set-flag", "remove-flag", "env", "pip", "multi", "x"])},
    optional={"flag": TEXTS, "value": ANYTHING, "set": ANYTHING, "ops": ANYTHING, "when": TEXTS},
)
MAKERS: dict[str, Callable[[dict[str, Any]], Strategy]] = {
    "string": lambda schema: st.sampled_from(schema["enum"]) if "enum" in schema else TEXTS,
    "integer": lambda schema: st.integers(schema.get("minimum"), schema.get("maximum")),
    "null": lambda _: st.none(),
    "number": lambda _: st.integers() | st.floats(allow_nan=False, allow_infinity=False),
    "boolean": lambda _: st.booleans(),
    "array": lambda schema: st.lists(CHANGES, max_size=2),
    "object": lambda schema: CHANGES if "items" in schema else _object(schema),
}


def _kinds(schema: dict[str, Any]) -> list[str]:
    kinds = schema.get("type", "object")
    return [kinds] if isinstance(kinds, str) else kinds


def valid(schema: dict[str, Any]) -> Strategy:
    """Values that a schema of a request allows."""
    return st.one_of([MAKERS[kind](schema) for kind in _kinds(schema)])


def _object(schema: dict[str, Any]) -> Strategy:
    if "properties" not in schema:
        names = st.sampled_from(["gpu", "quantization", "vllm", "check:widget-fp8/x"]) | TEXTS
        return st.dictionaries(names, valid(schema["additionalProperties"]), max_size=3)
    fields = {name: valid(each) for name, each in schema["properties"].items()}
    needed = {name: fields.pop(name) for name in schema.get("required", ())}
    return st.fixed_dictionaries(needed, optional=fields)


def spoiled(schema: dict[str, Any]) -> Strategy:
    """Objects with a field that may be of another kind, and bodies that are none."""
    names = st.sampled_from(list(schema["properties"]))
    mixed = st.tuples(valid(schema), st.dictionaries(names, ANYTHING, max_size=2))
    return mixed.map(lambda pair: {**pair[0], **pair[1]}) | ANYTHING


@st.composite
def requests(draw: st.DrawFn, path: str, method: str) -> dict[str, Any]:
    operation = described()["paths"][path][method]
    query = {}
    for parameter in operation["parameters"]:
        if parameter["in"] == "path":
            slug = draw(st.sampled_from(["widget-fp8", "widget-awq", "nothing", "a-b-c"]))
            path = path.replace("{slug}", slug)
        elif draw(st.booleans()):
            query[parameter["name"]] = draw(valid(parameter["schema"]) | TEXTS) or ""
    encoded = urlencode({name: str(each).encode(errors="replace") for name, each in query.items()})
    return {"path": f"{path}?{encoded}", **_sent(draw, operation)}


def _sent(draw: st.DrawFn, operation: dict[str, Any]) -> dict[str, Any]:
    if "requestBody" not in operation:
        return {}
    accept = draw(st.sampled_from(["*/*", "application/json", "text/plain", "text/html, x/y;q=0"]))
    content = operation["requestBody"]["content"]
    kind = draw(st.sampled_from([*content, "application/json"]))
    if kind != "application/json":
        raw = draw(st.binary(max_size=80) | TEXTS.map(lambda text: text.encode(errors="replace")))
        return {"data": raw, "content_type": kind, "headers": {"Accept": accept}}
    schema = content[kind]["schema"]
    body = draw(valid(schema) | spoiled(schema))
    raw = draw(st.just(json.dumps(body)) | st.just("{"))
    return {"data": raw, "content_type": kind, "headers": {"Accept": accept}}


def check(response: Any, operation: dict[str, Any]) -> None:
    """The status, the content type and the shape are among those described."""
    assert str(response.status_code) in operation["responses"], response.content[:300]
    content = operation["responses"][str(response.status_code)].get("content", {})
    kind = response["Content-Type"].partition(";")[0]
    assert kind in content, response.content[:300]
    if kind == "application/json":
        schema = content[kind]["schema"] | {"components": described()["components"]}
        Draft202012Validator(schema).validate(response.json())


@pytest.mark.parametrize(("path", "method"), OPERATIONS)
def test_every_answer_is_one_that_is_described(path: str, method: str) -> None:
    operation = described()["paths"][path][method]
    key = ApiToken.make(person("a-script"), "fuzz", "write", 1, timezone.now())[1]
    needed = {} not in operation["security"]
    headers = {"Authorization": f"Bearer {key}"} if needed else {}
    client = Client(raise_request_exception=False, headers=headers)

    @settings(
        max_examples=60, deadline=None, suppress_health_check=list(HealthCheck), database=None
    )
    @given(requests(path, method))
    def tried(request: dict[str, Any]) -> None:
        check(getattr(client, method)(request.pop("path"), **request), operation)

    tried()


def test_the_description_holds_together() -> None:
    found = json.dumps(described())
    names = described()["components"]["schemas"]
    for name, schema in names.items():
        Draft202012Validator.check_schema(schema)
        assert f"#/components/schemas/{name}" in found
    referred = {part.split('"')[0] for part in found.split("#/components/schemas/")[1:]}
    assert referred == set(names)
