"""Refusals in one shape: {"error": {"code", "message", "field", "hint"}}."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse, JsonResponse


def refusal(
    status: int, code: str, message: str, *, field: str = "", hint: str = ""
) -> JsonResponse:
    error = {"code": code, "message": message, "field": field or None, "hint": hint or None}
    return JsonResponse({"error": error}, status=status)


def too_large() -> JsonResponse:
    hint = "Keep the part from the first error to the end and the start-up lines; cut what repeats."
    return refusal(413, "too-large", "A log may have 1 MiB.", hint=hint)


def busy(request: HttpRequest, wait: int) -> HttpResponse:
    return refusal(429, "throttled", f"Too much at once: try again in {wait} s.")
