"""The parts of a printed command: what stayed, came and went, and the placeholders in it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Protocol

from django import template

from kb.core.launch.placeholders import Hole, holes

register = template.Library()


class Words(Protocol):
    """A part of a comparison: `kind` is same, add or del."""

    @property
    def kind(self) -> str: ...

    @property
    def text(self) -> str: ...


@dataclass(frozen=True, slots=True)
class Part:
    """A run of text; with a `hole` it is the word that a value goes into."""

    kind: str
    text: str
    hole: Hole | None = None


@register.simple_tag
def parts(text: str, words: Sequence[Words] | None = None) -> list[Part]:
    """The command in parts. Placeholders are filled by the browser alone: nothing is sent."""
    given = [Part(each.kind, each.text) for each in words or ()] or [Part("same", text)]
    shown = "".join(each.text for each in given if each.kind != "del")
    found, at = holes(shown), 0
    made: list[Part] = []
    for each in given:
        if each.kind == "del":
            made.append(each)
            continue
        made += _cut(each, at, found)
        at += len(each.text)
    return made


@register.simple_tag
def names_in(shown: Sequence[Part]) -> list[str]:
    """The placeholders of a command, each once, in the order in which they stand."""
    return list(dict.fromkeys(part.hole.name for part in shown if part.hole))


def _cut(part: Part, offset: int, found: Sequence[Hole]) -> Iterator[Part]:
    """A part cut at the holes that lie in it as a whole."""
    at, end = offset, offset + len(part.text)
    for hole in found:
        if at <= hole.start and hole.end <= end:
            yield from _text(part, offset, at, hole.start)
            yield Part(part.kind, part.text[hole.start - offset : hole.end - offset], hole)
            at = hole.end
    yield from _text(part, offset, at, end)


def _text(part: Part, offset: int, start: int, end: int) -> Iterator[Part]:
    if start < end:
        yield Part(part.kind, part.text[start - offset : end - offset])
