"""Another version of a package, where the text installs it."""

import re
from collections.abc import Iterator

from kb.core.articles.model import Change
from kb.core.launch.changes.step import Step
from kb.core.launch.model import LaunchQuestion
from kb.core.launch.spans import Edit
from kb.core.messages import msg

_BOUND = r"(?P<bound>(?:[=<>!~]=|[<>])[\w.*+!<>=~,-]+)?"
_INSTALL = re.compile(
    r"\b(?:pip3?|uv(?: pip)?|-m pip)\s+(?:install|add)\b(?:\\\r?\n|[^\n;&|])*"
    r"|--(?:with|from)[= ]\S+"
)


def package(change: Change, text: str) -> Step:
    """The specifier of every `pip install` (or `uv run --with`) of the package in the text."""
    found = list(_written(change.name, text))
    wanted = change.name + (change.value or "")
    if not found:
        said = msg("the text does not install {package}: run `pip install '{wanted}'`",
                   package=change.name, wanted=wanted)  # fmt: skip
        raise LaunchQuestion(said)
    return Step(tuple(edit for edit in (_edit(hit, change, text) for hit in found) if edit))


def _written(name: str, text: str) -> Iterator[re.Match[str]]:
    named = rf"(?<=[\s'\"=])(?P<name>{re.escape(name)}(?:\[[\w,.-]+\])?)"
    word = re.compile(rf"{named}{_BOUND}(?=[\s'\"]|$)", re.I)
    for line in _INSTALL.finditer(text):
        yield from word.finditer(text, line.start(), line.end())


def _edit(hit: re.Match[str], change: Change, text: str) -> Edit | None:
    new = change.value or ""
    if (hit["bound"] or "") == new:
        return None
    quoted = text[hit.start() - 1] in "'\""
    if quoted or not re.search(r"[<>!~*,]", new):
        return Edit(hit.end("name"), hit.end(), new)
    return Edit(hit.start(), hit.end(), f'"{hit["name"]}{new}"')
