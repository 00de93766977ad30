"""YAML by line: keys, lists and scalars with their places. Reads fragments and templates that are
no YAML yet."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

_KEY = re.compile(
    r"(?P<indent>[ ]*)(?P<dashes>(?:-[ ]+)*)"
    r"(?P<key>\"[^\"\n]+\"|'[^'\n]+'|[A-Za-z_][\w./-]*)[ ]*:(?=[ \t]|$)[ \t]*"
)
_ITEM = re.compile(r"(?P<indent>[ ]*)-(?:[ ]+|$)")
_BLOCK = re.compile(r"[|>][+-]?\d?[+-]?[ \t]*(?:#.*)?$")
_PLAIN_END = re.compile(r"[ \t]+#|[ \t]*$")


@dataclass(frozen=True, slots=True)
class Row:
    """One line: `indent` of its content, `dash` the indentation of its first dash or -1."""

    start: int
    end: int  # of the line, without its line end
    indent: int
    key: str = ""
    value: int = 0  # where the value of the key (or the item's content) begins
    dash: int = -1

    @property
    def next(self) -> int:
        return self.end + 1


def read_rows(text: str) -> tuple[Row, ...]:
    """The lines that are neither blank nor comment."""
    rows, at = [], 0
    for line in text.split("\n"):
        body = line.rstrip("\r")
        stripped = body.strip()
        if stripped and not stripped.startswith("#"):
            rows.append(_row(body, at))
        at += len(line) + 1
    return tuple(rows)


def _row(line: str, at: int) -> Row:
    end = at + len(line)
    item = _ITEM.match(line)
    dash = len(item["indent"]) if item else -1
    if found := _KEY.match(line):
        indent = len(found["indent"]) + len(found["dashes"])
        return Row(at, end, indent, found["key"].strip("\"'"), min(end, at + found.end()), dash)
    if item:
        return Row(at, end, item.end(), "", min(end, at + item.end()), dash)
    indent = len(line) - len(line.lstrip())
    return Row(at, end, indent, "", at + indent, dash)


@dataclass(frozen=True, slots=True)
class Scalar:
    """A scalar and its place; `quote` is ', ", | or > or "" for a plain one."""

    start: int
    end: int
    value: str
    quote: str = ""


def rows_from(rows: Sequence[Row], at: int) -> Iterator[Row]:
    """The rows from `at` on, without a copy of them."""
    return (rows[place] for place in range(at, len(rows)))


def children(rows: Sequence[Row], at: int) -> tuple[Row, ...]:
    """The rows below the key of row `at`: deeper ones, and list items at the key's own depth."""
    depth, found = rows[at].indent, []
    for row in rows_from(rows, at + 1):
        if not (row.dash >= depth if row.dash >= 0 else row.indent > depth):
            break
        found.append(row)
    return tuple(found)


def siblings(rows: Sequence[Row], at: int) -> tuple[int, ...]:
    """The rows of the mapping to which row `at` belongs."""
    depth = rows[at].indent
    found = [at]
    for place in range(at - 1, -1, -1):
        if rows[found[0]].dash >= 0 or not _inside(rows[place], depth):
            break
        if rows[place].indent == depth and rows[place].key:
            found.insert(0, place)
    for place in range(at + 1, len(rows)):
        row = rows[place]
        if not _inside(row, depth) or (row.dash >= 0 and row.indent == depth and row.key):
            break
        if row.indent == depth and row.key and row.dash < 0:
            found.append(place)
    return tuple(found)


def _inside(row: Row, depth: int) -> bool:
    """Is the row in the mapping at `depth` or below one of its keys?"""
    return row.indent >= depth or row.dash >= depth


def scalar_at(text: str, start: int, end: int) -> Scalar:
    """The scalar that begins at `start` of a line that ends at `end`."""
    mark = text[start : start + 1]
    if mark in ("'", '"') and (closed := _closing(text, start, end)):
        return Scalar(start, closed, unquoted(text[start:closed]), mark)
    if _BLOCK.match(text[start:end]):
        return Scalar(start, end, "", mark)
    found = _PLAIN_END.search(text, start, end)
    stop = found.start() if found else end
    return Scalar(start, stop, text[start:stop])


_INSIDE = {
    '"': re.compile(r'"(?:[^"\\]|\\.)*"', re.S),
    "'": re.compile(r"'(?:[^']|'')*'", re.S),
}


def _closing(text: str, start: int, end: int) -> int | None:
    """Behind the closing quote, where nothing but a comment follows it."""
    found = _INSIDE[text[start]].match(text, start, end)
    if not found:
        return None
    rest = text[found.end() : end].lstrip()
    return found.end() if not rest or rest.startswith(("#", ",", "]")) else None


def over_lines(text: str, start: int, limit: int) -> Scalar | None:
    """The quoted scalar that begins at `start` and ends in a later line, before `limit`."""
    mark = text[start : start + 1]
    found = _INSIDE[mark].match(text, start, limit) if mark in _INSIDE else None
    if not found:
        return None
    line_end = text.find("\n", found.end())
    rest = text[found.end() : line_end if line_end >= 0 else len(text)].strip()
    closed = not rest or rest.startswith("#")
    return Scalar(start, found.end(), unquoted(found[0]), mark) if closed else None


_ESCAPES = {"n": "\n", "t": "\t", '"': '"', "\\": "\\", "/": "/", "0": "\0", " ": " "}


def unquoted(raw: str) -> str:
    if raw[:1] == "'":
        return raw[1:-1].replace("''", "'")
    if raw[:1] == '"':
        return re.sub(r"\\(.)", lambda hit: _ESCAPES.get(hit[1], hit[0]), raw[1:-1])
    return raw


def block_span(text: str, rows: Sequence[Row], at: int) -> tuple[int, int]:
    """The lines of the block scalar whose header is row `at`: start of the first, end of the
    last."""
    header = rows[at]
    depth = header.indent if header.key else header.dash
    start = text.find("\n", header.end) + 1 or len(text)
    last = start
    for row in rows_from(rows, at + 1):
        if _leading(text, row) <= depth:
            break
        last = row.end
    return start, last


def _leading(text: str, row: Row) -> int:
    line = text[row.start : row.end]
    return len(line) - len(line.lstrip())
