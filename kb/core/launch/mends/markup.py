"""What a page writer's marks leave in a copied command: escapes, bold, links, line numbers, a
diff."""

import re
from collections.abc import Iterator
from itertools import pairwise

from kb.core.launch.mends.mending import Mended, Mending, mended
from kb.core.launch.model import Repair
from kb.core.launch.spans import Edit
from kb.core.messages import msg

_ESCAPED = re.compile(r"(?<![^\s'\"\[(,*`])(?:\\?-){1,2}[A-Za-z](?:[\w.-]|\\[_-])*")
_EMPHASIS = re.compile(
    r"(?<!\S)(?P<mark>\*{1,3}|_{2,3}|`{1,2})(?P<inside>-{1,2}[A-Za-z][^\n*`]*?)(?P=mark)(?=[\s,;]|$)"
)
_DUNDER = re.compile(r"(?<![\w*])\*\*(?P<name>init|main|name|file|version)\*\*(?![\w*])")
_LINK = re.compile(
    r"(?<![\w!])\[(?P<shown>[^\[\]\s]+)\]\((?:https?://|mailto:)?(?P<address>[^()\s]+)\)"
)
_AUTOLINK = re.compile(r"(?<![<\w])<(?P<address>https?://[^<>\s]+)>")
_NUMBER = re.compile(r"[ \t]*(?P<number>\d{1,4})(?:[.:|)]|[ \t])[ \t]?")
_DIFF_LINE = re.compile(r"[ +@\\-]|diff |index ")
_ADDED = re.compile(r"^\+(?!\+)[ \t]*\S", re.M)


def markup(text: str, mending: Mending) -> Mended:
    """`--enforce\\_eager`, `**--port 1**`, `**init**.py`, `[a](http://a)`, `<http://a>`."""
    edits = sorted(_edits(text, mending), key=lambda one: (one.start, one.end))
    apart = [one for at, one in enumerate(edits) if not at or edits[at - 1].end <= one.start]
    return mended(text, apart, "marks of a text format were taken out of the command ({count})")


def _edits(text: str, mending: Mending) -> Iterator[Edit]:
    for hit in _ESCAPED.finditer(text):
        plain = hit[0].replace("\\", "")
        if plain != hit[0] and mending.known(plain):
            yield Edit(*hit.span(), plain)
    for hit in _EMPHASIS.finditer(text):
        if mending.known(hit["inside"].replace("\\", "").split()[0]):
            yield Edit(hit.start(), hit.start("inside"), "")
            yield Edit(hit.end("inside"), hit.end(), "")
    yield from (Edit(*hit.span(), f"__{hit['name']}__") for hit in _DUNDER.finditer(text))
    for hit in _LINK.finditer(text):
        if hit["shown"].split("://")[-1].rstrip("/") == hit["address"].rstrip("/"):
            yield Edit(*hit.span(), hit["shown"])
    yield from (Edit(*hit.span(), hit["address"]) for hit in _AUTOLINK.finditer(text))


def numbered(text: str, mending: Mending) -> Mended:
    """Line numbers that were copied with the lines: one more with each line."""
    lines = text.split("\n")
    hits = [_NUMBER.match(line) for line in lines if line.strip()]
    numbers = [int(hit["number"]) for hit in hits if hit]
    follow = all(b == a + 1 for a, b in pairwise(numbers))
    if len(numbers) < 2 or len(numbers) < len(hits) or not follow:
        return Mended(text)
    bare = (_NUMBER.sub("", line, count=1) if line.strip() else line for line in lines)
    return Mended("\n".join(bare), (Repair(msg("the numbers at the line starts went")),))


def not_a_diff(text: str, mending: Mending) -> Mended:
    """A diff shows two commands in one."""
    lines = [line for line in text.split("\n") if line.strip()]
    apart = 0 < sum(line.startswith("+") for line in lines) < len(lines)
    if not apart or not _ADDED.search(text) or not all(map(_DIFF_LINE.match, lines)):
        return Mended(text)
    return Mended(text, asks=msg("the text is a diff: which of its two commands do you run?"))
