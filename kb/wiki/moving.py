"""The base from SQLite into an empty PostgreSQL, proven equal before it is kept."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Iterator
from typing import Any

import dj_database_url
from django.apps import apps
from django.core.management import call_command
from django.core.management.color import no_style
from django.core.serializers.json import DjangoJSONEncoder
from django.db import DatabaseError, connection, connections, models, transaction

from kb.core.messages import Message, msg
from kb.search.postgres_index import PostgresIndex
from kb.wiki.documents import documents
from kb.wiki.models import Page
from kb.wiki.shared_index import Connected

TARGET = "target"
_BATCH = 500  # rows of one statement
Model = type[models.Model]


class MoveError(RuntimeError):
    """Nothing was moved; `message` says why and what to do."""

    def __init__(self, message: Message) -> None:
        super().__init__(str(message))
        self.message = message


def move(url: str) -> dict[str, int]:
    """Rows by table, all of them in the base at `url`, with its index. Raises MoveError.

    Our base is held against writers meanwhile. Both sides are compared row by row before the
    transaction ends: what is not equal is not kept."""
    if connection.vendor != "sqlite":
        raise MoveError(msg("the base is in PostgreSQL already: use pg_dump and pg_restore"))
    _connect(url)
    try:
        call_command("migrate", database=TARGET, verbosity=0, interactive=False)
        _refuse_filled()
        with transaction.atomic(), transaction.atomic(using=TARGET):
            rows = _copied(list(_every_model()))
        PostgresIndex(Connected(lambda: TARGET)).rebuild(documents(Page.objects.answering()))
    except DatabaseError as error:
        raise MoveError(msg("PostgreSQL refuses: {why}", why=str(error).strip())) from error
    finally:
        connections[TARGET].close()
    return rows


def _connect(url: str) -> None:
    settings: dict[str, Any] = dict(dj_database_url.parse(url))
    if "postgresql" not in str(settings["ENGINE"]):
        raise MoveError(msg("write postgresql://user:password@host/name"))
    settings["OPTIONS"] = {"connect_timeout": 5} | settings.get("OPTIONS", {})
    connections.settings[TARGET] = connections.configure_settings({"default": settings})["default"]


def _refuse_filled() -> None:
    if Page.objects.using(TARGET).exists():
        raise MoveError(msg("the base there has articles: name an empty one"))


def _every_model() -> Iterator[Model]:
    """Every table of ours and of Django, those between two models among them."""
    for model in apps.get_models(include_auto_created=True):
        if model._meta.managed and not model._meta.proxy:
            yield model


def _copied(every: list[Model]) -> dict[str, int]:
    """Foreign keys are checked when the transaction ends, so the order does not matter."""
    target = connections[TARGET]
    names = ", ".join(target.ops.quote_name(model._meta.db_table) for model in every)
    with target.cursor() as cursor:
        cursor.execute(f"TRUNCATE {names}")  # what the migrations made: rights, kinds of content
        rows = {model._meta.db_table: _copy(model) for model in every}
        for statement in target.ops.sequence_reset_sql(no_style(), every):
            cursor.execute(statement)
    for model in every:
        if _digest(model, "default") != _digest(model, TARGET):
            raise MoveError(msg("{table} is not equal there", table=model._meta.db_table))
    return rows


def _copy(model: Model) -> int:
    """`raw`: a row is written as it is, dates that a save would set anew among it."""
    fields, count = model._meta.local_concrete_fields, 0
    into: Any = model._base_manager.using(TARGET)
    for batch in _batches(model._base_manager.order_by("pk").iterator(chunk_size=_BATCH)):
        into._insert(batch, fields=fields, using=TARGET, raw=True)
        count += len(batch)
    return count


def _batches(rows: Iterable[models.Model]) -> Iterator[list[models.Model]]:
    batch: list[models.Model] = []
    for row in rows:
        batch.append(row)
        if len(batch) == _BATCH:
            yield batch
            batch = []
    if batch:
        yield batch


def _digest(model: Model, alias: str) -> str:
    """A hash of every value of every row, in the order of their keys."""
    found = hashlib.sha256()
    names = [field.attname for field in model._meta.local_concrete_fields]
    rows = model._base_manager.using(alias).order_by("pk").values_list(*names)
    for row in rows.iterator(chunk_size=_BATCH):
        found.update(json.dumps(row, cls=DjangoJSONEncoder, sort_keys=True).encode())
    return found.hexdigest()
