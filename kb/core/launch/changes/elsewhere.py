"""A flag that the text sets outside the command's own words: in a variable, in lines that extend
the list."""

import re
from collections.abc import Iterator
from itertools import islice

from kb.core.articles.model import Change
from kb.core.launch.changes.step import wanted_name
from kb.core.launch.model import LaunchQuestion
from kb.core.launch.options import Grammar, looks_like_option, split_option
from kb.core.launch.target import Target
from kb.core.messages import msg

_VARIABLE = re.compile(r"\$\{?(?:env:)?([A-Za-z_]\w*)|%([A-Za-z_]\w*)%|!([A-Za-z_]\w*)!")
_OPTION = re.compile(r"(?<![\w-])--?[A-Za-z][\w.-]*")
_MOST = 50  # variables of one command, assignments of one variable


def ask_where_set(change: Change, text: str, target: Target, grammar: Grammar) -> None:
    """Raises LaunchQuestion where the flag stands in such a place: changed in the command alone it
    would be there twice, or still there."""
    wanted = wanted_name(change, grammar)
    for option, place in _elsewhere(text, target):
        if grammar.name(option).flag == wanted.flag:
            said = msg("{flag} is set in {place}: change it there", flag=option, place=place)
            raise LaunchQuestion(said)


def _elsewhere(text: str, target: Target) -> Iterator[tuple[str, str]]:
    """Options outside the arguments, each with the words that tell where."""
    yield from target.elsewhere
    for name in dict.fromkeys(islice(_variables(target), _MOST)):
        for options in islice(_assigned(name, text), _MOST):
            yield from ((option, name) for option in options)


def _variables(target: Target) -> Iterator[str]:
    """The variables that stand for whole words of the command."""
    words = target.args.values
    for at, expands in enumerate(target.args.expands):
        behind = at and looks_like_option(words[at - 1]) and split_option(words[at - 1])[1] is None
        if expands and not looks_like_option(words[at]):
            hit = _VARIABLE.match(words[at])
            if hit and (not behind or hit.end() >= len(words[at].rstrip("}"))):
                yield hit[1] or hit[2] or hit[3]


def _assigned(name: str, text: str) -> Iterator[list[str]]:
    """The options in what is assigned to the variable, by line or to the closing bracket."""
    pattern = re.compile(
        rf"(?<![\w$%{{]){name}[ \t]*\+?=[ \t]*(?:\((?P<list>[^()]{{0,4000}})\)|(?P<rest>[^\n]*))"
    )
    for hit in pattern.finditer(text):
        yield _OPTION.findall(hit["list"] or hit["rest"] or "")
