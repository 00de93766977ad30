"""Typographic dashes where an option begins, and one dash where two belong."""

import re
from collections.abc import Iterator

from kb.core.launch.mends.mending import Mended, Mending, comments_of, mended
from kb.core.launch.spans import Edit
from kb.core.messages import msg

_TYPOGRAPHIC = "\u2010-\u2015\u2212\ufe58\ufe63\uff0d"
# a dash other than `-` at the start of a word or inside an option's name
_WORD = re.compile(
    rf"(?<![^\s'\"\[(,])(?P<dashes>[-{_TYPOGRAPHIC}]{{1,4}})(?P<name>[A-Za-z][\w.{_TYPOGRAPHIC}-]*)",
)
_ODD = re.compile(rf"[{_TYPOGRAPHIC}]")
_SINGLE = re.compile(
    r"(?<![^\s'\"\[(,])-(?P<name>[a-z][a-z0-9]*(?:[-_][a-z0-9]+)+|[a-z]{3,})(?![\w-])"
)


def dashes(text: str, mending: Mending) -> Mended:
    """`–port` → `--port`, `–tp` → `-tp`: only where the rest is the name of an option."""
    edits, unknown = [], ""
    for hit in _words(_WORD, text):
        if not _ODD.search(hit[0]):
            continue
        option = _option(hit["name"], mending)
        if option:
            edits.append(Edit(*hit.span(), option))
        elif _ODD.search(hit["dashes"]):
            unknown = unknown or hit[0]
    found = mended(text, edits, "typographic dashes became the dashes of an option ({count})")
    asks = msg("{word} begins with a typographic dash and is no option that we know", word=unknown)
    return Mended(found.text, found.repairs, asks if unknown else None)


def _words(pattern: re.Pattern[str], text: str) -> Iterator[re.Match[str]]:
    """The hits outside comments."""
    comments = iter([*comments_of(text), (len(text), len(text) + 1)])
    start, end = next(comments)
    for hit in pattern.finditer(text):
        while hit.start() >= end:
            start, end = next(comments)
        if hit.start() < start:
            yield hit


def _option(written: str, mending: Mending) -> str:
    name = _ODD.sub("-", written)
    options = (f"--{name}", f"-{name}")
    exact = next((one for one in options if mending.exact(one)), "")
    return exact or next((one for one in options if mending.known(one)), "")


def single_dashes(text: str, mending: Mending) -> Mended:
    """`-language-model-only` → `--language-model-only`, where only the long name exists."""
    edits = [
        Edit(*hit.span(), "-" + hit[0])
        for hit in _words(_SINGLE, text)
        if mending.known("--" + hit["name"]) and not mending.known("-" + hit["name"])
    ]
    return mended(text, edits, "a second dash was put before a long option ({count})")
