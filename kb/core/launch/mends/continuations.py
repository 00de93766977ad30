"""Commands over several lines: blanks behind the continuation, comments between, continuations that
lack."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from kb.core.launch.launchers import engine_of_image
from kb.core.launch.mends.mending import Mended, Mending, comment_start
from kb.core.launch.model import Repair
from kb.core.messages import Message, msg

_OPTION = re.compile(r"--?[A-Za-z][\w.-]*")
_LONG = re.compile(r"--[A-Za-z][\w.-]*(?:[ =\\]|$)")
_ARROW = re.compile(r"#+\s*<[-=<]*")
_IMAGE = re.compile(r"[\w.-]+(?:/[\w.-]+)+(?::[\w.-]+)?(?=\s|$)")
_TWICE = re.compile(
    r"[ \t]\\\\[ \t]*\r?$", re.M
)  # inside a string or a document of another program
_STOPS = re.compile(r"(?:[;|]|&&?)\s*$")


@dataclass(frozen=True, slots=True)
class _Line:
    """One physical line of a command: code, comment and whether a continuation follows the code."""

    indent: str
    code: str
    comment: str = ""
    continued: bool = False

    @property
    def option(self) -> str:
        found = _OPTION.match(self.code)
        return found[0] if found else ""


def continuations(text: str, mending: Mending) -> Mended:
    """The command with every line but the last continued, its comments above it. Text without
    damage
    comes back as it is."""
    escape = mending.dialect.escape
    raw = text.split("\n")
    if len(raw) < 2 and not _dangling(text, escape):
        return Mended(text)
    if escape == "\\" and _TWICE.search(text):
        return Mended(
            text, asks=msg("the line ends are escaped twice: in which text does it stand?")
        )
    lines = [_read(line.rstrip("\r"), escape) for line in raw]
    newline = "\r\n" if raw[0].endswith("\r") else "\n"
    return _joined(text, lines, newline, mending)


def _read(line: str, escape: str) -> _Line:
    indent = line[: len(line) - len(line.lstrip())]
    start = comment_start(line)
    code, comment = (line[:start], line[start:]) if start is not None else (line, "")
    code = code.strip()
    if code.endswith(escape) and not code.endswith(escape * 2):
        return _Line(indent, code[:-1].rstrip(), comment.rstrip(), True)
    inside = comment.rstrip()
    if code and inside.endswith(escape):  # `--port 1 # mine \\`: the comment swallowed it
        return _Line(indent, code, inside[:-1].rstrip(), True)
    return _Line(indent, code, inside, False)


def _dangling(text: str, escape: str) -> bool:
    return text.rstrip().endswith(escape)


def _joined(text: str, lines: Sequence[_Line], newline: str, mending: Mending) -> Mended:
    last = max((at for at, line in enumerate(lines) if line.code), default=0)
    damage = _damage(text, lines, last, mending)
    if not damage:
        return Mended(text)
    escape = mending.dialect.escape
    above = [
        note
        for line in lines[: last + 1]
        if (note := _note(line, lines[0].indent, line is lines[last]))
    ]
    body = [
        line.indent + line.code + (f" {escape}" if at != last else _kept(line))
        for at, line in enumerate(lines[: last + 1])
        if line.code
    ]
    after = [line.indent + line.comment for line in lines[last + 1 :]]
    tail = newline + newline.join(after) if any(after) or text.endswith("\n") else ""
    return Mended(newline.join([*above, *body]) + tail, tuple(Repair(one) for one in damage))


def _kept(line: _Line) -> str:
    return f"  {line.comment}" if line.comment and not line.continued else ""


def _note(line: _Line, indent: str, last: bool) -> str:
    if last and not line.continued:
        return ""
    return note_of(line.code, line.comment, indent)


def note_of(code: str, comment: str, indent: str) -> str:
    """A comment as a line of its own, with the option of the `code` before it that it speaks
    of; arrows that
    point at a line ("<--- new") say nothing elsewhere."""
    if not comment or _ARROW.match(comment):
        return ""
    found = _OPTION.match(code)
    said = comment.lstrip("#").strip()
    if found:
        return f"{indent}# {found[0]}: {said}"
    return indent + (f"# {said}" if code else comment)


def _damage(text: str, lines: Sequence[_Line], last: int, mending: Mending) -> list[Message]:
    """What is wrong with the lines, one sentence a kind."""
    inner = lines[:last]
    escape = re.escape(mending.dialect.escape)
    found = []
    if re.search(rf"{escape}[ \t]+\r?$", text, re.M):
        found.append(
            msg("blanks behind a continuation went: it escaped the blank, not the line end")
        )
    if any(line.comment for line in inner):
        found.append(
            msg("comments inside the command went above it: nothing behind them was passed on")
        )
    if any(line.code and not line.continued for line in inner):
        found.append(msg("continuations that lacked at line ends were put in"))
    if any(not line.code and not line.comment for line in inner):
        found.append(msg("empty lines inside the command went: they ended it"))
    if lines[last].continued:
        found.append(msg("the continuation behind the last line went"))
    return found


def belongs(line: str, before: str, escape: str, mending: Mending, docker: bool) -> bool:
    """Does a line go on with the command whose last line of code is `before`?"""
    code = _read(line.rstrip("\r"), escape)
    previous = _read(before.rstrip("\r"), escape)
    if previous.continued:
        return bool(code.code)
    if not code.code or _STOPS.search(previous.code):
        return False
    if code.option:  # no command begins with `--name`, so a known name is not needed there
        return bool(_LONG.match(code.code)) or mending.known(code.option)
    image = _IMAGE.match(code.code)
    return bool(docker and image and engine_of_image(image[0]))
