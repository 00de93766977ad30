"""The printed command in another form, and without the changes that its owner took back."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any
from urllib.parse import urlencode

from django.http import HttpRequest
from django.utils.translation import gettext as _

from kb.core.articles import Change
from kb.core.articles.changes import short
from kb.core.launch import LaunchError, to_form
from kb.core.messages import Message
from kb.diagnosis.answers import FORMS, query_of, state_in
from kb.diagnosis.engine import Diagnosed, LaunchShown
from kb.diagnosis.engine.printing import launch_for
from kb.diagnosis.library import Library


@dataclass(frozen=True, slots=True)
class Shaped:
    """The command in the `form` that was asked for, or the `problem` why it has none."""

    form: str
    text: str = ""
    problem: Message | None = None


@dataclass(frozen=True, slots=True)
class Choice:
    """A link that changes one thing: to another form, or a change taken back or made again."""

    label: str
    href: str
    current: bool = False
    change: Change | None = None


def key_of(change: Change) -> str:
    """How an address names a change: `add --enforce-eager`."""
    return " ".join(short(change)).strip()


def without_undone(diagnosed: Diagnosed, undone: Sequence[str], library: Library) -> Diagnosed:
    """As if the fix had not the changes of these keys; steps and reasons stay."""
    fix = diagnosed.fix
    if fix is None or not undone or not can_undo(diagnosed.launch):
        return diagnosed
    left = tuple(change for change in fix.fix.launch if key_of(change) not in undone)
    launch = launch_for(replace(fix, fix=replace(fix.fix, launch=left)), diagnosed.reading, library)
    return replace(diagnosed, launch=launch)


def can_undo(launch: LaunchShown | None) -> bool:
    """An article's own command comes whole; in the others each change is made for itself."""
    return launch is not None and launch.origin != "article"


def shaped(launch: LaunchShown | None, form: str) -> Shaped | None:
    """The command as `form`; None where it stays as it is."""
    if launch is None or launch.command is None or form not in FORMS:
        return None
    try:
        return Shaped(form, to_form(launch.command, form))
    except LaunchError as error:
        return Shaped(form, problem=error.message)


def launch_page(
    request: HttpRequest, diagnosed: Diagnosed, answers: Mapping[str, str]
) -> dict[str, Any]:
    """The context of the command: forms, changes with their undo, and what was undone."""
    launch, undone = diagnosed.launch, request.GET.getlist("undo")
    shape = shaped(launch, request.GET.get("form", ""))
    state = _State(answers, undone, shape.form if shape else "")
    changes = launch.changes if launch else ()
    fixed = {key_of(each) for each in diagnosed.fix.fix.launch} if diagnosed.fix else set()
    return {
        "answers_query": query_of(answers, state_in(request.GET)),
        "shape": shape,
        "forms": state.forms() if launch and launch.after else [],
        "launch_changes": [state.change(each, can_undo(launch)) for each in changes],
        "undone": [state.again(key) for key in undone if key in fixed and can_undo(launch)],
    }


@dataclass(frozen=True, slots=True)
class _State:
    """What the address says now."""

    answers: Mapping[str, str]
    undone: Sequence[str]
    form: str

    def forms(self) -> list[Choice]:
        words = {"": _("as it is"), "shell": _("shell"), "docker": "Docker", "compose": "Compose",
                 "kubernetes": "Kubernetes", "config": _("config file")}  # fmt: skip
        return [
            Choice(words[form], self._href(self.undone, form), form == self.form)
            for form in ("", *FORMS)
        ]

    def change(self, change: Change, undoable: bool) -> Choice:
        key = key_of(change)
        href = self._href([*self.undone, key], self.form) if undoable else ""
        return Choice(key, href, change=change)

    def again(self, key: str) -> Choice:
        return Choice(key, self._href([each for each in self.undone if each != key], self.form))

    def _href(self, undone: Sequence[str], form: str) -> str:
        pairs = [*self.answers.items(), *(("undo", key) for key in undone)]
        return f"?{urlencode([*pairs, *([('form', form)] if form else [])])}#fix"
