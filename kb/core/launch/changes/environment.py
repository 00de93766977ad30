"""Setting and unsetting an environment variable where the command sets its variables."""

from kb.core.articles.model import Change
from kb.core.launch.changes.step import Step
from kb.core.launch.model import LaunchQuestion
from kb.core.launch.options import Grammar
from kb.core.launch.target import Env, Target, Variable
from kb.core.messages import msg


def environment(change: Change, target: Target, grammar: Grammar) -> Step:
    if target.env is None:
        raise LaunchQuestion(
            msg("these are arguments only: where are the variables of this server set?")
        )
    found = [one for one in target.env.variables if one.name == change.name]
    if change.value is None:
        return Step((target.env.drop(found[-1]),)) if found else Step()
    return _set(change.value, change.name, target.env, found)


def _set(value: str, name: str, env: Env, found: list[Variable]) -> Step:
    if not found:
        return Step((env.add(name, value),))
    if found[-1].value == value:
        return Step()
    return Step((env.change(found[-1], value),))
