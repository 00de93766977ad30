"""Addresses for programs."""

from collections.abc import Callable
from itertools import groupby

from django.http import HttpResponseBase
from django.urls import URLPattern, include, path, re_path

from kb.api import health, metrics, openapi, pages
from kb.api.endpoints import ENDPOINTS
from kb.api.errors import nowhere
from kb.api.serving import Endpoint, one_address


def _addresses() -> list[URLPattern]:
    """One address for all endpoints of a path."""
    ordered = sorted(ENDPOINTS, key=lambda each: each.path)
    grouped = [list(group) for _, group in groupby(ordered, key=lambda each: each.path)]
    return [path(_route(group[0]), _view(group), name=group[0].name) for group in grouped]


def _route(endpoint: Endpoint) -> str:
    return endpoint.path.removeprefix("/api/").replace("{slug}", "<slug:slug>")


def _view(group: list[Endpoint]) -> Callable[..., HttpResponseBase]:
    return one_address({endpoint.method: endpoint for endpoint in group})


_PROGRAMS = [
    *_addresses(),
    path("v1/openapi.json", openapi.description, name="api-openapi"),
    re_path(r"", nowhere),
]

urlpatterns = [
    path("api/", include(_PROGRAMS)),
    # A person's tokens
    path("account/tokens/", pages.tokens, name="tokens"),
    path("account/tokens/<int:number>/end/", pages.end_token, name="token-end"),
    # Operators and agents
    path("healthz", health.healthz, name="healthz"),
    path("readyz", health.readyz, name="readyz"),
    path("metrics", metrics.metrics, name="metrics"),
    path("llms.txt", health.llms, name="llms"),
]
