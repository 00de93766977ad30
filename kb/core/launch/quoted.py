"""A launch command inside a string of another language: `CMD="vllm serve …"`, `os.system('…')`."""

import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import islice

from kb.core.launch import shell
from kb.core.launch.mends.regions import LAUNCH
from kb.core.launch.model import LaunchError, LaunchQuestion
from kb.core.launch.spans import Layer, Piece, whole
from kb.core.launch.target import Target
from kb.core.messages import msg

_STRING = re.compile(r"\"(?P<double>[^\"\n\\]*)\"|'(?P<single>[^'\n\\]*)'")
# a string in the next line or behind a `+`
_JOINED = re.compile(
    r"(?:[ \t]*\n\s*|\s*\+\s*)[rbfuRBFU]{0,2}"
    r"(?:\"(?P<double>[^\"\n\\]*)\"|'(?P<single>[^'\n\\]*)')(?!\s*:)"
)
_GOES_ON = re.compile(r"\s*\+\s*[\w(`\"']")
_MARKS = {"double": '"', "single": "'"}
_SAID = re.compile(r"(?:echo|printf|grep|pgrep|pkill|print)\b[^\n]{0,40}\Z")
_ASSIGNED = re.compile(r"([A-Za-z_]\w*)[ \t]*=[ \t(]*[rbfuRBFU]{0,2}\Z")
_OPTION = re.compile(r"(?<![\w-])--?[A-Za-z][\w.-]*")
_NAME_WIDTH = 120
_MOST = 20


def targets(text: str) -> tuple[Target, ...]:
    """The launch commands in simple strings of one line; none in what is only printed."""
    found: list[Target] = []
    for hit in _STRING.finditer(text):
        name = hit.lastgroup or ""
        if not LAUNCH.search(hit[name]) or _SAID.search(
            text[max(0, hit.start() - 60) : hit.start()]
        ):
            continue
        more = tuple(_extended(text, hit))
        found += (replace(one, elsewhere=more) for one in shell.targets(_layer(text, hit)))
        if len(found) > _MOST:
            break
    return tuple(found)


def _extended(text: str, hit: re.Match[str]) -> Iterator[tuple[str, str]]:
    """The options that later lines add to the variable of the string: `CMD+=" --port 1"`."""
    named = _ASSIGNED.search(text[max(0, hit.start() - _NAME_WIDTH) : hit.start()])
    if not named:
        return
    adds = re.compile(rf"\b{named[1]}[ \t]*(?:\+=|=[ \t]*[\"']?\$\{{?{named[1]}\b)([^\n]*)")
    for more in islice(adds.finditer(text, hit.end()), _MOST):
        yield from ((option, f"{named[1]} +=") for option in _OPTION.findall(more[1]))


def _layer(text: str, hit: re.Match[str]) -> Layer:
    """The inside of the string with those of the strings that the language joins to it."""
    hits = [hit]
    while (more := _JOINED.match(text, hits[-1].end())) and len(hits) < _MOST:
        hits.append(more)
    if _GOES_ON.match(text, hits[-1].end()):
        said = msg("the command goes on behind its string: give it as a whole")
        raise LaunchQuestion(said)
    marks = {one.lastgroup or "" for one in hits}
    refuse = _refuse("".join(_MARKS[name] for name in sorted(marks)))
    if len(hits) == 1:
        return whole(text).inside(*hit.span(hit.lastgroup or ""), refuse)
    places = [at for one in hits for at in range(*one.span(one.lastgroup or ""))]
    return whole(text).decoded([Piece(text[at], at, at + 1) for at in places], refuse)


def _refuse(marks: str) -> Callable[[str], str]:
    """New words go in as they are; with the string's own quote or an escape they would end it."""

    def escape(word: str) -> str:
        if any(mark in word for mark in marks) or "\\" in word:
            raise LaunchError(
                msg("{word} does not fit into the string that holds the command", word=word)
            )
        return word

    return escape
