"""One step of a change: its edits and what has to be said about them."""

from dataclasses import dataclass

from kb.core.articles.model import Change
from kb.core.launch.model import LaunchQuestion
from kb.core.launch.options import Grammar, Name, Option, read_options
from kb.core.launch.spans import Edit
from kb.core.launch.target import Target, Variable
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


def variable_of(target: Target, grammar: Grammar, flag: str) -> Variable | None:
    """The variable of the command that sets the same as `flag` (llama.cpp, TGI have one an
    option)."""
    look = getattr(grammar.catalogue, "flag", None)
    row = look(flag) if look else None
    name = getattr(row, "env", "")
    if not name or target.env is None:
        return None
    found = [one for one in target.env.variables if one.name == name]
    return found[-1] if found else None


def of_flag(options: tuple[Option, ...], flag: str) -> list[Option]:
    return [option for option in options if option.name.flag == flag]
