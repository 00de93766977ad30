"""Questions that pages put to the base again and again, built once a process.

Django takes about a millisecond to build one that asks for what a reader may see, and a tenth of
that to put it. What decides who may see what stays where it is: it is only built less often.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property, partial
from typing import Any, Generic, TypeVar

from django.contrib.auth.models import AnonymousUser
from django.db import connections, router
from django.db.models import Model, QuerySet

from kb.wiki.models.page import Reader

M = TypeVar("M", bound=Model)


class Prepared(Generic[M]):
    """What `build` makes of the `holes`: values that nothing else in the question equals and that
    it compares with a column as they are (no LIKE). It is asked with as many values of their types.
    """

    def __init__(self, build: Callable[..., QuerySet[M, Any]], *holes: str | int) -> None:
        self._build = build
        self._holes = holes

    def ask(self, *values: str | int | None) -> list[M]:
        """Rows of the model; not for questions that choose columns."""
        model, sql, parameters = self._built
        return list(model._default_manager.raw(sql, self._filled(parameters, values)))

    def rows(self, *values: str | int | None) -> list[tuple[Any, ...]]:
        """What a question that chooses columns answers, as the base gives it."""
        model, sql, parameters = self._built
        with connections[router.db_for_read(model)].cursor() as cursor:
            cursor.execute(sql, self._filled(parameters, values))
            return list(cursor.fetchall())

    @cached_property
    def _built(self) -> tuple[type[M], str, tuple[Any, ...]]:
        question = self._build(*self._holes)
        sql, parameters = question.query.sql_with_params()
        assert set(self._holes) <= set(parameters), "each hole is a value of the question"
        return question.model, sql, parameters

    def _filled(self, parameters: tuple[Any, ...], values: tuple[Any, ...]) -> list[Any]:
        places = dict(zip(self._holes, values, strict=True))
        return [places.get(each, each) for each in parameters]


class PreparedForAll(Generic[M]):
    """A question whose answer depends on who asks: `build` takes the reader before the holes. It is
    prepared for those who are not signed in, and built anew for each of the others."""

    def __init__(self, build: Callable[..., QuerySet[M, Any]], *holes: str | int) -> None:
        self._build = build
        self._for_all = Prepared(partial(build, AnonymousUser()), *holes)

    def ask(self, reader: Reader, *values: str | int | None) -> list[M]:
        """As `Prepared.ask`."""
        if reader.is_authenticated:
            return list(self._build(reader, *values))
        return self._for_all.ask(*values)

    def rows(self, reader: Reader, *values: str | int | None) -> list[tuple[Any, ...]]:
        """As `Prepared.rows`."""
        if reader.is_authenticated:
            return list(self._build(reader, *values))
        return self._for_all.rows(*values)


def sizes(*questions: QuerySet[Any, Any]) -> tuple[int, ...]:
    """How many rows each of the questions has, in one question to the base."""
    asked = [question.order_by().values("pk").query.sql_with_params() for question in questions]
    counts = ", ".join(f"(SELECT count(*) FROM ({sql}) AS asked)" for sql, _ in asked)
    values = [value for _, parameters in asked for value in parameters]
    with connections[router.db_for_read(questions[0].model)].cursor() as cursor:
        cursor.execute(f"SELECT {counts}", values)
        return tuple(cursor.fetchone())
