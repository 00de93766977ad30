"""A command and a change → the corrected command, a question, or a refusal with its reason."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import cast

from kb.core.articles.model import Change
from kb.core.articles.reads import unread
from kb.core.launch.asks import asked, check_target
from kb.core.launch.changes import step_for
from kb.core.launch.changes.conflicts import conflicts
from kb.core.launch.changes.step import options_of
from kb.core.launch.checks.findings import ERROR, WARNING
from kb.core.launch.flags import Catalogue, check
from kb.core.launch.guards import check_change, check_text
from kb.core.launch.launchers import canonical_engine
from kb.core.launch.locate import the_target
from kb.core.launch.mend import whole_again
from kb.core.launch.model import (
    Catalogues,
    LaunchError,
    LaunchQuestion,
    Outcome,
    PlaceholderQuestion,
)
from kb.core.launch.opening import opened
from kb.core.launch.options import Grammar, grammar_for
from kb.core.launch.reading import command_of, version_in
from kb.core.launch.rendering import ENGINES
from kb.core.launch.risks import risks_of
from kb.core.launch.spans import splice
from kb.core.launch.target import Target
from kb.core.messages import Message, msg
from kb.core.versions import satisfies

_ROUNDS = 40  # edits that one change may need; a change that never settles is refused


@dataclass(frozen=True, slots=True)
class _Context:
    engine: str
    version: str | None
    catalogues: Catalogues

    def grammar(self, text: str, target: Target) -> Grammar:
        engine = self.engine or target.engine
        version = version_in(text, target, engine) or self.version
        return grammar_for(engine, version, self.catalogues)


def fix_command(
    text: str,
    change: Change | Sequence[Change],
    engine: str | None,
    version: str | None,
    catalogues: Catalogues,
) -> Outcome:
    """The user's `text` with `change` (or several, in order) made in it, everything else to the
    character.

    `engine` and `version` as far as they are known. Never raises: what cannot be done is a
    question or a refusal."""
    changes = (change,) if isinstance(change, Change) else tuple(change)
    if waiting := unread(changes):
        return Outcome(question=waiting)
    context = _Context(canonical_engine(engine), version, catalogues)
    try:
        return _fixed(text, changes, context)
    except PlaceholderQuestion as question:
        return _drafted(text, changes, context) or Outcome(question=question.message)
    except LaunchQuestion as question:
        return Outcome(question=question.message)
    except LaunchError as error:  # a shell takes `<path>` for a redirection
        return _drafted(text, changes, context) or Outcome(refused=error.message)


def _drafted(text: str, changes: Sequence[Change], context: _Context) -> Outcome | None:
    """The question for the placeholders, with what comes out whatever the answer is; None where
    they are not all that keeps the command from being changed."""
    hidden = opened(text)
    try:
        made = _fixed(hidden.text, changes, context) if hidden.names else None
    except LaunchError:
        made = None
    if made is None:
        return None
    draft = hidden.restored(made.after or "")
    return replace(made, after=None, question=asked(hidden.names[0]).message, draft=draft)


def _fixed(text: str, changes: Sequence[Change], context: _Context) -> Outcome:
    check_text(text)
    for change in changes:
        check_change(change)
    text, repairs = whole_again(text, context.catalogues)
    target = the_target(text)
    _same_engine(context.engine, target.engine, changes)
    check_target(text, target, options_of(target, context.grammar(text, target)))
    done: list[Change] = []
    already: list[Change] = []
    warnings: list[Message] = []
    for change in changes:
        if not_for := _not_for(change, text, context):
            warnings.append(not_for)
            continue
        text, changed, notes = _made(text, change, context)
        changed = changed or (change.op == "repair" and bool(repairs))
        (done if changed else already).append(change)
        notes = (*notes, *(risks_of(change) if changed else ()))
        warnings += notes
    said = {str(note): note for note in (*warnings, *_checked(text, context))}
    return Outcome(
        text, None, None, target.form, tuple(done), tuple(already), repairs, tuple(said.values())
    )


def _same_engine(wanted: str, found: str, changes: Sequence[Change]) -> None:
    if changes and wanted != found and {wanted, found} <= ENGINES.keys():
        said = msg(
            "the command starts {found}, the change is for {wanted}", found=found, wanted=wanted
        )
        raise LaunchQuestion(said)


def _checked(text: str, context: _Context) -> Iterator[Message]:
    """What the catalogue says about the corrected command, in the version that it then has."""
    target = the_target(text)
    engine = context.engine or target.engine
    if not isinstance(context.catalogues.get(engine), Catalogue):
        return
    command = command_of(text, target, engine, context.version, context.catalogues)
    version = context.grammar(text, target).version
    for finding in check(command, version, cast(Mapping[str, Catalogue], context.catalogues)):
        if finding.level in (ERROR, WARNING):
            yield finding.message


def _not_for(change: Change, text: str, context: _Context) -> Message | None:
    """Why a change is left out: it is meant for other versions. Unknown leaves nothing out."""
    version = context.grammar(text, the_target(text)).version
    for condition in change.when:
        if condition.fact == context.engine and version:
            answers = [satisfies(version, one).holds for one in condition.values]
            if all(answer is False for answer in answers):
                return msg(
                    "left out: it is meant for {fact} {wanted}, yours is {version}",
                    fact=condition.fact,
                    wanted=condition.wanted,
                    version=version,
                )
    return None


def _made(text: str, change: Change, context: _Context) -> tuple[str, bool, tuple[Message, ...]]:
    """The text after one change and without what speaks against it, whether anything had to change,
    and what to say."""
    before = text
    text, warnings, target = _settled(text, change, context)
    for conflict in conflicts(change, target, context.grammar(text, target)):
        if conflict.removal:
            text, _, _ = _settled(text, conflict.removal, context)
        warnings = (*warnings, conflict.message)
    return text, text != before, warnings


def _settled(
    text: str, change: Change, context: _Context
) -> tuple[str, tuple[Message, ...], Target]:
    warnings: tuple[Message, ...] = ()
    for _ in range(_ROUNDS):
        target = the_target(text)
        step = step_for(change, text, target, context.grammar(text, target))
        warnings = (*warnings, *step.warnings)
        if not step.edits:
            return text, warnings, target
        text = splice(text, step.edits)
    raise LaunchError(msg("the change does not settle in this command"))
