"""Adding a flag and setting its value: in whatever form the command has it already, else behind the
last word."""

from collections.abc import Sequence
from dataclasses import replace

from kb.core.articles.model import Change
from kb.core.launch import jsontext
from kb.core.launch.changes.step import Step, of_flag, options_of, variable_of, wanted_name
from kb.core.launch.model import LaunchQuestion
from kb.core.launch.options import Grammar, Name, Option, positionals
from kb.core.launch.spans import Edit
from kb.core.launch.target import Args, Target, Variable
from kb.core.messages import msg

_TRUE, _FALSE = ("true", "1"), ("false", "0")


def add_flag(change: Change, target: Target, grammar: Grammar) -> Step:
    """The flag with its value; keys of a JSON value join those that are there."""
    return _put(change, target, grammar, merge=True)


def set_flag(change: Change, target: Target, grammar: Grammar) -> Step:
    """The flag with exactly this value."""
    return _put(change, target, grammar, merge=False)


def _put(change: Change, target: Target, grammar: Grammar, merge: bool) -> Step:
    wanted = wanted_name(change, grammar)
    if wanted.kind in ("switch", "pair") and (change.value or "").casefold() in _TRUE:
        change = replace(change, value=None)
    if wanted.kind in ("switch", "pair") and (change.value or "").casefold() in _FALSE:
        return _off(change, target, grammar, wanted)
    options = of_flag(options_of(target, grammar), wanted.flag)
    if wanted.path:
        return _put_key(change, target, wanted, options)
    dotted = [one for one in options if one.name.path]
    if dotted and jsontext.is_object(change.value):
        return _put_keys(change, target, dotted, [one for one in options if not one.name.path])
    if not options and wanted.flag == "--model" and target.positional_model and change.value:
        return _put_model(change.value, target, grammar)
    if not options:
        return _put_new(change, target, variable_of(target, grammar, wanted.flag))
    return _put_last(change, target.args, wanted, options, merge)


def _off(change: Change, target: Target, grammar: Grammar, wanted: Name) -> Step:
    """`--enable-x false`: the negation where the flag has one, else without it."""
    negation = change.flag.replace("--", "--no-", 1)
    if wanted.kind == "pair" and grammar.name(negation).negated:
        return _put(replace(change, flag=negation, value=None), target, grammar, merge=True)
    found = of_flag(options_of(target, grammar), wanted.flag)
    return Step((target.args.remove(found[-1].first, found[-1].last),) if found else ())


def _put_new(change: Change, target: Target, variable: Variable | None) -> Step:
    """Behind the last word; where a variable sets the same, its value."""
    if variable is None or target.env is None:
        return Step((target.args.append(_words(change, target.args)),))
    value = change.value if change.value is not None else "1"
    if variable.value == value:
        return Step()
    return Step((target.env.change(variable, value),))


def _put_model(value: str, target: Target, grammar: Grammar) -> Step:
    """`vllm serve MODEL`: the model is a word of its own."""
    words = target.args.values
    free = positionals(words, options_of(target, grammar))
    if not free:
        raise LaunchQuestion(msg("the command names no model: where does it belong?"))
    return Step(() if words[free[0]] == value else (target.args.replace(free[0], value),))


def _put_last(
    change: Change, args: Args, wanted: Name, options: Sequence[Option], merge: bool
) -> Step:
    """The last occurrence is the one that counts."""
    last = options[-1]
    if change.value is None:
        edits = _switch(change, args, wanted, last)
    elif last.value is None:
        stated = change.value.casefold() in _TRUE
        edits = () if stated else (args.insert(last.first, [change.value]),)
    else:
        edits = _value(change.value, args, last, merge)
    twice = msg("{flag} is given several times; the last one counts", flag=last.written)
    return Step(edits, (twice,) if len(options) > 1 else ())


def _switch(change: Change, args: Args, wanted: Name, last: Option) -> tuple[Edit, ...]:
    off = (last.value or "true").casefold() in _FALSE
    stated = last.value is not None and last.name.kind in ("switch", "pair", "optional", "unknown")
    if last.name.negated != wanted.negated:
        return _instead(change.flag, args, last)
    return _instead(change.flag, args, last) if stated and off else ()


def _instead(flag: str, args: Args, last: Option) -> tuple[Edit, ...]:
    """The option's opposite in its place; a value that it had goes."""
    edits = (args.replace(last.first, flag),)
    return (*edits, args.remove(last.first + 1, last.last)) if last.last > last.first else edits


def _value(value: str, args: Args, last: Option, merge: bool) -> tuple[Edit, ...]:
    if jsontext.same(value, last.value):
        return ()
    if merge and jsontext.is_object(value) and jsontext.is_object(last.value):
        value = _merged(last.value or "{}", value)
        if jsontext.same(value, last.value):
            return ()
    return replace_value(args, last, value)


def replace_value(args: Args, option: Option, value: str) -> tuple[Edit, ...]:
    """Another value for an option, in the style in which it is written."""
    if option.value is None:
        return (args.insert(option.first, [value]),)
    if option.style == "equals":
        return (args.replace(option.first, value, keep=option.written + "="),)
    if option.style == "attached":
        return (args.replace(option.first, value, keep=option.written),)
    edits = (args.replace(option.first + 1, value),)
    if option.last > option.first + 1:
        return (*edits, args.remove(option.first + 2, option.last))
    return edits


def _merged(old: str, new: str) -> str:
    """Every key of `new` set in `old`."""
    wanted = jsontext.parsed(new)
    for key in wanted if isinstance(wanted, dict) else ():
        old = jsontext.with_key(old, key, jsontext.value_at(new, key) or "null")
    return old


def _words(change: Change, args: Args) -> list[str]:
    if change.value is None:
        return [change.flag]
    if args.equals_style:
        return [f"{change.flag}={change.value}"]
    return [change.flag, change.value]


def _put_key(change: Change, target: Target, wanted: Name, options: Sequence[Option]) -> Step:
    """`--flag.key value`: into the dotted option or the JSON that is there."""
    if change.value is None:
        raise LaunchQuestion(msg("{flag} needs a value", flag=change.flag))
    same = [one for one in options if one.name.path == wanted.path]
    if same:
        return Step(_value(change.value, target.args, same[-1], merge=False))
    whole = [one for one in options if jsontext.is_object(one.value) and not one.name.path]
    if not whole:
        return Step((target.args.append(_words(change, target.args)),))
    old = whole[-1].value or "{}"
    new = jsontext.with_key(old, wanted.path, jsontext.literal(change.value))
    return Step(() if jsontext.same(old, new) else replace_value(target.args, whole[-1], new))


def _put_keys(
    change: Change, target: Target, dotted: Sequence[Option], whole: Sequence[Option]
) -> Step:
    """A JSON value where the command has dotted options: the first key that differs, as a
    dotted option."""
    wanted = jsontext.parsed(change.value or "")
    for key in wanted if isinstance(wanted, dict) else ():
        text = jsontext.value_at(change.value or "{}", key) or "null"
        value = str(wanted[key]) if isinstance(wanted[key], str) else text  # type: ignore[index]
        step = _put_key(
            replace(change, flag=f"{change.flag}.{key}", value=value),
            target, Name(change.flag, path=key), [*whole, *dotted],
        )  # fmt: skip
        if step.edits:
            return step
    return Step()
