"""What a command has that speaks against a change: taken out where it would win or says the
opposite, named where it only loses its effect. The rows stand in `checks.combinations`."""

from collections.abc import Iterator
from dataclasses import dataclass

from kb.core.articles.model import Change
from kb.core.launch.changes.step import options_of
from kb.core.launch.checks.combinations import EXCLUDE
from kb.core.launch.flags import Catalogue
from kb.core.launch.options import Grammar
from kb.core.launch.target import Target
from kb.core.messages import Message, msg

_OPPOSITES = (("--enable-", "--disable-"), ("--disable-", "--enable-"), ("--no-", "--"))
_OFF = ("false", "0")


@dataclass(frozen=True, slots=True)
class Conflict:
    """What to say, and the change that takes the other side out where that is right."""

    message: Message
    removal: Change | None = None


def conflicts(change: Change, target: Target, grammar: Grammar) -> tuple[Conflict, ...]:
    """What stands in the command against a change that was made in it."""
    if change.op not in ("add-flag", "set-flag") or (change.value or "").casefold() in _OFF:
        return ()
    added = grammar.name(change.flag)
    if added.ambiguous:
        return ()
    there = {one.name.flag: one.written for one in options_of(target, grammar)}
    found = [*_opposites(change, there, grammar)]
    if not added.negated:
        found += [*_named(added.flag, there, grammar), *_variables(added.flag, target, grammar)]
    return tuple(found)


def _opposites(change: Change, there: dict[str, str], grammar: Grammar) -> Iterator[Conflict]:
    """`--disable-x` where `--enable-x` comes, for engines to which these are two flags."""
    mine = change.flag.replace("_", "-")
    for old, new in _OPPOSITES:
        other = mine.replace(old, new, 1) if mine.startswith(old) else ""
        name = grammar.name(other) if other else None
        if name and name.flag != grammar.name(change.flag).flag and name.flag in there:
            said = msg("`{other}` went: it says the opposite of `{flag}`", other=there[name.flag],
                       flag=change.flag)  # fmt: skip
            yield Conflict(said, Change("remove-flag", other))


def _named(flag: str, there: dict[str, str], grammar: Grammar) -> Iterator[Conflict]:
    for row in EXCLUDE:
        both = {row.flag, row.other} <= {flag, *there}
        if row.engine == grammar.engine and flag in (row.flag, row.other) and both:
            yield Conflict(row.message)


def _variables(flag: str, target: Target, grammar: Grammar) -> Iterator[Conflict]:
    """A variable that the flag has replaced wins over it as long as the engine reads both."""
    catalogue = grammar.catalogue
    if target.env is None or not isinstance(catalogue, Catalogue) or not _has(flag, grammar):
        return
    for one in target.env.variables:
        row = catalogue.variable(one.name)
        if row and row.replaced_by.partition(" ")[0].partition(".")[0] == flag:
            said = msg("`{name}` went: `{flag}` has replaced it", name=one.name, flag=flag)
            yield Conflict(said, Change("env", name=one.name))


def _has(flag: str, grammar: Grammar) -> bool:
    """Does the version have the flag? Where that is not known nothing is taken out."""
    found = (
        grammar.catalogue and grammar.version and grammar.catalogue.resolve(flag, grammar.version)
    )
    return bool(found) and getattr(found, "status", "here") == "here"
