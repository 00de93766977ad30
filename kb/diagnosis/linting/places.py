"""On which line of a file a field stands, as findings name it: `fixes[0].command`, `fixes.eager`,
`environment.seen.gpu`, a heading of the body."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from functools import lru_cache

from kb.core.articles import section_name
from kb.core.articles.source import split
from kb.core.documents import Fields, Items, Node, Text, read
from kb.core.fences import fenced
from kb.diagnosis.linting.finding import Finding

_STEP = re.compile(r"[^.\[\]]+")
_HEADING = re.compile(r"##[ \t]+(.*?)[ \t#]*$")
_SECTIONS = "sections."


def placed(findings: Iterable[Finding], sources: Mapping[str, str]) -> Iterator[Finding]:
    """Findings with the line of their field, where they have none; `sources` by path."""
    for each in findings:
        text = sources.get(each.path)
        yield replace(each, line=line_of(text, each.field)) if text and not each.line else each


def line_of(source: str, field: str) -> int:
    """The 1-based line of a field, or of the nearest one around it; 1 where there is neither."""
    heading = field.removeprefix(_SECTIONS)
    for line, title in _headings(source):
        if heading in (title, section_name(title)):
            return line
    return _in_front(source, _STEP.findall(field))


@lru_cache(maxsize=4)  # the findings of one file come together
def _headings(source: str) -> tuple[tuple[int, str], ...]:
    found = split(source)
    lines = enumerate(fenced(found.body.split("\n")), found.body_line)
    titles = ((at, _HEADING.match(line)) for at, (line, inside) in lines if not inside)
    return tuple((at, title[1]) for at, title in titles if title)


@lru_cache(maxsize=4)
def _root(source: str) -> Node | None:
    front = split(source).front
    return read(front, first_line=2).root if front is not None else None


def _in_front(source: str, steps: Iterable[str]) -> int:
    node, line = _root(source), 1
    for step in steps:
        found = _inside(node, step)
        if found is None:
            break
        line, node = found
    return line


def _inside(node: Node | None, step: str) -> tuple[int, Node] | None:
    """The line and the node of a key, of a number in a list, of a list's item with that id."""
    if isinstance(node, Fields) and step in node.entries:
        return node.keys[step].line, node.entries[step]
    if not isinstance(node, Items):
        return None
    if step.isdigit():
        values = node.values[int(step) : int(step) + 1]
    else:
        values = tuple(value for value in node.values if _id(value) == step)
    return (values[0].line, values[0]) if values else None


def _id(node: Node) -> str:
    name = node.entries.get("id") if isinstance(node, Fields) else None
    return name.value if isinstance(name, Text) else ""
