"""How words are written in each shell-like language: escapes, quotes, operators, line ends. One row
a language."""

import re
from dataclasses import dataclass, replace

SAFE_WORD = re.compile(r"[\w@%+=:,./~-]+", re.ASCII)


@dataclass(frozen=True, slots=True)
class Dialect:
    name: str
    escape: str  # the character that takes the meaning from the next one
    quotes: str
    blanks: re.Pattern[str]  # what stands between two words, continuations included
    plain: re.Pattern[str]  # a run of characters that mean themselves
    operator: re.Pattern[str] | None
    comment: str = ""
    newline_ends: bool = True
    in_double: str = '"\\$`\n'  # what the escape character takes the meaning from inside "…"
    expands: str = "$`"
    folded: bool = False  # are the line ends of a quoted script blanks too?

    @property
    def continuation(self) -> str:
        return f" {self.escape}" if self.newline_ends else ""


_SH_OPERATOR = re.compile(
    r"&>>?|\d*(?:<<<|<<-?|>>|>\||<>|[<>]&(?:\d+|-)?|[<>](?!\())|&&|\|\||\|&|;;|[;&|()]"
)
_NO_QUOTE_OPERATOR = re.compile(r"\d*>>?(?:&\d)?|<|&&|\|\||[&|]")

SH = Dialect(
    "sh",
    "\\",
    "'\"",
    re.compile(r"(?:[ \t]|\\\r?\n)+"),
    re.compile(r"[^\s'\"\\$`&|;<>()]+"),
    _SH_OPERATOR,
    "#",
)
# docker compose splits a string like a shell but runs none: no operator, no comment, a line end
# is a blank
COMPOSE = Dialect(
    "compose",
    "\\",
    "'\"",
    re.compile(r"(?:\s|\\\r?\n)+"),
    re.compile(r"[^\s'\"\\]+"),
    None,
    newline_ends=False,
    in_double='"\\',
)
COMPOSE_FOLDED = replace(COMPOSE, folded=True)
# a shell script in a folded YAML scalar: the line ends are blanks before the shell sees them
FOLDED = Dialect(
    "folded",
    "\\",
    "'\"",
    re.compile(r"(?:\s|\\\r?\n)+"),
    re.compile(r"[^\s'\"\\$`&|;<>()]+"),
    _SH_OPERATOR,
    newline_ends=False,
    folded=True,
)
SYSTEMD = Dialect(
    "systemd",
    "\\",
    "'\"",
    re.compile(r"(?:[ \t]|\\\r?\n)+"),
    re.compile(r"[^\s'\"\\]+"),
    None,
    in_double='"\\',
)
CMD = Dialect(
    "cmd",
    "^",
    '"',
    re.compile(r"(?:[ \t]|\^\r?\n)+"),
    re.compile(r"[^\s\"^&|<>]+"),
    _NO_QUOTE_OPERATOR,
    expands="%",
)
POWERSHELL = Dialect(
    "powershell",
    "`",
    "'\"",
    re.compile(r"(?:[ \t]|`\r?\n)+"),
    re.compile(r"[^\s'\"`$&|;<>]+"),
    re.compile(r"[\d*]?>>?(?:&\d)?|<|&&|\|\||[&|;]"),
    "#",
    in_double='"`$',
    expands="$",
)
