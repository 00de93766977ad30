"""Refusals in one shape: {"error": {"code", "message", "field", "hint"}}."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse, JsonResponse

from kb.http import json_error as refusal


def too_large() -> JsonResponse:
    hint = "Keep the part from the first error to the end and the start-up lines; cut what repeats."
    return refusal(413, "too-large", "A log may have 1 MiB.", hint=hint)


def busy(request: HttpRequest | None, wait: int) -> HttpResponse:
    return refusal(429, "throttled", f"Too much at once: try again in {wait} s.")


def nowhere(request: HttpRequest, path: str = "") -> HttpResponse:
    hint = "All addresses are in /api/v1/openapi.json."
    return refusal(404, "not-found", "There is no such address.", hint=hint)


__all__ = ["busy", "nowhere", "refusal", "too_large"]
