"""A command and a change → the corrected command, a question, or a refusal with its reason."""

from collections.abc import Sequence
from dataclasses import dataclass

from kb.core.articles.model import Change
from kb.core.launch.changes import step_for
from kb.core.launch.guards import check_change, check_text
from kb.core.launch.images import read_reference
from kb.core.launch.launchers import canonical_engine
from kb.core.launch.locate import locate
from kb.core.launch.mend import whole_again
from kb.core.launch.model import (
    Catalogues,
    LaunchError,
    LaunchQuestion,
    Outcome,
)
from kb.core.launch.options import Grammar, grammar_for
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

    def grammar(self, target: Target) -> Grammar:
        return grammar_for(self.engine or target.engine, self._version(target), self.catalogues)

    def _version(self, target: Target) -> str | None:
        if target.image and (found := read_reference(target.image.name).version):
            return found
        return self.version


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
    try:
        return _fixed(text, changes, _Context(canonical_engine(engine), version, catalogues))
    except LaunchQuestion as question:
        return Outcome(question=question.message)
    except LaunchError as error:
        return Outcome(refused=error.message)


def _fixed(text: str, changes: Sequence[Change], context: _Context) -> Outcome:
    check_text(text)
    for change in changes:
        check_change(change)
    text, repairs = whole_again(text, context.catalogues)
    form = the_target(text).form
    done: list[Change] = []
    already: list[Change] = []
    warnings: list[Message] = []
    for change in changes:
        if not_for := _not_for(change, text, context):
            warnings.append(not_for)
            continue
        text, changed, notes = _made(text, change, context)
        (done if changed else already).append(change)
        warnings += [note for note in notes if note not in warnings]
    return Outcome(text, None, None, form, tuple(done), tuple(already), repairs, tuple(warnings))


def _not_for(change: Change, text: str, context: _Context) -> Message | None:
    """Why a change is left out: it is meant for other versions. Unknown leaves nothing out."""
    version = context.grammar(the_target(text)).version
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


def the_target(text: str) -> Target:
    """The one launch command in the text. Raises LaunchQuestion for several, LaunchError for
    none."""
    found = locate(text)
    sure = [one for one in found if one.sure] or list(found)
    if len(sure) > 1:
        raise LaunchQuestion(
            msg("the text holds {count} launch commands: which one?", count=len(sure))
        )
    if not sure:
        raise LaunchError(msg("no launch command was found in the text"))
    return sure[0]


def _made(text: str, change: Change, context: _Context) -> tuple[str, bool, tuple[Message, ...]]:
    """The text after one change, whether anything had to change, and what to say."""
    before = text
    warnings: tuple[Message, ...] = ()
    for _ in range(_ROUNDS):
        target = the_target(text)
        step = step_for(change, text, target, context.grammar(target))
        warnings = (*warnings, *step.warnings)
        if not step.edits:
            return text, text != before, warnings
        text = splice(text, step.edits)
    raise LaunchError(msg("the change does not settle in this command"))
