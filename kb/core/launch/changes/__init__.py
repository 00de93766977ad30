"""Changes to a launch command, each as edits of the words that it names. No edit = it is so
already."""

from collections.abc import Callable

from kb.core.articles.model import Change
from kb.core.launch.changes.elsewhere import ask_where_set
from kb.core.launch.changes.environment import environment
from kb.core.launch.changes.images import image_tag
from kb.core.launch.changes.packages import package
from kb.core.launch.changes.removing import remove_flag
from kb.core.launch.changes.setting import add_flag, set_flag
from kb.core.launch.changes.step import Step
from kb.core.launch.options import Grammar
from kb.core.launch.target import Target

__all__ = ["Step", "step_for"]


def step_for(change: Change, text: str, target: Target, grammar: Grammar) -> Step:
    """What to edit in `text` for `change`; an empty Step where the command says it already.

    Raises LaunchQuestion where the person must decide, LaunchError where it cannot be done here."""
    if change.op == "pip":
        return package(change, text)
    if change.flag:
        ask_where_set(change, text, target, grammar)
    return _OPS[change.op](change, target, grammar)


_OPS: dict[str, Callable[[Change, Target, Grammar], Step]] = {
    "add-flag": add_flag,
    "set-flag": set_flag,
    "remove-flag": remove_flag,
    "env": environment,
    "image-tag": image_tag,
    "repair": lambda change, target, grammar: Step(),
}
