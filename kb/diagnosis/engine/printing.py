"""The fix → the launch command to copy."""

import re
from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache

from kb.core.articles.model import Change
from kb.core.facts.model import Facts
from kb.core.launch import build, fix_command, parse_command, to_form
from kb.core.launch.flags import check
from kb.core.launch.launchers import canonical_engine
from kb.core.launch.model import Command, LaunchError, Outcome
from kb.core.messages import Message, msg
from kb.core.ranking import Present
from kb.diagnosis.engine.model import FixShown, LaunchShown, Origin, Own, Reading
from kb.diagnosis.engine.reading import engine_of, version_of
from kb.diagnosis.library import Catalogues, Library

# They are done beside a command that has no place for them.
_BESIDE = frozenset({"pip", "image-tag"})
_VARIABLE = re.compile(r"\$\{?([A-Z][A-Z0-9_]*)\}?")


def present_in(command: Command | None) -> Present:
    """The flags and variables of the user's command."""
    return {**command.flags, **command.env} if command else {}


def launch_for(shown: FixShown, reading: Reading, library: Library) -> LaunchShown | None:
    """The corrected command: the user's own, else the article's, else one built from the facts."""
    launch = shown.fix.launch
    if reading.own is not None:
        return _own(reading.own, launch, reading, library)
    if shown.fix.command:
        text = shown.fix.command.strip()
        checked = _changed("article", None, text, shown.told, reading, library)
        return replace(checked, changes=launch)
    built = _built(reading.facts) if launch else None
    return _changed("built", None, built, launch, reading, library) if built else None


def _own(own: Own, launch: Sequence[Change], reading: Reading, library: Library) -> LaunchShown:
    """The user's command, or why it cannot be changed."""
    shown = _changed("yours", own.text, own.text, launch, reading, library)
    if own.command is None and shown.draft is None:
        return LaunchShown("yours", "", own.text, None, refused=own.problem)
    return shown


def _changed(
    origin: Origin,
    before: str | None,
    text: str,
    changes: Sequence[Change],
    reading: Reading,
    library: Library,
) -> LaunchShown:
    """`text` with the changes in order, or the reason why it cannot be changed safely."""
    print_ = _printed_once if origin == "article" else _printed
    asked = text, tuple(changes), _engine(reading), _version(reading) or None
    outcome, command, found = print_(*asked, _Same(library.catalogues))
    printed = outcome.after or outcome.draft or ""
    return LaunchShown(
        origin=origin,
        form=outcome.form,
        before=before,
        after=outcome.after,
        changes=outcome.changes,
        already=outcome.already,
        warnings=_once(*_secrets(printed, reading), *outcome.warnings, *found),
        repairs=outcome.repairs,
        refused=outcome.refused,
        question=outcome.question,
        command=command,
        draft=outcome.draft,
    )


class _Same:
    """Catalogues as a key: the same object, whatever is in it."""

    __slots__ = ("catalogues",)

    def __init__(self, catalogues: Catalogues) -> None:
        self.catalogues = catalogues

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Same) and other.catalogues is self.catalogues

    def __hash__(self) -> int:
        return id(self.catalogues)


Printed = tuple[Outcome, Command | None, list[Message]]


def _printed(
    text: str, changes: tuple[Change, ...], engine: str, version: str | None, known: _Same
) -> Printed:
    """The changed command, what it says, and what is wrong with it in that version. What is done
    beside a command is left out where the command has no place for it."""
    outcome = fix_command(text, changes, engine, version, known.catalogues)
    inside = tuple(change for change in changes if change.op not in _BESIDE)
    if outcome.after is None and len(inside) < len(changes):
        outcome = fix_command(text, inside, engine, version, known.catalogues)
    try:
        command = parse_command(outcome.after or "", engine, version, known.catalogues)
    except LaunchError:
        return outcome, None, []
    wrong = check(command, version, known.catalogues)
    found = [message for each in wrong for message in (each.message, each.advice) if message]
    return outcome, command, found


_printed_once = lru_cache(maxsize=512)(_printed)  # of articles, never of what was pasted


def _once(*messages: Message) -> tuple[Message, ...]:
    return tuple({str(message): message for message in messages}.values())


def _secrets(text: str, reading: Reading) -> list[Message]:
    """A secret is printed as the variable that holds it; whoever runs the command must set it."""
    named = dict.fromkeys(_VARIABLE.findall(text))
    return [
        msg("a secret was left out: set {name} before you run this", name=name)
        for name in named
        if reading.own and name in reading.own.secrets
    ]


def _engine(reading: Reading) -> str:
    named = reading.command.engine if reading.command else ""
    return named or engine_of(reading.facts)


def _version(reading: Reading) -> str:
    known = version_of(engine_of(reading.facts), reading.facts)
    return known or (reading.command.version if reading.command else "")


def _built(facts: Facts) -> str | None:
    """A command of what is known, None without engine and model."""
    known = {name: fact.value for name, fact in facts.items() if fact.value}
    try:
        return to_form(build(canonical_engine(known.get("engine")), known), "shell")
    except LaunchError:
        return None
