"""Prose → the issues and pages that it was read in."""

import ipaddress
import re
from collections.abc import Iterable, Sequence
from urllib.parse import urlsplit

from kb.core.plain.commands import Found
from kb.core.plain.layout import Part

_MOST = 20
# An address behind `=` is a value: HF_ENDPOINT=https://….
_ISSUE = re.compile(
    r"(?<![\w/.-])[A-Za-z0-9][\w.-]*/[A-Za-z0-9][\w.-]*#\d+|(?<![=\w])https?://[^\s<>\"'`，。；）)]+"
)
_ASKS = re.compile(r"(?:curl|wget|git clone|pip3? install)\s[^\n]*", re.I)
_LOCAL = re.compile(
    r"localhost|host\.docker\.internal|[^.]+|.*\.(?:local|internal|svc|example)", re.I
)


def sources(found: Sequence[Part], commands: Iterable[Found]) -> tuple[str, ...]:
    """Each once, in the order of the text; an address that a command asks, or one of the own
    network, is no source."""
    text = "\n".join(part.text for part in found)
    for command in commands:
        text = text.replace(command.raw, " ")
    named = (each.rstrip(".:;") for each in _ISSUE.findall(_ASKS.sub(" ", text)))
    return tuple(dict.fromkeys(each for each in named if not _is_local(each)))[:_MOST]


def _is_local(source: str) -> bool:
    if "://" not in source:
        return False
    try:
        host = urlsplit(source).hostname or ""
    except ValueError:
        return True
    try:
        return not ipaddress.ip_address(host).is_global
    except ValueError:
        return bool(_LOCAL.fullmatch(host))
