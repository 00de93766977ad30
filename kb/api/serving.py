"""One way in for every endpoint: method, key, share of time, what is sent, one shape of refusal."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

import orjson
from django.conf import settings
from django.core.exceptions import PermissionDenied
from django.core.serializers.json import DjangoJSONEncoder
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.utils.cache import get_conditional_response
from django.views.decorators.csrf import csrf_exempt

from kb.accounts.throttle import throttled
from kb.api.errors import busy, refusal, too_large
from kb.api.fields import BadRequest, Field, read_body, read_query
from kb.api.tokens import token_of
from kb.core.launch import LaunchError
from kb.core.text import TextError, decode
from kb.diagnosis.engine import AnswerError
from kb.http import no_store

_plain = DjangoJSONEncoder().default  # dates, and sentences that are translated when shown


@dataclass(frozen=True, slots=True)
class Call:
    """A request that has been read: its person, and the value of each field of the table."""

    request: HttpRequest
    values: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Told:
    """An answer as an object and, for a terminal, as text."""

    json: Mapping[str, Any]
    text: str = ""


@dataclass(frozen=True, slots=True)
class Endpoint:
    """`raw` is the field that any body which is not JSON stands for; `scope` "write" asks for a
    token that may write. `answer` names one of the schemas."""

    method: str
    path: str
    name: str
    summary: str
    view: Callable[[Call], Told]
    answer: str
    query: tuple[Field, ...] = ()
    body: tuple[Field, ...] = ()
    raw: str = ""
    as_text: bool = False
    scope: str = "read"
    refusals: Mapping[int, str] = field(default_factory=dict)


def one_address(endpoints: Mapping[str, Endpoint]) -> Callable[..., HttpResponseBase]:
    """The view of an address: its endpoints by method."""

    @csrf_exempt  # a body is answered, nothing is changed; what changes something asks for a token
    @throttled(busy)
    def view(request: HttpRequest, /, **parts: str) -> HttpResponse:
        endpoint = endpoints.get("GET" if request.method == "HEAD" else str(request.method))
        if endpoint is None:
            response = refusal(405, "method", f"This address takes {' and '.join(endpoints)}.")
            response.headers["Allow"] = ", ".join(endpoints)
            return response
        return _refused(request, endpoint) or _answered(request, endpoint, parts)

    return view


def _refused(request: HttpRequest, endpoint: Endpoint) -> HttpResponse | None:
    token = token_of(request)
    if endpoint.scope == "write" and (token is None or not token.may("write")):
        hint = "Send Authorization: Bearer and a token of the scope write."
        status, code = (403, "scope") if token else (401, "token")
        return refusal(status, code, "This changes something.", hint=hint)
    if endpoint.method == "POST" and len(request.body) > settings.PASTE_LIMIT:
        return too_large()
    return None


def _answered(request: HttpRequest, endpoint: Endpoint, parts: Mapping[str, str]) -> HttpResponse:
    try:
        told = endpoint.view(Call(request, {**_values(request, endpoint), **parts}))
    except BadRequest as error:
        return refusal(400, "bad-request", str(error), field=error.field)
    except (TextError, AnswerError, LaunchError) as error:
        return refusal(422, "unreadable", str(error.message))
    except Http404 as error:
        return refusal(404, "not-found", "There is no such article.", field=str(error))
    except PermissionDenied:
        return refusal(403, "forbidden", "You may not do this.")
    if endpoint.method == "GET":
        return _conditional(request, _json(told.json))
    response = _json(told.json) if not told.text else _text(told.text)
    no_store(response)
    return response


def _values(request: HttpRequest, endpoint: Endpoint) -> dict[str, Any]:
    found = read_query(endpoint.query, request.GET)
    if not endpoint.body:
        return found
    if request.content_type == "application/json" or not endpoint.raw:
        return found | read_body(endpoint.body, request.body)
    if not request.body.strip():
        raise BadRequest("The body is empty: send the text itself.")
    empty: dict[str, Any] = {
        each.name: each.read(None) for each in endpoint.body if not each.required
    }
    return found | empty | {endpoint.raw: decode(request.body)}


def wants_text(request: HttpRequest) -> bool:
    """A terminal asks for text/plain; what says nothing of it gets JSON."""
    if "text/" not in str(request.META.get("HTTP_ACCEPT", "")).lower():
        return False
    return request.get_preferred_type(["application/json", "text/plain"]) == "text/plain"


def _json(found: Mapping[str, Any]) -> HttpResponse:
    """As JsonResponse, in a tenth of the time: most of an answer's bytes are what could be asked
    and what else was near."""
    return HttpResponse(orjson.dumps(found, default=_plain), content_type="application/json")


def _text(text: str) -> HttpResponse:
    return HttpResponse(text, content_type="text/plain; charset=utf-8")


def _conditional(request: HttpRequest, response: HttpResponse) -> HttpResponse:
    """With an ETag of what is answered; 304 for whoever has it."""
    etag = f'"{hashlib.sha256(response.content).hexdigest()[:32]}"'
    response.headers["ETag"] = etag
    response.headers["Cache-Control"] = "private, no-cache"
    found = get_conditional_response(request, etag=etag, response=response)
    return found if isinstance(found, HttpResponse) else response
