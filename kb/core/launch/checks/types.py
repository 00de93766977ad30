"""Texts that a flag of a type takes, and what to say to others."""

import json
import re
from collections.abc import Callable, Mapping

from kb.core.messages import msg

SIZE = re.compile(r"-?\d+|\d+(?:\.\d+)?[kmgt]|\d+[KMGT]", re.ASCII)
TRUTH = frozenset(("true", "false", "1", "0", "yes", "no", "on", "off", "t", "f", "y", "n"))


def _is_json(value: str) -> bool:
    try:
        json.loads(value)
    except (ValueError, RecursionError):
        return False
    return True


def _is(read: Callable[[str], object]) -> Callable[[str], bool]:
    def check(value: str) -> bool:
        try:
            read(value)
        except ValueError:
            return False
        return True

    return check


def _is_size(value: str) -> bool:
    return value == "auto" or SIZE.fullmatch(value) is not None


def _is_pairs(value: str) -> bool:
    return all("=" in pair for pair in value.split(","))


WORD_CHECKS: Mapping[str, Callable[[str], bool]] = {
    "int": _is(int),
    "float": _is(float),
    "size": _is_size,
    "bool": lambda value: value.lower() in TRUTH,
    "pairs": _is_pairs,
}
JSON_CHECKS: Mapping[str, Callable[[str], bool]] = {
    "": _is_json,
    "or-pairs": lambda value: _is_json(value) or _is_pairs(value),
}
NEEDS = {
    "int": msg("`{flag}` needs a whole number, not `{value}`").text,
    "float": msg("`{flag}` needs a number, not `{value}`").text,
    "size": msg("`{flag}` needs a number like 32768 or 32K, not `{value}`").text,
    "bool": msg("`{flag}` needs true or false, not `{value}`").text,
    "pairs": msg("`{flag}` needs pairs like image=4,video=1 in this version, not `{value}`").text,
    "json": msg("`{flag}` needs JSON, not `{value}`").text,
}
