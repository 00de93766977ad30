"""The description of the API, OpenAPI 3.1, made of the table of endpoints."""

from __future__ import annotations

import re
from functools import cache
from typing import Any

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.views.decorators.http import require_safe

from kb.api.endpoints import ENDPOINTS
from kb.api.fields import Field
from kb.api.schemas import COMPONENTS, TEXT, named
from kb.api.serving import Endpoint

Json = dict[str, Any]
_KEY = {"type": "http", "scheme": "bearer", "description": "a token of your account"}
_EVERYWHERE = {
    401: "A token is unknown, or reading needs one here",
    429: "Too much at once; Retry-After says when",
}


@require_safe
def description(request: HttpRequest) -> HttpResponse:
    response = JsonResponse(described(), json_dumps_params={"ensure_ascii": False})
    response.headers["Cache-Control"] = "private, max-age=300"
    return response


@cache
def described() -> Json:
    paths: dict[str, Json] = {}
    for endpoint in ENDPOINTS:
        paths.setdefault(endpoint.path, {})[endpoint.method.lower()] = _operation(endpoint)
    return {
        "openapi": "3.1.0",
        "info": {"title": "Known faults of LLM servers", "version": "1"},
        "paths": paths,
        "components": {"schemas": COMPONENTS, "securitySchemes": {"token": _KEY}},
    }


def _operation(endpoint: Endpoint) -> Json:
    found: Json = {
        "summary": endpoint.summary,
        "operationId": f"{endpoint.method.lower()}-{endpoint.name.removeprefix('api-')}",
        "parameters": [*_of_path(endpoint.path), *(_of_query(each) for each in endpoint.query)],
        "responses": _responses(endpoint),
        "security": [{"token": ["write"]}] if endpoint.scope == "write" else [{}, {"token": []}],
    }
    return found | ({"requestBody": _body(endpoint)} if endpoint.body else {})


def _of_path(path: str) -> list[Json]:
    slug = Field("slug", "slug", "the last part of the article's address").schema()
    return [
        {"name": name, "in": "path", "required": True, "schema": slug}
        for name in re.findall(r"{(\w+)}", path)
    ]


def _of_query(field: Field) -> Json:
    return {"name": field.name, "in": "query", "required": False, "schema": field.schema()}


def _body(endpoint: Endpoint) -> Json:
    required = [field.name for field in endpoint.body if field.required]
    fields = {field.name: field.schema() for field in endpoint.body}
    content = {"application/json": {"schema": _object(fields, required)}}
    if endpoint.raw:
        content["text/plain"] = {"schema": TEXT}
    return {"required": True, "content": content}


def _object(fields: dict[str, Json], required: list[str]) -> Json:
    return {"type": "object", "properties": fields} | ({"required": required} if required else {})


def _responses(endpoint: Endpoint) -> Json:
    content: Json = {"application/json": {"schema": named(endpoint.answer)}}
    if endpoint.as_text:
        content["text/plain"] = {"schema": TEXT}
    answered = {"200": {"description": endpoint.summary, "content": content}}
    if endpoint.method == "GET":
        answered["304"] = {"description": "What If-None-Match names is still the newest"}
    own = {403: "The token may not do this"} if endpoint.scope == "write" else {}
    refusals = {**endpoint.refusals, **_EVERYWHERE, **own}
    return answered | {str(code): _refused(refusals[code]) for code in sorted(refusals)}


def _refused(why: str) -> Json:
    return {"description": why, "content": {"application/json": {"schema": named("Error")}}}
