"""A request is gone with its answer: nothing of it waits for a collection of garbage."""

import gc
import io
from collections.abc import Iterator

import pytest
from django.core.handlers.wsgi import WSGIHandler, WSGIRequest
from django.test import Client, RequestFactory

from tests.accounts.people import person

PAGES = ["/", "/articles/", "/articles/widget-fp8/", "/search/?q=widget", "/wizard/"]
TOKEN = "t" * 32
HEADERS = {"Host": "127.0.0.1", "X-CSRFToken": TOKEN}
pytestmark = pytest.mark.usefixtures("own_data_dir", "articles")


@pytest.fixture
def no_collections() -> Iterator[None]:
    gc.disable()
    yield
    gc.enable()


def answered(method: str, path: str, body: bytes = b"", cookie: str = "") -> int:
    """The status; a handler and a request of the server's own kind."""
    make = RequestFactory(headers=HEADERS | {"Cookie": f"kb_csrf={TOKEN}; {cookie}"})
    kind = "text/plain" if path.startswith("/api/") else "application/x-www-form-urlencoded"
    environ = make.generic(method, path, body, kind).environ
    given = {**environ, "wsgi.input": io.BytesIO(body)}
    told: list[str] = []
    response = WSGIHandler()(given, lambda status, headers: told.append(status))
    b"".join(response)
    response.close()
    return int(told[0][:3])


def kept() -> list[str]:
    return [each.path for each in gc.get_objects() if type(each) is WSGIRequest]


@pytest.mark.parametrize("path", PAGES)
@pytest.mark.parametrize("name", ["", "an-author"])
def test_a_page_that_is_read(no_collections: None, path: str, name: str) -> None:
    reader = Client()
    if name:
        reader.force_login(person(name, "author"))
    cookie = "; ".join(f"{each.key}={each.value}" for each in reader.cookies.values())
    gc.collect()
    assert answered("GET", path, cookie=cookie) == 200
    assert kept() == []


POSTED = {
    "/api/v1/diagnose": (200, "{}"),
    "/diagnose/": (302, "paste={}"),
    "/diagnose/live/": (200, "paste={}"),
    "/command/": (200, "command=vllm serve m; {}"),
}


@pytest.mark.parametrize("path", POSTED)
def test_a_paste(no_collections: None, path: str) -> None:
    status, body = POSTED[path]
    paste = body.format("FrobnicationError: widget 17 is not frobnicated").encode()
    for _ in range(2):  # what is loaded and compiled once comes with the first
        gc.collect()
        assert answered("POST", path, paste) == status
    assert kept() == []
