"""Taking a flag out: every occurrence, its value, its line; a key out of a JSON value."""

from kb.core.articles.model import Change
from kb.core.launch import jsontext
from kb.core.launch.changes.setting import replace_value
from kb.core.launch.changes.step import Step, of_flag, options_of, variable_of, wanted_name
from kb.core.launch.options import Grammar, Name, Option
from kb.core.launch.target import Target


def remove_flag(change: Change, target: Target, grammar: Grammar) -> Step:
    """One occurrence; called again until none is left. A negation is another flag: it stays."""
    wanted = wanted_name(change, grammar)
    options = of_flag(options_of(target, grammar), wanted.flag)
    for option in reversed(options):
        if _meant(option.name, wanted):
            return Step((target.args.remove(option.first, option.last),))
        if wanted.path and not option.name.path and jsontext.is_object(option.value):
            return _without(option, target, wanted)
    variable = None if wanted.path else variable_of(target, grammar, wanted.flag)
    if variable is not None and target.env is not None:
        return Step((target.env.drop(variable),))
    return Step()


def _meant(found: Name, wanted: Name) -> bool:
    if wanted.path:
        return found.path == wanted.path or found.path.startswith(wanted.path + ".")
    return found.negated == wanted.negated


def _without(option: Option, target: Target, wanted: Name) -> Step:
    old = option.value or "{}"
    new = jsontext.without_key(old, wanted.path)
    return Step() if new == old else Step(replace_value(target.args, option, new))
