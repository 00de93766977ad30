"""JSON lines in, JSON lines out, in one warm process; a bad line is told, not fatal."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator
from typing import Any

from kb.core.messages import Message
from kb.core.redact import redact

Row = dict[str, Any]


class RowError(ValueError):
    """A line that cannot be answered; the text says why."""


def answered(lines: Iterable[str], answer: Callable[[Row], Row]) -> Iterator[Row]:
    """For each line its `id` and the answer, or its `id` and the `error`, in the same order."""
    for line in lines:
        if line.strip():
            yield _answered(line, answer)


def _answered(line: str, answer: Callable[[Row], Row]) -> Row:
    row: Row = {}
    try:
        row = _row(line)
        return {"id": _id(row), **answer(row)}
    except ValueError as error:
        message = getattr(error, "message", None)
        why = str(message) if isinstance(message, Message) else str(error)
        return {"id": _id(row), "error": redact(why, personal=False).text}


def _row(line: str) -> Row:
    try:
        row = json.loads(line)
    except (ValueError, RecursionError) as error:
        raise RowError("this line is not JSON") from error
    if not isinstance(row, dict):
        raise RowError("this line is not an object")
    return row


def _id(row: Row) -> Any:
    return row.get("id", row.get("qid"))


def text_of(row: Row, *names: str) -> str:
    """The first of the fields that is there; null and absent are "". Raises RowError."""
    value = next((row[name] for name in names if row.get(name) is not None), "")
    if not isinstance(value, str):
        raise RowError(f"{names[0]} is not a text")
    return value
