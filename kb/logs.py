"""What is logged: no secret of a request, and of a mistake where it was, not what it was about."""

from __future__ import annotations

import logging
import traceback
from types import TracebackType

from django.db import DatabaseError

from kb.core.redact import redact

# Their texts come from the system; any other may hold a piece of what somebody pasted.
_TELLING = (DatabaseError, OSError)

_Raised = tuple[type[BaseException], BaseException, TracebackType | None]


class MaskedFormatter(logging.Formatter):
    """Masks secrets in every line; a traceback has places and types."""

    def format(self, record: logging.LogRecord) -> str:
        return redact(super().format(record), personal=False).text

    def formatException(self, ei: _Raised | tuple[None, None, None]) -> str:
        return "" if ei[1] is None else "\n".join(map(_without_text, _chain(ei[1])))


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
