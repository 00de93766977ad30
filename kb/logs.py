"""What is logged: no secret of a request, and of a mistake where it was, not what it was about."""

from __future__ import annotations

import json
import logging
import traceback
from contextvars import ContextVar
from datetime import UTC, datetime
from types import TracebackType

from django.db import DatabaseError

from kb.core.redact import redact

# Their texts come from the system; any other may hold a piece of what somebody pasted.
_TELLING = (DatabaseError, OSError)

request_id: ContextVar[str] = ContextVar("request_id", default="-")

_Raised = tuple[type[BaseException], BaseException, TracebackType | None]


class MaskedFormatter(logging.Formatter):
    """Masks secrets in every line; a traceback has places and types."""

    def format(self, record: logging.LogRecord) -> str:
        record.request_id = request_id.get()
        return redact(super().format(record), personal=False).text

    def formatException(self, ei: _Raised | tuple[None, None, None]) -> str:
        return "" if ei[1] is None else "\n".join(map(_without_text, _chain(ei[1])))


class JsonFormatter(MaskedFormatter):
    """The same as one JSON object a line, for a collector."""

    def format(self, record: logging.LogRecord) -> str:
        found = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname,
            "logger": record.name,
            "request": request_id.get(),
            "message": redact(record.getMessage(), personal=False).text,
            **getattr(record, "told", {}),
        }
        if record.exc_info:
            found["error"] = redact(self.formatException(record.exc_info), personal=False).text
        return json.dumps(found, ensure_ascii=False)


def _chain(error: BaseException) -> list[BaseException]:
    """An exception behind those that led to it."""
    found: list[BaseException] = []
    cause: BaseException | None = error
    while cause is not None and cause not in found:
        found.append(cause)
        cause = cause.__cause__ or (None if cause.__suppress_context__ else cause.__context__)
    return found[::-1]


def _without_text(error: BaseException) -> str:
    places = "".join(traceback.format_tb(error.__traceback__))
    text = str(error).partition("\n")[0] if isinstance(error, _TELLING) else ""
    return f"{places}{type(error).__name__}{text and ': '}{text}"
