"""A paste, log or letter → where launch commands stand in it."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice

from kb.core.launch import json_forms, python_calls
from kb.core.launch.docker import SWITCHES
from kb.core.launch.guards import MOST
from kb.core.launch.launchers import SPEAKERS, base_name, engine_of_image
from kb.core.launch.locate import dialect_of
from kb.core.launch.mends.mending import Mending
from kb.core.launch.mends.prompts import fences, first_prompt
from kb.core.launch.mends.regions import LAUNCH, regions, stand_in
from kb.core.launch.shellenv import PASSING
from kb.core.launch.yaml_forms import yaml_spans

_MOST = 50  # commands of one text
_ASSIGNMENT = re.compile(r"[A-Za-z_]\w*=\S*")
_NOT_ONE = re.compile(r"[ \t]*(?:usage:|#|//|\$?\s*which )", re.I)
_CHAIN = re.compile(r"&&|\|\||[;|]")
_USAGE = re.compile(r"\[(?:options|args|model_tag|OPTIONS|ARGS|OPTION)[\]. ]|\[-")
_DOCKER = re.compile(r"docker|podman|nerdctl")
_SETS = re.compile(r"[ \t]*(?:export[ \t]+\w+=|set[ \t]+\"?\w+=|\$env:\w+[ \t]*=)[^\n]*\r?$")
_SENTENCE = re.compile(r"[，。；！？、](?![ \t]*[-\u2010-\u2015])(?=[^\W\d_])")
_PYTHON = re.compile(r"python[\d.]*(?:\.exe)?")
_ARGUMENT = re.compile(r"(?:^|\s)[-\u2010-\u2015]{1,2}[A-Za-z]|\S/\S|[$\"'<]|:\S")


@dataclass(frozen=True, slots=True)
class Found:
    """The span of one launch command and its 1-based line."""

    start: int
    end: int
    line: int


class _Lenient(Mending):
    """For finding, any option continues a command; nothing is changed here."""

    def known(self, option: str) -> bool:
        return option in SWITCHES or option.startswith("-")


_SAYS = re.compile(r"[^\W_]{2}")
_MUTE = re.compile(r"\s*(?:#|[\w.-]+:\s*$)")  # a remark, or a bare key of YAML


def find_commands(text: str) -> tuple[Found, ...]:
    """Every launch command in the text: shell lines, `docker run`, and YAML that starts a server.

    Not: clients, benchmarks, usage texts, comments, `docker stop`. Linear; at most 50 are found."""
    if not text:
        return ()
    spans = list(islice(_json(text), _MOST)) or yaml_spans(text)
    spans += [one for one in _lists(text) if not _within(one[0], spans)]
    inside = list(spans)
    for start, end in _regions(text):
        if not _within(start, inside):
            spans += list(_in_region(text, start, end))
        if len(spans) >= _MOST:
            break
    return tuple(_found(text, sorted(spans)[:_MOST]))


def _regions(text: str) -> Iterator[tuple[int, int]]:
    """As `regions`; the shell of a text without a command is not asked for."""
    if stand_in(text):
        yield from regions(text, _Lenient({}, dialect_of(text)))


def is_command(text: str) -> bool:
    """Whether a text is a launch command and nothing else, prompts and remarks apart."""
    if len(text) > MOST:
        return False  # nobody would be let copy it
    found = find_commands(text)
    rest, at = list[str](), 0
    for span in found:
        rest.append(text[at : span.start])
        at = max(at, span.end)
    lines = "".join([*rest, text[at:]]).split("\n")
    return bool(found) and not any(_SAYS.search(line) for line in lines if not _MUTE.match(line))


def _json(text: str) -> Iterator[tuple[int, int]]:
    """JSON that is the whole text or stands in a code block of it."""
    inner = ((text.find(one.inner, one.start), one.inner) for one in fences(text))
    blocks = [(0, text), *inner]
    for start, block in blocks:
        for one in json_forms.targets(block):
            yield start + one.start, start + one.end


def _lists(text: str) -> list[tuple[int, int]]:
    """Argument lists of Python."""
    return [(one.start, one.end) for one in python_calls.targets(text) if one.entry]


def _within(place: int, spans: list[tuple[int, int]]) -> bool:
    return any(low <= place < high for low, high in spans)


def _found(text: str, spans: list[tuple[int, int]]) -> Iterator[Found]:
    line, at = 1, 0
    for start, end in spans:
        line += text.count("\n", at, start)
        at = start
        yield Found(start, end, line)


def _in_region(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    hit = LAUNCH.search(text, start, end)
    if hit is None or _NOT_ONE.match(text, start) or not _of_engine(hit[0], text[hit.end() : end]):
        return
    first = _begin(text, start, hit.start())
    if first is None:
        return
    last = _until(text, hit.end(), end, first)
    if _is_command(text[hit.end() : last]):
        yield _with_exports(text, first), last


def _of_engine(launcher: str, rest: str) -> bool:
    """`docker run` starts a server only of an engine's image; a usage text is an example."""
    if _USAGE.search(rest):
        return False
    return not _DOCKER.match(launcher) or bool(LAUNCH.search(rest) or engine_of_image(rest))


def _with_exports(text: str, first: int) -> int:
    """The start with the lines right above that set its variables."""
    at = text.rfind("\n", 0, first) + 1
    if text[at:first].strip():
        return first
    while at:
        above = text.rfind("\n", 0, at - 1) + 1
        if not _SETS.match(text, above, at - 1):
            break
        first, at = above, above
    return first


def _begin(text: str, start: int, launcher: int) -> int | None:
    """Where the command begins: at the line's start, or behind a prompt or the words of a
    sentence."""
    head = text[start:launcher]
    chained = _CHAIN.split(head)
    if base_name("".join(chained[-1].split()[:1])) in SPEAKERS:
        return None
    if head[-1:] and not head[-1].isspace():
        path = re.search(r"[\w.$~{}:-]*[/\\][^\s\"'`=：]*\Z", head)
        launcher -= len(path[0]) if path else 0
        if not path:
            return launcher
    prompt = first_prompt(text[start:launcher], Mending({})).text
    at = launcher - len(prompt)
    words = [(at + hit.start(), hit[0]) for hit in re.finditer(r"\S+", prompt)]
    if not words or len(chained) > 1 or _program(words[0][1]) or "\\\n" in head or "\\\r\n" in head:
        return words[0][0] if words else launcher
    return _behind_prose(words, launcher)


def _behind_prose(words: list[tuple[int, str]], launcher: int) -> int:
    at = launcher
    for start, word in reversed(words):
        opened = max(word.rfind("`"), word.rfind("："), word.rfind('"')) + 1
        bare = word[opened:]
        if not _program(bare) and not bare.startswith("-"):
            return start + opened if opened and not bare else at
        at = start + opened
        if opened:
            break
    return at


def _program(word: str) -> bool:
    name = base_name(word)
    return bool(
        _ASSIGNMENT.fullmatch(word) or _PYTHON.fullmatch(name) or name in PASSING
        or name.endswith((".sh", ".exe", ".bat")) or name in ("cd", "export", "source", "exec")
    )  # fmt: skip


def _until(text: str, after: int, end: int, first: int) -> int:
    """The end: a closing backtick or quote, or the sentence going on, ends the command before
    its line."""
    opening = text[first - 1 : first] if first else ""
    if opening and opening in '`"':
        close = text.find(opening, after, end)
        return close if close > 0 else end
    sentence = _SENTENCE.search(text, after, end)
    return sentence.start() if sentence else end


def _is_command(arguments: str) -> bool:
    """More than the name of a program in a sentence?"""
    if arguments[:1] and not arguments[0].isspace():
        return False
    return len(arguments.split()) <= 1 or bool(_ARGUMENT.search(arguments))
