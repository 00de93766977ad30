"""A launch command inside a string of another language: `CMD="vllm serve …"`, `os.system('…')`."""

import re
from collections.abc import Callable

from kb.core.launch import shell
from kb.core.launch.mends.regions import LAUNCH
from kb.core.launch.model import LaunchError
from kb.core.launch.spans import whole
from kb.core.launch.target import Target
from kb.core.messages import msg

_STRING = re.compile(r"\"(?P<double>[^\"\n\\]*)\"|'(?P<single>[^'\n\\]*)'")
_SAID = re.compile(r"(?:echo|printf|grep|pgrep|pkill|print)\b[^\n]{0,40}\Z")
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
        layer = whole(text).inside(*hit.span(name), _refuse('"' if name == "double" else "'"))
        found += shell.targets(layer)
        if len(found) > _MOST:
            break
    return tuple(found)


def _refuse(mark: str) -> Callable[[str], str]:
    """New words go in as they are; with the string's own quote or an escape they would end it."""

    def escape(word: str) -> str:
        if mark in word or "\\" in word:
            raise LaunchError(
                msg("{word} does not fit into the string that holds the command", word=word)
            )
        return word

    return escape
