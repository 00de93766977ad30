"""One step of a change: its edits and what has to be said about them."""

from dataclasses import dataclass

from kb.core.articles.model import Change
from kb.core.launch.model import LaunchQuestion
from kb.core.launch.options import Grammar, Name, Option, read_options
from kb.core.launch.spans import Edit
from kb.core.launch.target import Target
from kb.core.messages import Message, msg


@dataclass(frozen=True, slots=True)
class Step:
    edits: tuple[Edit, ...] = ()
    warnings: tuple[Message, ...] = ()


def wanted_name(change: Change, grammar: Grammar) -> Name:
    """Which flag the change means. Raises LaunchQuestion for an abbreviation of several."""
    name = grammar.name(change.flag)
    if name.ambiguous:
        flags = ", ".join(name.ambiguous)
        raise LaunchQuestion(msg("{flag} could be any of {flags}", flag=change.flag, flags=flags))
    return name


def options_of(target: Target, grammar: Grammar) -> tuple[Option, ...]:
    return read_options(target.args.values, grammar)


def of_flag(options: tuple[Option, ...], flag: str) -> list[Option]:
    return [option for option in options if option.name.flag == flag]
