"""Tokens → simple commands, and the lines of a text that can hold a launch command."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from kb.core.launch.dialects import Dialect
from kb.core.launch.launchers import HINT
from kb.core.launch.model import LaunchError
from kb.core.launch.words import Token, logical_line, tokenise

_SEPARATORS = frozenset(("&&", "||", ";", ";;", "|", "|&", "&", "(", ")"))
_WHOLE_REDIRECTION = re.compile(r"\d*[<>]&(?:\d+|-)")
_MOST_BROKEN = 20  # unreadable lines after which a text is no script
_LONGEST = 65_536  # characters of one command


@dataclass(frozen=True, slots=True)
class Line:
    """One logical line: its tokens, or the reason why it cannot be read."""

    start: int
    end: int
    tokens: tuple[Token, ...] = ()
    broken: LaunchError | None = None


def simple_commands(tokens: Iterable[Token]) -> Iterator[tuple[Token, ...]]:
    """The words of each simple command of a line, redirections left out."""
    words: list[Token] = []
    target = False  # does the next word belong to a redirection?
    for token in tokens:
        if token.kind == "operator" and token.value in _SEPARATORS:
            yield tuple(words)
            words, target = [], False
        elif token.kind == "operator":
            target = not _WHOLE_REDIRECTION.fullmatch(token.value)
        elif token.kind == "word" and not target:
            words.append(token)
        elif token.kind == "word":
            target = False
    yield tuple(words)


def launch_lines(text: str, dialect: Dialect) -> Iterator[Line]:
    """The logical lines that mention a server, in order; each character is read at most twice."""
    if not dialect.newline_ends:
        yield Line(0, len(text), tokenise(text, dialect))
        return
    at, broken = 0, 0
    while at < len(text) and broken < _MOST_BROKEN:
        group = _physical(text, at, dialect)
        if not HINT.search(text, at, group):
            at = group + 1
            continue
        line = _read(text, at, group, dialect)
        broken += line.broken is not None
        yield line
        at = _next_line(text, max(line.end, group))


def _physical(text: str, at: int, dialect: Dialect) -> int:
    """The end of the line at `at` together with the lines that continue it."""
    while True:
        end = text.find("\n", at)
        if end < 0:
            return len(text)
        line = text[at:end]
        if not line.rstrip("\r").endswith(dialect.escape) or _is_comment(line, dialect):
            return end
        at = end + 1


def _is_comment(line: str, dialect: Dialect) -> bool:
    return bool(dialect.comment) and line.lstrip().startswith(dialect.comment)


def _read(text: str, at: int, group: int, dialect: Dialect) -> Line:
    try:
        tokens = logical_line(text, dialect, at, min(len(text), max(group, at + _LONGEST)))
    except LaunchError as error:
        return Line(at, group, broken=error)
    return Line(at, tokens[-1].end if tokens else group, tokens)


def _next_line(text: str, at: int) -> int:
    end = text.find("\n", at)
    return len(text) if end < 0 else end + 1
