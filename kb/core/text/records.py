"""Structured log lines (JSON, logfmt) → the message they carry."""

import json
import re
from collections.abc import Mapping
from typing import NamedTuple

_MESSAGE = ("msg", "message", "log", "event", "MESSAGE", "body")
_LEVEL = ("level", "severity", "levelname", "lvl", "log_level", "loglevel")
_STAMP = (
    "time",
    "timestamp",
    "ts",
    "@timestamp",
    "asctime",
    "stream",
    "datetime",
    "logger",
    "target",
)
_NAMES = {"t": "debug", "d": "debug", "i": "info", "n": "info", "w": "warning"}
_LOGFMT = re.compile(
    r"(?:time=(?:\"[^\"\n]{0,60}\"|\S{1,60}) )?level=(?P<level>\w{1,12}) (?:source=\S{1,200} )?"
    r"(?:msg=(?P<msg>\"(?:[^\"\\\n]|\\.){0,60000}\"|\S{0,2000}))"
)


class Record(NamedTuple):
    """The message of a structured line and its level ("" = none stated)."""

    text: str
    level: str


def read_record(text: str) -> Record | None:
    """The message in a JSON or logfmt line; None where it is neither (an error body stays)."""
    if text.startswith(("time=", "level=")):
        return _logfmt(text)
    if text.startswith("{") and text.endswith("}"):
        return _json(text)
    return None


def _logfmt(text: str) -> Record | None:
    found = _LOGFMT.match(text)
    if found is None:
        return None
    message = found["msg"]
    if message.startswith('"'):
        message = message[1:-1].replace('\\"', '"').replace("\\n", " ").replace("\\\\", "\\")
    return Record(message + text[found.end() :], level_of(found["level"]))


def _json(text: str) -> Record | None:
    try:
        record = json.loads(text)
    except (ValueError, RecursionError):
        return None
    if not isinstance(record, dict) or not any(key in record for key in _LEVEL + _STAMP):
        return None
    fields = record.get("fields")  # tracing-subscriber, the logger of the Rust routers
    inner = {**fields, **record} if isinstance(fields, dict) else record
    message = next((inner[key] for key in _MESSAGE if isinstance(inner.get(key), str)), None)
    return None if message is None else Record(message.rstrip("\n") + _error(inner), _level(inner))


def _error(record: Mapping[str, object]) -> str:
    """Loggers put the reason beside the message: `"error": "exit status 2"`."""
    parts = (record.get(key) for key in ("error", "err", "exc_info", "exception"))
    return "".join(f" {part}" for part in parts if isinstance(part, str) and part)


def _level(record: Mapping[str, object]) -> str:
    stated = next((record[key] for key in _LEVEL if key in record), "")
    return level_of(stated) if isinstance(stated, str) else ""


def level_of(word: str) -> str:
    """A logger's own level word as ours: "error", "warning", "info" or "debug"."""
    return _NAMES.get(word[:1].lower(), "error") if word else ""
