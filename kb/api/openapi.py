"""The description of the API, OpenAPI 3.1."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.views.decorators.http import require_safe

_TEXT = {"type": "string"}
_OBJECT = {"type": "object"}
_PASTE = {
    "type": "object",
    "properties": {
        "paste": _TEXT,
        "environment": _TEXT,
        "command": _TEXT,
        "answers": {"type": "object", "additionalProperties": _TEXT},
        "language": _TEXT,
    },
}
_ERROR = {
    "type": "object",
    "properties": {
        "error": {
            "type": "object",
            "required": ["code", "message"],
            "properties": {
                "code": _TEXT,
                "message": _TEXT,
                "field": {"type": ["string", "null"]},
                "hint": {"type": ["string", "null"]},
            },
        }
    },
}


@require_safe
def description(request: HttpRequest) -> HttpResponse:
    return JsonResponse(
        {
            "openapi": "3.1.0",
            "info": {"title": "Known faults of LLM servers", "version": "1"},
            "paths": {
                "/api/v1/diagnose": {"post": _diagnose()},
                "/api/v1/articles": {"get": _reads("The articles", [_parameter("page", "query")])},
                "/api/v1/articles/{slug}": {
                    "get": _reads("An article", [_parameter("slug", "path")], missing=True)
                },
                "/api/v1/facts": {"get": _reads("The facts that may be asked", [])},
            },
        }
    )


def _diagnose() -> dict[str, Any]:
    body = {"application/json": {"schema": _PASTE}, "text/plain": {"schema": _TEXT}}
    answers = {"application/json": {"schema": _OBJECT}, "text/plain": {"schema": _TEXT}}
    return {
        "summary": "A log, an error or a command to the known fault and the corrected command",
        "requestBody": {"required": True, "content": body},
        "responses": {
            "200": {"description": "The diagnosis", "content": answers},
            **{code: _refused(why) for code, why in _REFUSALS.items()},
        },
    }


_REFUSALS = {
    "400": "The body cannot be read",
    "413": "More than 1 MiB",
    "422": "No text, or an answer that cannot be",
}


def _refused(why: str) -> dict[str, Any]:
    return {"description": why, "content": {"application/json": {"schema": _ERROR}}}


def _reads(summary: str, parameters: list[dict[str, Any]], missing: bool = False) -> dict[str, Any]:
    found = {"description": summary, "content": {"application/json": {"schema": _OBJECT}}}
    responses: dict[str, Any] = {"200": found}
    if missing:
        responses["404"] = _refused("There is none, or it is not for this reader")
    return {"summary": summary, "parameters": parameters, "responses": responses}


def _parameter(name: str, where: str) -> dict[str, Any]:
    return {"name": name, "in": where, "required": where == "path", "schema": _TEXT}
