"""A text in one of the dialects → words with their spans, operators, comments and line ends."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from kb.core.launch.dialects import Dialect
from kb.core.launch.model import LaunchError
from kb.core.messages import msg

_NEWLINE = re.compile(r"\r?\n|\r")
_LINE_REST = re.compile(r"[^\r\n]*")
_ARRAY = re.compile(r"\w+\+?=")
_BRACKETS = re.compile(r"['\"\\(){}]")
_CLOSING = {"(": ")", "{": "}"}


@dataclass(frozen=True, slots=True)
class Token:
    """`kind` is word, operator, comment or newline; `value` what a word means to the program."""

    kind: str
    start: int
    end: int
    value: str = ""
    expands: bool = False  # holds a variable or a substitution: the value is not all there


def tokenise(
    text: str, dialect: Dialect, start: int = 0, end: int | None = None
) -> tuple[Token, ...]:
    """All tokens from `start` to `end`. Raises LaunchError where a quote or bracket is not
    closed."""
    return tuple(_Scanner(text, dialect, start, len(text) if end is None else end))


def logical_line(text: str, dialect: Dialect, start: int, end: int) -> tuple[Token, ...]:
    """The tokens up to the first line end that is neither quoted nor continued."""
    found = []
    for token in _Scanner(text, dialect, start, end):
        if token.kind == "newline":
            break
        found.append(token)
    return tuple(found)


def _unclosed(what: str, at: int, text: str) -> LaunchError:
    line = text.count("\n", 0, at) + 1
    return LaunchError(msg("line {line}: {what} is not closed", line=line, what=what))


class _Scanner:
    """Reads one token after the other; every character is looked at once."""

    def __init__(self, text: str, dialect: Dialect, start: int, end: int) -> None:
        self.text, self.dialect, self.at, self.end = text, dialect, start, end
        self.expands = False

    def __iter__(self) -> Iterator[Token]:
        while self.at < self.end:
            if gap := self.dialect.blanks.match(self.text, self.at, self.end):
                self.at = gap.end()
            else:
                yield self._token()

    def _token(self) -> Token:
        if found := _NEWLINE.match(self.text, self.at, self.end):
            return self._take("newline", found.end())
        if self.text[self.at] == self.dialect.comment:
            rest = _LINE_REST.match(self.text, self.at, self.end)
            return self._take("comment", rest.end() if rest else self.end)
        operator = self.dialect.operator
        if operator and (found := operator.match(self.text, self.at, self.end)):
            return self._take("operator", found.end())
        return self._word()

    def _take(self, kind: str, end: int) -> Token:
        start, self.at = self.at, end
        return Token(kind, start, end, self.text[start:end])

    def _word(self) -> Token:
        start, pieces = self.at, [""]
        self.expands = False
        while self.at < self.end and (piece := self._piece(pieces)) is not None:
            pieces.append(piece)
        if self.at == start:  # a bracket where none belongs
            pieces.append(self.text[self.at])
            self.at += 1
        value = "".join(pieces)
        if self.dialect.name == "systemd":
            value = value.replace("%%", "%").replace("$$", "$")
        elif self.dialect.name == "powershell":  # older ones lose a bare quote on its way
            value = value.replace('\\"', '"')
        return Token("word", start, self.at, value, self.expands)

    def _piece(self, before: list[str]) -> str | None:
        char = self.text[self.at]
        if run := self.dialect.plain.match(self.text, self.at, self.end):
            return self._plain(run.end())
        if char in self.dialect.quotes:
            return self._quoted(char)
        if char == self.dialect.escape:
            return self._escaped()
        if char in self.dialect.expands:
            return self._expansion(char)
        if char == "(" and self.dialect.comment and _ARRAY.fullmatch("".join(before)):
            return self._bracket("(")
        return None

    def _plain(self, end: int) -> str:
        piece = self.text[self.at : end]
        self.at = end
        self.expands |= self.dialect.name == "cmd" and piece.count("%") > 1
        self.expands |= self.dialect.operator is None and "$" in piece
        return piece

    def _escaped(self) -> str:
        self.at += 1
        if line := _NEWLINE.match(self.text, self.at, self.end):
            self.at = line.end()
            return ""
        piece = self.text[self.at : min(self.at + 1, self.end)]
        self.at = min(self.at + 1, self.end)
        if self.dialect.name == "systemd":
            return "\\" + piece
        return piece

    def _quoted(self, quote: str) -> str:
        start = self.at
        self.at += 1
        pieces: list[str] = []
        while self.at < self.end:
            if self.text[self.at] == quote and not self._doubled(quote):
                self.at += 1
                return "".join(pieces)
            pieces.append(self._in_quotes(quote))
        raise _unclosed(quote, start, self.text)

    def _doubled(self, quote: str) -> bool:
        """PowerShell writes a quote inside quotes twice."""
        return (
            self.dialect.name == "powershell"
            and self.text[self.at : self.at + 2] == quote * 2
            and self.at + 1 < self.end
        )

    def _in_quotes(self, quote: str) -> str:
        char, after = self.text[self.at], self.text[self.at + 1 : self.at + 2]
        escape = "\\" if self.dialect.name == "cmd" else self.dialect.escape
        taken = (quote == '"' and char == escape and after and after in self.dialect.in_double) or (
            char == quote  # doubled
        )
        if quote == '"' and char in self.dialect.expands:
            return self._expansion(char)
        self.at += 2 if taken else 1
        if not taken:
            return char
        return "" if after == "\n" else after

    def _expansion(self, char: str) -> str:
        """`$name`, `${…}`, `$(…)`, `…` in backticks: kept as written."""
        self.expands = True
        follows = self.text[self.at + 1 : self.at + 2]
        if char == "$" and follows in _CLOSING and follows:
            self.at += 1
            return "$" + self._bracket(follows)
        if char == "$" and follows == "'" and self.dialect.name in ("sh", "folded"):
            return self._ansi()
        if char == "`":
            return self._backticks()
        self.at += 1
        return char

    def _ansi(self) -> str:
        """$'…' of bash; the escapes inside stay as written."""
        found = re.compile(r"\$'((?:[^'\\]|\\.)*)'", re.S).match(self.text, self.at, self.end)
        if not found:
            self.at += 1
            return "$"
        self.at = found.end()
        return found[1]

    def _backticks(self) -> str:
        start = self.at
        close = self.text.find("`", self.at + 1, self.end)
        if close < 0:
            raise _unclosed("`", start, self.text)
        self.at = close + 1
        return self.text[start : self.at]

    def _bracket(self, opening: str) -> str:
        start, depth, closing = self.at, 0, _CLOSING[opening]
        while found := _BRACKETS.search(self.text, self.at, self.end):
            self.at = found.end()
            if found[0] == "\\":
                self.at = min(self.at + 1, self.end)
            elif found[0] in "'\"":
                self.at = max(self.at, self.text.find(found[0], self.at, self.end) + 1)
            depth += (found[0] == opening) - (found[0] == closing)
            if not depth:
                return self.text[start : self.at]
        raise _unclosed(opening, start, self.text)
