"""A text → Command: what its one launch command says."""

import re
from collections.abc import Iterator, Sequence

from kb.core.launch.guards import check_text
from kb.core.launch.images import read_reference
from kb.core.launch.launchers import canonical_engine, engine_of_image
from kb.core.launch.locate import the_target
from kb.core.launch.mend import whole_again
from kb.core.launch.model import Catalogues, Command, Repair, Written
from kb.core.launch.opening import opened
from kb.core.launch.options import (
    Option,
    grammar_for,
    positionals,
    read_options,
)
from kb.core.launch.target import Target

_PACKAGES = {"vllm": "vllm", "sglang": "sglang", "lmdeploy": "lmdeploy"}
_MODEL_FLAGS = ("--model", "--model-path", "--model-id", "--hf-repo", "--model-tag")


def parse_command(
    text: str,
    engine: str | None = None,
    version: str | None = None,
    catalogues: Catalogues | None = None,
) -> Command:
    """The one launch command of `text`, mended; a placeholder in it says nothing.

    Raises LaunchQuestion for several commands, LaunchError for none."""
    check_text(text)
    hidden = opened(text)
    mended, repairs = whole_again(hidden.text, catalogues or {})
    target = the_target(mended)
    command = command_of(mended, target, engine, version, catalogues or {}, repairs)
    return hidden.restored_command(command)


def command_of(
    text: str,
    target: Target,
    engine: str | None,
    version: str | None,
    catalogues: Catalogues,
    repairs: tuple[Repair, ...] = (),
) -> Command:
    """What a target in `text` says."""
    name = canonical_engine(engine) or target.engine
    image = target.image.name if target.image else ""
    found = version_in(text, target, name)
    grammar = grammar_for(name, version or found or None, catalogues)
    words = target.args.values
    options = read_options(words, grammar)
    return Command(
        engine=name,
        form=target.form,
        text=text,
        model=_model(target, words, options),
        flags=_flags(options),
        env={one.name: one.value for one in target.env.variables} if target.env else {},
        image=image,
        version=found,
        written=tuple(_written(words, options, getattr(target.args, "named", 0))),
        entry=target.entry,
        complete=target.complete and not (target.elsewhere or _open_ended(target, options)),
        repairs=repairs,
    )


def version_in(text: str, target: Target, engine: str) -> str:
    """The engine's version that the text names: the image's tag, else a pip pin; "" for none."""
    name = target.image.name if target.image else ""
    if (not engine or engine_of_image(name) == engine) and (found := read_reference(name).version):
        return found
    package = _PACKAGES.get(engine, "")
    pins = re.findall(rf"(?<![\w-]){package}(?:\[[\w,]+\])?==(\d[\w.+]*)", text) if package else []
    return pins[-1] if len(set(pins)) == 1 else ""


def _model(target: Target, words: Sequence[str], options: Sequence[Option]) -> str:
    """The positional model, else the one of a flag."""
    free = positionals(words, options)
    if free and free[0] == 0 and target.positional_model:
        return words[0]
    named = [one for one in options if one.name.flag in _MODEL_FLAGS and one.value]
    if named:
        return named[-1].value or ""
    return words[free[0]] if free and target.positional_model else ""


def _flags(options: Sequence[Option]) -> dict[str, str | bool]:
    """Canonical name → the last value; a switch is True, its negation False."""
    found: dict[str, str | bool] = {}
    for option in options:
        key = option.name.flag + (f".{option.name.path}" if option.name.path else "")
        found.pop(key, None)
        found[key] = _value(option)
    return found


def _value(option: Option) -> str | bool:
    stated = (option.value or "true").casefold()
    if option.name.kind in ("switch", "pair", "unknown") and stated in ("true", "false"):
        return (stated == "true") is not option.name.negated
    return option.value if option.value is not None else not option.name.negated


def _written(words: Sequence[str], options: Sequence[Option], named: int) -> Iterator[Written]:
    """The first `named` words are names with values."""
    for place, option in enumerate(options):
        follows = options[place + 1].first if place + 1 < len(options) else len(words)
        after = tuple(words[option.last + 1 : follows])
        if option.style == "equals":
            values = (option.value or "",)
            yield Written(option.written, values, True, after, named=option.first < named)
        elif option.style == "attached":
            yield Written(words[option.first], (), False, after)
        else:
            yield Written(
                option.written, tuple(words[option.first + 1 : option.last + 1]), False, after
            )


def _open_ended(target: Target, options: Sequence[Option]) -> bool:
    """May there be flags that the text does not show: a variable as a whole word, a config file?"""
    taken = {at for one in options for at in range(one.first, one.last + 1)}
    free = [at for at in range(len(target.args.values)) if at not in taken]
    expands = target.args.expands
    loose = [at for at in free if expands[at]]
    return any(at or not target.positional_model for at in loose) or any(
        one.name.flag == "--config" for one in options
    )
