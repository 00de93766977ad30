"""Connections to PostgreSQL between requests: none that is gone is used, none is asked for that."""

from collections.abc import Iterator
from typing import Any

import psycopg
import pytest
from django.db import connections
from django.db.utils import ProgrammingError, load_backend

from tests.postgres import Server

pytestmark = [pytest.mark.postgres, pytest.mark.django_db]


@pytest.fixture
def base(postgres_server: Server) -> Iterator[Any]:
    """A connection as a thread of the server has one, open since an earlier request."""
    given = {"ENGINE": "kb.postgresql", "CONN_HEALTH_CHECKS": True, "CONN_MAX_AGE": 600}
    place = {"HOST": "127.0.0.1", "PORT": postgres_server.port, "USER": "postgres"}
    settings = connections.configure_settings({"default": given | place | {"NAME": "postgres"}})
    wrapper = load_backend("kb.postgresql").DatabaseWrapper(settings["default"], "looked-at")
    assert one(wrapper) == 1
    yield wrapper
    wrapper.close()


def one(base: Any) -> int:
    with base.cursor() as cursor:
        cursor.execute("SELECT 1")
        return int(cursor.fetchone()[0])


def next_request(base: Any) -> None:
    """What Django does between two requests."""
    base.close_if_unusable_or_obsolete()


def end(base: Any) -> None:
    """As when the server is stopped, or an administrator ends this connection."""
    settings = base.settings_dict
    number = base.connection.info.backend_pid
    with psycopg.connect(
        host=settings["HOST"], port=settings["PORT"], user="postgres", dbname="postgres"
    ) as other:
        gone = other.execute("SELECT pg_terminate_backend(%s, 5000)", [number]).fetchone()
    assert gone == (True,)


def test_a_connection_that_is_there_is_not_asked(
    base: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    used = base.connection
    next_request(base)
    monkeypatch.setattr(type(base).__mro__[1], "is_usable", lambda _: pytest.fail("it was asked"))
    assert one(base) == 1
    assert base.connection is used


def test_a_connection_that_is_gone_is_made_anew(base: Any) -> None:
    used = base.connection
    end(base)
    next_request(base)
    assert one(base) == 1
    assert base.connection is not used


def test_a_connection_that_the_driver_closed_is_made_anew(base: Any) -> None:
    base.connection.close()
    next_request(base)
    assert one(base) == 1


def test_after_an_error_the_server_is_asked(base: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(ProgrammingError), base.cursor() as cursor:
        cursor.execute("SELECT nothing")
    asked: list[bool] = []
    monkeypatch.setattr(type(base).__mro__[1], "is_usable", lambda _: asked.append(True) or True)
    next_request(base)
    assert asked
