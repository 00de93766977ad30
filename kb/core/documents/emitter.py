"""Values → canonical YAML: what looks like a number is quoted, samples are blocks."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Block:
    """Text to write as a `|` block where YAML allows it; it comes back with one newline."""

    text: str


@dataclass(frozen=True, slots=True)
class Flow:
    """A list or mapping of short values to write on one line."""

    value: Sequence["Value"] | Mapping[str, "Value"]


Value = bool | str | Block | Flow | Sequence["Value"] | Mapping[str, "Value"]

# Text that every YAML reader takes for the same text: no number, date, boolean, null or sign.
_PLAIN = re.compile(
    r"[^\W\d_](?:[^\s:#\x00-\x1f\x7f-\xa0\ufeff\ud800-\udfff]|(?<=\S)#| (?=[^#\s])|:(?=\S))*"
)
_PLAIN_WORD = re.compile(r"[^\W\d_][\w./-]*")
_KEYWORDS = frozenset(
    ["y", "n", "yes", "no", "on", "off", "true", "false", "null", "none", "nan", "inf"]
)
_ESCAPES = {"\\": "\\\\", '"': '\\"', "\n": "\\n", "\t": "\\t"}
_NEEDS_ESCAPE = re.compile(r'[\\"\n\t\x00-\x1f\x7f-\xa0\u2028\u2029\ufeff\ud800-\udfff]')
_UNPRINTED = re.compile(r"[\x00-\x1f\x7f-\xa0\u2028\u2029\ufeff\ud800-\udfff]")
_NO_BLOCK = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\xa0\u2028\u2029\ufeff\ud800-\udfff]")
_ODD_LINE = re.compile(r"^(?:\t| *\t| +$)", re.MULTILINE)


def emit(value: Mapping[str, Value]) -> str:
    """The YAML text of `value`; `load` gives the same values back as text."""
    return "".join(line + "\n" for line in _mapping(value, 0))


def _mapping(value: Mapping[str, Value], indent: int) -> list[str]:
    lines: list[str] = []
    for key, inner in value.items():
        head, rest = _entry(inner, indent)
        lines.append(f"{' ' * indent}{scalar(key)}:{head and ' ' + head}")
        lines += rest
    return lines


def _entry(value: Value, indent: int) -> tuple[str, list[str]]:
    """What stands behind a key or dash at `indent`, and the lines below it."""
    if isinstance(value, bool):
        return str(value).lower(), []
    if isinstance(value, str):
        return scalar(value), []
    if isinstance(value, Block):
        return _block(value.text, indent)
    if isinstance(value, Flow):
        return _flow(value.value), []
    if not value:
        return ("{}" if isinstance(value, Mapping) else "[]"), []
    if isinstance(value, Mapping):
        return "", _mapping(value, indent + 2)
    return "", _sequence(value, indent + 2)


def _sequence(values: Sequence[Value], indent: int) -> list[str]:
    lines: list[str] = []
    for value in values:
        if isinstance(value, Mapping) and value:
            inner = _mapping(value, indent + 2)
            lines += [f"{' ' * indent}- {inner[0].lstrip()}", *inner[1:]]
        else:
            head, rest = _entry(value, indent)
            lines += [f"{' ' * indent}- {head}".rstrip(), *rest]
    return lines


def _block(text: str, indent: int) -> tuple[str, list[str]]:
    body = text.removesuffix("\n")
    lines = body.split("\n")
    if not lines[0].strip() or not lines[-1].strip() or _unfit(body):
        return double_quoted(text), []
    pad = " " * (indent + 2)
    indicator = "2" if lines[0].startswith(" ") else ""
    return f"|{indicator}", [pad + line if line else "" for line in lines]


def _unfit(body: str) -> bool:
    return bool(_NO_BLOCK.search(body) or _ODD_LINE.search(body))


def _flow(value: Sequence[Value] | Mapping[str, Value]) -> str:
    if isinstance(value, Mapping):
        inner = ", ".join(f"{_flow_scalar(k)}: {_flow_value(v)}" for k, v in value.items())
        return "{" + inner + "}"
    return "[" + ", ".join(_flow_value(item) for item in value) + "]"


def _flow_value(value: Value) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, str):
        return _flow_scalar(value)
    if isinstance(value, Block):
        return double_quoted(value.text)
    return _flow(value.value if isinstance(value, Flow) else value)


def _flow_scalar(text: str) -> str:
    plain = _PLAIN_WORD.fullmatch(text) and text.lower() not in _KEYWORDS
    return text if plain else double_quoted(text)


def scalar(text: str) -> str:
    """`text` on one line: plain where every YAML reader sees the same text, else quoted."""
    if _PLAIN.fullmatch(text) and text.lower() not in _KEYWORDS:
        return text
    if '"' in text and not _UNPRINTED.search(text):
        return "'" + text.replace("'", "''") + "'"
    return double_quoted(text)


def double_quoted(text: str) -> str:
    """`text` in double quotes, everything that does not print escaped."""
    return '"' + _NEEDS_ESCAPE.sub(_escape, text) + '"'


def _escape(found: re.Match[str]) -> str:
    character = found.group()
    return _ESCAPES.get(character) or f"\\u{ord(character):04x}"
