"""A JSON object as its owner wrote it: one key set or taken out, everything else to the
character."""

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass

_BLANK = re.compile(r"[ \t\r\n]*")
_DECODER = json.JSONDecoder()


@dataclass(frozen=True, slots=True)
class _Member:
    key: str
    start: int  # of the key
    value_start: int
    end: int


def parsed(text: str) -> object:
    """The value, or None where the text is no JSON."""
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return None


def is_object(text: str | None) -> bool:
    return text is not None and text.lstrip().startswith("{") and isinstance(parsed(text), dict)


def same(one: str | None, other: str | None) -> bool:
    """Do two values say the same? JSON is compared as JSON."""
    if one == other:
        return True
    if one is None or other is None or one.lstrip()[:1] not in ("{", "["):
        return False
    left = parsed(one)
    return left is not None and left == parsed(other)


def literal(value: str) -> str:
    """A word of the command line as a JSON value: `3` and `true` are themselves, `NONE` a
    string."""
    return (
        value
        if parsed(value) is not None or value == "null"
        else json.dumps(value, ensure_ascii=False)
    )


def _members(text: str, at: int) -> Iterator[_Member]:
    """The members of the object whose `{` is at `at`; the text is known to be valid JSON."""
    at = _skip(text, at + 1)
    while text[at] != "}":
        key, after = _DECODER.raw_decode(text, at)
        value_start = _skip(text, _skip(text, after) + 1)
        _, end = _DECODER.raw_decode(text, value_start)
        yield _Member(key, at, value_start, end)
        at = _skip(text, end)
        at = _skip(text, at + 1) if text[at] == "," else at


def _skip(text: str, at: int) -> int:
    found = _BLANK.match(text, at)
    return found.end() if found else at


def value_at(text: str, path: str) -> str | None:
    """The value at a dotted path as written."""
    at, keys = _skip(text, 0), path.split(".")
    for place, key in enumerate(keys):
        member = next((one for one in _members(text, at) if one.key == key), None)
        if member is None:
            return None
        if place == len(keys) - 1:
            return text[member.value_start : member.end]
        if text[member.value_start] != "{":
            return None
        at = member.value_start
    return None


def with_key(text: str, path: str, value: str) -> str:
    """The object with `value` (JSON text) at the dotted path, written the way its owner writes."""
    return _with(text, _skip(text, 0), path.split("."), value)


def _with(text: str, at: int, keys: list[str], value: str) -> str:
    members = list(_members(text, at))
    found = next((one for one in members if one.key == keys[0]), None)
    if found and len(keys) > 1 and text[found.value_start] == "{":
        return _with(text, found.value_start, keys[1:], value)
    for key in reversed(keys[1:]):
        value = "{" + f"{json.dumps(key)}: {value}" + "}"
    if found:
        return text[: found.value_start] + value + text[found.end :]
    return _added(text, at, members, keys[0], value)


def _added(text: str, at: int, members: list[_Member], key: str, value: str) -> str:
    if not members:
        return text[: at + 1] + f"{json.dumps(key)}: {value}" + text[at + 1 :]
    last = members[-1]
    colon = ":" + " " * (text[last.value_start - 1] == " ")
    comma = "," + " " * (colon == ": " if len(members) < 2 else text[last.start - 1] == " ")
    return text[: last.end] + f"{comma}{json.dumps(key)}{colon}{value}" + text[last.end :]


def without_key(text: str, path: str) -> str:
    """The object without the key; the same text where it has none."""
    at, keys = _skip(text, 0), path.split(".")
    for key in keys[:-1]:
        member = next((one for one in _members(text, at) if one.key == key), None)
        if member is None or text[member.value_start] != "{":
            return text
        at = member.value_start
    members = list(_members(text, at))
    for place, member in enumerate(members):
        if member.key == keys[-1]:
            return _cut(text, members, place)
    return text


def _cut(text: str, members: list[_Member], place: int) -> str:
    member = members[place]
    if place:
        return text[: members[place - 1].end] + text[member.end :]
    if len(members) > 1:
        return text[: member.start] + text[members[1].start :]
    return text[: member.start] + text[member.end :]
