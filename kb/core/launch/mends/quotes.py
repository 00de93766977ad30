"""Typographic quotes, and JSON that the shell would take apart."""

import json
import re
from collections.abc import Iterator

from kb.core.launch.jsontext import parsed
from kb.core.launch.mends.mending import Mended, Mending, comments_of, mended, outside
from kb.core.launch.spans import Edit

_SINGLE, _DOUBLE = "\u2018\u2019\u201a\u201b", "\u201c\u201d\u201e\u201f\u00ab\u00bb"
_CURLY = re.compile(rf"[{_SINGLE}{_DOUBLE}]")
_QUOTED = re.compile(r"'[^']*'|\"(?:[^\"\\]|\\.)*\"")
_TOP = re.compile(r"'[^']*'|\"(?:[^\"\\]|\\.)*\"", re.S)
_OPENING = re.compile(r"(?<=[\s=])(?P<mark>[\"']?)(?P<json>[{\[])")
_OPTION = re.compile(r"(?:^|\s)--?[A-Za-z][\w.+-]*(?:=|[ \t]+|[ \t]*\\\r?\n[ \t]*)\Z")
_LONGEST_NAME = 120
_DECODER = json.JSONDecoder()


def typographic(text: str, mending: Mending) -> Mended:
    """Curly quotes around a word or inside its JSON become straight; inside other quotes they
    stay."""
    straight = {hit.start(): "'" if hit[0] in _SINGLE else '"' for hit in _CURLY.finditer(text)}
    if not straight:
        return Mended(text)
    kept = [hit.span() for hit in _QUOTED.finditer(text) if hit[0][1:].lstrip()[:1] not in "{["]
    edits = [Edit(at, at + 1, mark) for at, mark in straight.items()]
    edits = list(outside(outside(edits, comments_of(text)), kept))
    return mended(text, edits, "typographic quotes became straight ones ({count})")


def bare_json(text: str, mending: Mending) -> Mended:
    """JSON without quotes, or with double quotes around double quotes, gets single ones."""
    if mending.dialect.name not in ("sh", "folded"):
        return Mended(text)
    return mended(text, _bare(text), "JSON was put in quotes: the shell would take it apart")


def _bare(text: str) -> Iterator[Edit]:
    at = 0
    quoted = [(hit.start() + 1, hit.end()) for hit in _TOP.finditer(text)]
    openings = (Edit(*hit.span(), hit["mark"]) for hit in _OPENING.finditer(text))
    for hit in outside(openings, quoted):
        before = text[max(0, hit.start - _LONGEST_NAME) : hit.start]
        if hit.start < at or not _OPTION.search(before):
            continue
        mark, low = hit.text, hit.start + len(hit.text)
        end = _json_end(text, low)
        if end is None or mark == "'" or "'" in text[low:end]:
            continue
        if text[end : end + len(mark)] == mark and _ends(text, end + len(mark)):
            at = end + len(mark)
            yield Edit(hit.start, at, f"'{text[low:end]}'")


def _json_end(text: str, start: int) -> int | None:
    """The end of a JSON object or array that holds a double quote."""
    try:
        _, end = _DECODER.raw_decode(text, start)
    except (ValueError, RecursionError):
        return None
    return end if '"' in text[start:end] else None


def _ends(text: str, at: int) -> bool:
    return at >= len(text) or text[at].isspace()


def escaped_json(text: str, mending: Mending) -> Mended:
    """`'{\\"a\\": 1}'` → `'{"a": 1}'` where only that is JSON."""
    if mending.dialect.name not in ("sh", "folded"):
        return Mended(text)
    edits = []
    for hit in _TOP.finditer(text):
        inside = hit[0][1:-1]
        plain = inside.replace('\\"', '"')
        if hit[0][0] != "'" or plain == inside or inside[:1] not in ("{", "["):
            continue
        if parsed(inside) is None and parsed(plain) is not None:
            edits.append(Edit(hit.start() + 1, hit.end() - 1, plain))
    return mended(text, edits, "backslashes were taken out of JSON in single quotes")
