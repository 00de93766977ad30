"""What an endpoint takes: one table that both reads a request and describes it."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from kb.core.text import decode

Kind = Literal["text", "answers", "changes", "whole", "slug"]
_SCHEMAS: dict[Kind, dict[str, Any]] = {
    "text": {"type": ["string", "null"]},
    "slug": {"type": "string", "pattern": "^[a-z0-9]+(-[a-z0-9]+)*$"},
    "answers": {
        "type": ["object", "null"],
        "additionalProperties": {"type": ["string", "number", "boolean", "null"]},
    },
    "changes": {"type": ["object", "array", "null"], "items": {"type": "object"}},
    "whole": {"type": "integer"},
}


class BadRequest(ValueError):
    """A request that cannot be read; `field` names what is wrong in it."""

    def __init__(self, message: str, field: str = "") -> None:
        super().__init__(message)
        self.field = field


@dataclass(frozen=True, slots=True)
class Field:
    """A parameter of the address or a field of the body. `least` and `most` bound a whole number,
    `one_of` a text; null and absent are the same: "" or `default`."""

    name: str
    kind: Kind
    help: str
    required: bool = False
    least: int = 1
    most: int = 10**6
    default: int = 1
    one_of: tuple[str, ...] = ()

    def schema(self) -> dict[str, Any]:
        found = {**_SCHEMAS[self.kind], "description": self.help}
        if self.kind == "whole":
            found |= {"minimum": self.least, "maximum": self.most, "default": self.default}
        if self.one_of:
            found["enum"] = [*self.one_of, None]
        return found

    def read(self, value: Any) -> Any:
        """The value as the view takes it. Raises BadRequest, TextError."""
        if self.kind == "whole":
            return self._whole(value)
        if self.kind == "answers":
            return self._answers(value)
        if self.kind == "changes":
            return self._changes(value)
        return self._text(value)

    def _whole(self, value: Any) -> int:
        if value in (None, ""):
            return self.default
        digits = str(value)
        if not (digits.isascii() and digits.isdecimal() and len(digits) < 10):
            raise BadRequest(f"{self.name} is a whole number.", self.name)
        if not self.least <= int(digits) <= self.most:
            raise BadRequest(f"{self.name} is from {self.least} to {self.most}.", self.name)
        return int(digits)

    def _text(self, value: Any) -> str:
        if value is None:
            value = ""
        if not isinstance(value, str):
            raise BadRequest(f"{self.name} is a text.", self.name)
        if self.required and not value.strip():
            raise BadRequest(f"{self.name} is missing.", self.name)
        if self.one_of and value and value not in self.one_of:
            raise BadRequest(f"{self.name} is one of {', '.join(self.one_of)}.", self.name)
        return decode(value.encode(errors="replace")) if value.strip() else ""

    def _answers(self, value: Any) -> dict[str, str]:
        if value is None:
            return {}
        if not isinstance(value, dict):
            raise BadRequest(f"{self.name} is an object of names and values.", self.name)
        if any(isinstance(each, dict | list) for each in value.values()):
            raise BadRequest(f"A value of {self.name} is a text or a number.", self.name)
        return {name: str(each) for name, each in value.items() if each is not None}

    def _changes(self, value: Any) -> list[Any]:
        if value is None:
            return []
        if not isinstance(value, dict | list):
            raise BadRequest(f"{self.name} is a change or a list of changes.", self.name)
        return value if isinstance(value, list) else [value]


def read_query(fields: Sequence[Field], query: Mapping[str, str]) -> dict[str, Any]:
    """The parameters of an address. Raises BadRequest, TextError."""
    return {field.name: field.read(query.get(field.name)) for field in fields}


def read_body(fields: Sequence[Field], raw: bytes) -> dict[str, Any]:
    """The fields of a JSON object; what is not in the table is ignored. Raises BadRequest,
    TextError."""
    body = _object(raw)
    return {field.name: field.read(body.get(field.name)) for field in fields}


def _object(raw: bytes) -> dict[str, Any]:
    try:
        body = json.loads(raw)
        if b"\\u" in raw:  # half a surrogate pair can be written in JSON and nowhere else
            body = json.loads(json.dumps(body, ensure_ascii=False).encode(errors="replace"))
    except (ValueError, RecursionError) as error:
        raise BadRequest("The body is not JSON.") from error
    if not isinstance(body, dict):
        raise BadRequest("The body is not an object.")
    return body
