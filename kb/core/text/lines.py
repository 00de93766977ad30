"""Text → lines: split, cleaned, peeled, and rejoined where a terminal or a mail wrapped them."""

import re
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from kb.core.text import marks
from kb.core.text.model import Line
from kb.core.text.peeling import peel
from kb.core.text.records import read_record

LONGEST = 65_536  # characters of one line; the rest is cut
MOST = 60_000  # lines; of a longer paste the head and the tail are read
_HEAD = 10_000
_LONGEST_JOINED = 4_000  # characters after which no further row is taken for a wrapped one
_ROW_ENDS = " |+-=│┃╮╯"  # a table's rows are as wide as each other, and are no wrapped line
_ROW_STARTS = " |+│┃╭╰\t"
_NO_MESSAGE_YET = ("Error:", "Exception:")  # the message stands in the next line
_DIGITS = str.maketrans("", "", "0123456789")
_FENCE = re.compile(r"\s*(?:```|~~~)[\w+-]*\s*")
_RANKED = re.compile(r"(?P<source>\d{1,4}): ?(?=\S)")  # srun -l
_REPEATED = re.compile(r" \[repeated \d{1,6}x across cluster\].*$|\s+\(×\d{1,6}\)$")
_UNFINISHED = re.compile(
    r"(?:[\w.]{0,200}[A-Z]\w{0,80}(?:Error|Exception)|[\w ]{0,60}[Ee]rror): .{40,2000}[\w,]"
)
_CARRIED_ON = re.compile(  # a function word, which begins no log line
    r"(?:a|an|the|by|of|to|in|on|for|with|without|and|or|is|are|was|were|be|been|from|that|which|as"
    r"|than|but|not|has|have|had|will|would|can|could|should|must|may|you|your|it|its|this|these"
    r"|there|when|where|while|if|because|due|into|at least|at most|before|after|between|via) \S.*"
)


class _Paste(NamedTuple):
    """What is asked once of the whole paste, not of each line."""

    bare_colours: bool
    literal_colours: bool
    ranked: bool
    width: int  # at which a terminal wrapped it; 0 = it did not


def read_lines(text: str) -> tuple[Line, ...]:
    """The lines of a paste in order, peeled and rejoined; blanks, rules and progress bars dropped.

    Linear in the text. Lines over LONGEST characters are cut, of more than MOST lines the middle is
    left out.
    """
    rows = _rows(text)
    paste = _look_over(text, rows)
    read = (line for number, raw in rows for line in _read(number, raw, paste))
    return tuple(_joined(read, paste.width))


def _rows(text: str) -> list[tuple[int, str]]:
    text = text.replace("\r\n", "\n").replace("\u2028", "\n").replace("\x85", "\n")
    if "\n" not in text:
        text = text.replace("\r", "\n")
    rows = [(number, row[:LONGEST]) for number, row in enumerate(text.split("\n"), 1) if row]
    return rows if len(rows) <= MOST else rows[:_HEAD] + rows[_HEAD - MOST :]


def _look_over(text: str, rows: list[tuple[int, str]]) -> _Paste:
    ranked = sum(1 for _, row in rows[:2000] if row[:1].isdigit() and _RANKED.match(row))
    return _Paste(
        marks.has_bare_colours(text),
        marks.has_literal_colours(text),
        ranked >= 3 and ranked * 2 >= min(len(rows), 2000),
        _wrapped_at(rows),
    )


def _wrapped_at(rows: list[tuple[int, str]]) -> int:
    """The width of the terminal: several rows, not one again and again, are as long as the
    longest one."""
    widest = max((len(row) for _, row in rows), default=0)
    if not 60 <= widest <= 400:
        return 0
    full = {row.translate(_DIGITS) for _, row in rows if len(row) == widest}
    return widest if len(full) >= 3 else 0


def _read(number: int, raw: str, paste: _Paste) -> Iterator[Line]:
    for piece in raw.split("\r") if "\r" in raw else (raw,):
        text = _cleaned(piece, paste)
        if text and not text.isspace():
            line = _line(number, raw, text, paste.ranked)
            if line.text:
                yield line


def _cleaned(text: str, paste: _Paste) -> str:
    if "\x1b" in text or paste.literal_colours or paste.bare_colours:
        text = marks.without_colours(text, paste.bare_colours, paste.literal_colours)
    if not text.isprintable():
        text = marks.without_invisible(text)
    if "&" in text:
        text = marks.entities_decoded(text)
    if not text.isascii():
        text = marks.without_borders(text)
    elif not text[:1].isalnum() and (text.startswith("```") and _FENCE.fullmatch(text)):
        return ""
    return marks.without_progress(text)


def _line(number: int, raw: str, text: str, ranked: bool) -> Line:
    rank = ""
    if ranked and (found := _RANKED.match(text)):
        rank, text = found["source"], text[found.end() :]
    text, level, source = peel(text)
    record = read_record(text)
    if record is not None:
        text, inner, deeper = peel(record.text)
        level, source = inner or record.level or level, deeper or source
    behind = marks.without_progress(text)
    if behind != text:  # a bar has no line end: what is behind it has prefixes of its own
        text, inner, deeper = peel(behind)
        level, source = inner or level, deeper or source
    if text.endswith((")", "]", "see", ".")) and ("×" in text or "across cluster" in text):
        text = _REPEATED.sub("", text)
    return Line(
        number, text.rstrip(), raw, level, f"{rank}/{source}" if rank and source else rank or source
    )


def _joined(lines: Iterable[Line], width: int) -> Iterator[Line]:
    held: Line | None = None
    for line in lines:
        if held is None:
            held = line
        elif (glue := _glue(held, line, width)) is None:
            yield held
            held = line
        else:
            joined = held.text + glue + line.text.lstrip()
            held = held._replace(text=joined, raw=f"{held.raw}\n{line.raw}")
    if held is not None:
        yield held


def _glue(before: Line, after: Line, width: int) -> str | None:
    """What stood between two halves of a wrapped line; None where they are two lines."""
    if after.source != before.source or len(before.text) > _LONGEST_JOINED:
        return None
    if before.text.endswith(_NO_MESSAGE_YET) and after.level == before.level:
        return " "
    if after.level:
        return None
    bare = after.text == after.raw.rstrip()
    if width and bare and len(before.raw) - before.raw.rfind("\n") - 1 == width:
        return "" if before.raw[-1] not in _ROW_ENDS and after.raw[0] not in _ROW_STARTS else None
    if (
        (bare or not before.level)
        and _UNFINISHED.fullmatch(before.text)
        and _CARRIED_ON.fullmatch(after.text)
    ):
        return " "
    return None
