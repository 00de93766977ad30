"""A text → how YAML has to write it, in the style of its neighbours."""

import json
import re

_PLAIN = re.compile(r"[A-Za-z0-9_./$~(+=-][\w./$~()+=,:@%^-]*", re.ASCII)
_NUMBER = re.compile(r"[-+]?(?:0|[1-9]\d*)(?:\.\d+)?")  # comes out as it was written
_NOT_TEXT = re.compile(
    r"(?:[-+]?(?:\d[\d_,:]*(?:\.\d*)?|\.\d+)(?:[eE][-+]?\d+)?|0[xob][0-9a-fA-F]+|\.inf|\.nan|~"
    r"|true|false|yes|no|on|off|null|y|n|\d{4}-\d\d-\d\d)",
    re.I,
)


def plain_is_safe(value: str) -> bool:
    """Does YAML read the bare text as this text?"""
    return bool(
        _PLAIN.fullmatch(value)
        and not _NOT_TEXT.fullmatch(value)
        and not value.endswith(":")
        and not re.match(r"-(?![-\w])", value)
    )


def write(value: str, quote: str = "") -> str:
    """The value as a scalar: in `quote` if that is given and fits, else bare where YAML keeps
    it a text."""
    if not quote and plain_is_safe(value):
        return value
    if quote == "'" or (not quote and '"' in value):
        return "'" + value.replace("'", "''") + "'"
    return json.dumps(value, ensure_ascii=False) if _needs_escape(value) else f'"{value}"'


def write_flow(value: str, quote: str = "") -> str:
    """For a list or map in brackets, where a comma or bracket ends a bare text."""
    return write(value, quote or ('"' if re.search(r"[,\[\]{}]", value) else ""))


def _needs_escape(value: str) -> bool:
    return any(char in '"\\' or ord(char) < 32 for char in value)


def write_scalar(value: str, quote: str = "") -> str:
    """For a mapping whose values may be numbers (`port: 8000`): these stay bare."""
    if not quote and _NUMBER.fullmatch(value):
        return value
    return write(value, quote)


def is_other_than_text(value: str) -> bool:
    """Does YAML take the bare text for nothing, a truth or a number of its own (`yes`, `1e3`)?"""
    truth = value.casefold() in ("true", "false")
    return bool(_NOT_TEXT.fullmatch(value)) and not truth and not _NUMBER.fullmatch(value)
