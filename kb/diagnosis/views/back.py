"""Addresses that only take a POST, met by a reload or a switch of the language."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Concatenate, ParamSpec

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect

P = ParamSpec("P")
View = Callable[Concatenate[HttpRequest, P], HttpResponse]


def post_or_back(view: View[P]) -> View[P]:
    """Anything but a POST goes one step up, to the page that has the form, with its query."""

    @wraps(view)
    def respond(request: HttpRequest, /, *args: P.args, **kwargs: P.kwargs) -> HttpResponse:
        if request.method == "POST":
            return view(request, *args, **kwargs)
        above = request.path.rstrip("/").rpartition("/")[0] + "/"
        query = request.META.get("QUERY_STRING", "")
        return redirect(f"{above}?{query}" if query else above)

    return respond
