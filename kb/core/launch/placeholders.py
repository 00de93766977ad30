"""A command → its placeholders (`<model>`, `YOUR_TOKEN`, `/path/to/model`, `$MODEL_PATH`), each
with the word around it and how a value is quoted there."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice

from kb.core.launch.dialects import SYSTEMD, Dialect
from kb.core.launch.json_forms import looks_like_json
from kb.core.launch.locate import dialect_of, the_target
from kb.core.launch.model import LaunchError
from kb.core.launch.words import Token, tokenise
from kb.core.launch.yamllines import unquoted

ANGLE = re.compile(r"(?<!<)<(?P<name>[^\W\d_](?:[\w ./-]{0,58}[\w/])?)>(?![>(])")
_WRITTEN = re.compile(
    r"\b(?:YOUR|MY)[_-][A-Z0-9]+(?:[_-][A-Z0-9]+)*\b|\byour[-_][a-z0-9]+(?:[-_][a-z0-9]+)*"
    r"|(?<![\w./$}-])(?:[A-Za-z]:\\|/)?path[/\\]to(?:[/\\][\w.-]+)+|(?<![\w./-])(?:hf_|sk-)?[xX]{4,}(?![\w-])"
)
# a variable that stands for what only its owner knows; no secret, which is better not typed here
_VARIABLE = re.compile(
    r"(?<![\w$])(?:\$(?P<name>[A-Z][A-Z0-9_]*)|\$\{(?P<braced>[A-Z][A-Z0-9_]*)\})(?![\w(])"
)
_ASKED = re.compile(r"MODEL|PATH|DIR|PORT|HOST|NAME|IMAGE|ADDR")
_SECRET = re.compile(r"(?:TOKEN|KEY|SECRET|PASSWORD)S?$")
_FILL = "\ue000"  # stands for a placeholder while the text is read; as long as it
_MOST = 40
_STRING = re.compile(r"[rbfuRBFU]{0,2}\"(?:[^\"\\\n]|\\.)*\"|[rbfuRBFU]{0,2}'(?:[^'\\\n]|\\.)*'")
_PLAIN = re.compile(
    r"(?:[ \t]*(?:-[ \t]+)*(?:[\w.\"'/-]+:[ \t]+)?)(?P<item>[^#\r\n]*?)[ \t]*(?: #.*)?\r?$"
)
_YAML_LINE = re.compile(r"[ \t]*(?:#|-[ \t]|[\w\"'./-]+:(?:[ \t]|$))")
_SHELLS = ("shell", "docker", "cmd", "powershell", "systemd")


@dataclass(frozen=True, slots=True)
class Hole:
    """The characters `start` to `end` are `word` as its form writes it; in it stands `name`.
    `quoting` is sh, cmd, powershell, systemd, yaml, json, single, or "" where only a plain word
    can be put in; `dollars`: a `$` is written twice."""

    start: int
    end: int
    name: str
    word: str
    quoting: str
    dollars: bool = False


def holes(text: str) -> tuple[Hole, ...]:
    """The placeholders of a command in order, at most one in a word."""
    found = list(_found(text))[:_MOST]
    if not found:
        return ()
    blank = text
    for start, end in found:
        blank = blank[:start] + _FILL * (end - start) + blank[end:]
    form = _form(blank)
    words = _words(blank, form)
    made = [_hole(text, span, words, form == "compose") for span in found]
    return tuple(one for at, one in enumerate(made) if not at or made[at - 1].end <= one.start)


def _found(text: str) -> Iterator[tuple[int, int]]:
    patterns = (ANGLE, _WRITTEN)
    spans = [hit.span() for one in patterns for hit in islice(one.finditer(text), _MOST)]
    variables = [(hit.span(), hit["name"] or hit["braced"]) for hit in _VARIABLE.finditer(text)]
    names = dict.fromkeys(name for _, name in variables if _is_asked(name))
    asked = {name for name in islice(names, _MOST) if not _set_there(name, text)}
    spans += [span for span, name in variables if name in asked][:_MOST]
    at = 0
    for start, end in sorted(spans):
        if start >= at:
            at = end
            yield start, end


def _is_asked(name: str) -> bool:
    return bool(_ASKED.search(name)) and not _SECRET.search(name)


def _set_there(name: str, text: str) -> bool:
    return bool(re.search(rf"(?<![\w$]){name}(?:=|[ \t]*:)", text))


@dataclass(frozen=True, slots=True)
class _Word:
    start: int
    end: int
    value: str
    quoting: str


def _hole(text: str, span: tuple[int, int], words: list[_Word], dollars: bool) -> Hole:
    name = text[span[0] : span[1]]
    fill = _FILL * len(name)
    for word in words:
        if word.start <= span[0] and span[1] <= word.end and word.value.count(_FILL) == len(name):
            whole = word.value.replace(fill, name)
            return Hole(word.start, word.end, name, whole, word.quoting, dollars)
    return Hole(*span, name, name, "")


def _words(blank: str, form: str) -> list[_Word]:
    """The words that can be written anew as a whole."""
    if form in _SHELLS:
        dialect = SYSTEMD if form == "systemd" else dialect_of(blank)
        return [_shell_word(one, dialect) for one in _tokens(blank, dialect) if _is_one(one)]
    if form not in ("json", "python"):
        return [word for word in _yaml_words(blank) if " " not in word.value]
    return [_quoted(hit) for hit in _STRING.finditer(blank) if hit[0][0] in "\"'"]


def _form(blank: str) -> str:
    if looks_like_json(blank):
        return "json"
    lines = [line for line in blank.splitlines() if line.strip()]
    try:
        form = the_target(blank).form
    except LaunchError:
        form = "yaml" if all(map(_YAML_LINE.match, lines)) else "shell"
    return "json" if form == "dockerfile" else form


def _tokens(blank: str, dialect: Dialect) -> tuple[Token, ...]:
    try:
        return tokenise(blank, dialect)
    except LaunchError:
        return ()


def _is_one(token: Token) -> bool:
    """A word and not a script, whose value is all there."""
    return token.kind == "word" and not token.expands and not re.search(r"\s", token.value)


def _shell_word(token: Token, dialect: Dialect) -> _Word:
    return _Word(token.start, token.end, token.value, dialect.name)


def _yaml_words(blank: str) -> Iterator[_Word]:
    at = 0
    for line in blank.split("\n"):
        strings = list(_STRING.finditer(blank, at, at + len(line)))
        plain = _PLAIN.match(line)
        yield from (_quoted(hit) for hit in strings if hit[0][0] in "\"'")
        if plain and plain["item"] and plain["item"][0] not in "\"'[{|>&*!":
            low, high = plain.span("item")
            yield _Word(at + low, at + high, plain["item"], "yaml")
        at += len(line) + 1


def _quoted(hit: re.Match[str]) -> _Word:
    quoting = "json" if hit[0][0] == '"' else "single"
    value = unquoted(hit[0])
    return _Word(*hit.span(), value, quoting if not re.search(r"\s", value) else "none")
