"""A value → the word that a program will read as this value, in each dialect."""

import re
from collections.abc import Callable

from kb.core.launch.dialects import SAFE_WORD, Dialect

_VARIABLE = re.compile(r"\$(?:\w+|\{\w+\})", re.ASCII)


def quote(value: str, dialect: Dialect) -> str:
    """The value as one word, quoted only where it has to be. A lone `$NAME` stays a variable."""
    if (SAFE_WORD.fullmatch(value) and not ("%" in value and dialect.name in _PERCENT)) or (
        _VARIABLE.fullmatch(value) and dialect.name != "cmd"
    ):
        return value
    return _QUOTERS[dialect.name](value)


def requote(old: str, value: str, dialect: Dialect) -> str:
    """The value in the quotes that the user put around the `old` word, if it had any and they
    can hold it."""
    mark = old[:1]
    if len(old) < 2 or mark not in dialect.quotes or old[-1] != mark:
        return quote(value, dialect)
    bare = mark == "'" or dialect.name == "cmd"
    unsafe = mark + ("" if bare else "\\`$%")
    if any(char in value for char in unsafe):
        return quote(value, dialect)
    return mark + value + mark


def _posix(value: str) -> str:
    if "'" not in value:
        return f"'{value}'"
    if not re.search(r'["\\$`!]', value):
        return f'"{value}"'
    return "'" + value.replace("'", "'\\''") + "'"


def _systemd(value: str) -> str:
    escaped = value.replace("\\", "\\\\").replace("%", "%%").replace("$", "$$")
    return f"'{escaped}'" if "'" not in value else '"' + escaped.replace('"', '\\"') + '"'


def _cmd(value: str) -> str:
    return '"' + value.replace('"', '\\"').replace("%", "%%") + '"'


def _powershell(value: str) -> str:
    return "'" + value.replace("'", "''") + "'"


_PERCENT = ("systemd", "cmd")
_QUOTERS: dict[str, Callable[[str], str]] = {
    "sh": _posix,
    "compose": _posix,
    "folded": _posix,
    "systemd": _systemd,
    "cmd": _cmd,
    "powershell": _powershell,
}
