"""Is the value one that the flag takes in that version?"""

import re
from collections.abc import Iterator, Mapping

from kb.core.launch.catalogue.timeline import Spans, present, short
from kb.core.launch.checks.findings import ERROR, NOTE, Case, Finding, Use
from kb.core.launch.checks.types import JSON_CHECKS, NEEDS, TRUTH, WORD_CHECKS
from kb.core.messages import Message, msg

NOT_WRITTEN_OUT = re.compile(
    r"[$<%]|\{\{|\.\.\.|…|`|\{[^{}\":,]+\}"
)  # a shell variable, a placeholder, a template, an expression of Python
DECIMAL_UNIT = re.compile(r"(\d+)k", re.ASCII)
MOST_CHOICES = 8


def values(case: Case) -> Iterator[Finding]:
    for use in case.uses:
        if use.there and not _elsewhere(use):
            yield from _of(use, case)


def _elsewhere(use: Use) -> bool:
    """Values with a shell variable or a placeholder in them cannot be judged."""
    return any(NOT_WRITTEN_OUT.search(value) for value in use.values)


def _of(use: Use, case: Case) -> Iterator[Finding]:
    assert use.resolved is not None
    kind = use.resolved.kind
    if use.resolved.key:
        return
    if kind in ("switch", "pair"):
        yield from _switch(use, case)
    elif not use.values:
        if kind != "optional":
            yield _missing(use, case)
    else:
        yield from _word(use, case)


def _switch(use: Use, case: Case) -> Iterator[Finding]:
    """`--enforce-eager=False`, `--enable-chunked-prefill False`: a switch takes no word."""
    given = use.values or use.written.after[:1]
    if use.written.named and given and given[0] in ("true", "false"):
        return
    if not given or (not use.values and given[0].lower() not in TRUTH):
        return
    text = msg(
        "`{flag}` is a switch and takes no value, not `{value}`",
        flag=use.written.name,
        value=given[0],
    )
    yield Finding("value-for-switch", use.written.name, text, ERROR, _off(use, given[0], case))


def _off(use: Use, value: str, case: Case) -> Message | None:
    """What switches it off in that version, where the value says no."""
    if value.lower() not in ("false", "0", "no", "off", "f", "n"):
        return msg("write `{flag}` alone", flag=use.written.name)
    negations = case.catalogue.negations(use.flag, case.version)
    if negations:
        return msg("use {instead}", instead=f"`{negations[0]}`")
    return msg("leave `{flag}` out", flag=use.written.name)


def _missing(use: Use, case: Case) -> Finding:
    text = msg("`{flag}` needs a value", flag=use.written.name)
    return Finding("missing-value", use.written.name, text, ERROR, _example(use, case))


def _example(use: Use, case: Case) -> Message | None:
    accepted = _accepted(case.catalogue.tables.flags[use.flag].choices, case)
    return msg("it takes {choices}", choices=_listed(accepted)) if accepted else None


def _word(use: Use, case: Case) -> Iterator[Finding]:
    row = case.catalogue.tables.flags[use.flag]
    assert use.resolved is not None
    for value in use.values:
        accepted = _accepted(row.choices, case)
        if accepted and value not in accepted:
            yield _not_a_choice(use, value, row.choices, accepted, case)
        elif value in row.values:
            yield from _known_value(use, value, row.values[value], case)
        elif not accepted:
            yield from _typed(use, value)


def _accepted(choices: Mapping[str, Spans], case: Case) -> tuple[str, ...]:
    """The closed list of that version; () where it is open or not known."""
    if case.place is None:
        return tuple(choices)
    place = case.place
    return tuple(name for name, spans in choices.items() if present(spans, place) is not False)


def _not_a_choice(
    use: Use, value: str, choices: Mapping[str, Spans], accepted: tuple[str, ...], case: Case
) -> Finding:
    if value in choices and case.place is not None:
        return Finding("choice", use.written.name, _when(use, value, choices[value], case))
    text = msg("`{flag}` does not take `{value}`", flag=use.written.name, value=value)
    return Finding(
        "choice",
        use.written.name,
        text,
        ERROR,
        msg("it takes {choices}", choices=_listed(accepted)),
    )


def _known_value(use: Use, value: str, spans: Spans, case: Case) -> Iterator[Finding]:
    if case.place is not None and present(spans, case.place) is False:
        yield Finding("choice", use.written.name, _when(use, value, spans, case))


def _when(use: Use, value: str, spans: Spans, case: Case) -> Message:
    """A value that came later, or is gone."""
    timeline, place = case.catalogue.timeline, case.place
    assert place is not None
    later = [first for first, _ in spans if first > place.low]
    number = later[0] if later else spans[-1][1] + 1
    before, here = short(timeline.read[max(number - 1, 0)]), short(timeline.read[number])
    names = {"flag": use.written.name, "value": value, "engine": case.engine}
    if later:
        return msg(
            "`{flag}` takes `{value}` in {engine} {there}, not yet in {before}",
            there=here,
            before=before,
            **names,
        )
    return msg(
        "`{flag}` took `{value}` in {engine} {before}, no longer in {there}",
        there=here,
        before=before,
        **names,
    )


def _typed(use: Use, value: str) -> Iterator[Finding]:
    assert use.resolved is not None
    kind, type_ = use.resolved.kind, use.resolved.type
    checks = JSON_CHECKS if kind == "json" else WORD_CHECKS
    check = checks.get(type_)
    if check and not check(value):
        yield _wrong(use, value, kind if kind == "json" else type_)
    elif type_ == "size" and DECIMAL_UNIT.fullmatch(value):
        yield _decimal(use, value)


def _wrong(use: Use, value: str, type_: str) -> Finding:
    text = Message(NEEDS[type_], {"flag": use.written.name, "value": value[:60]})
    return Finding("type", use.written.name, text, ERROR, _mended(use, value, type_))


def _mended(use: Use, value: str, type_: str) -> Message | None:
    """`image=4,video=1` where JSON is due."""
    pairs = [pair.partition("=") for pair in value.split(",")]
    if type_ != "json" or not all(
        name.isidentifier() and equals and rest for name, equals, rest in pairs
    ):
        return None
    words = " ".join(f"{use.flag}.{name} {rest}" for name, _, rest in pairs)
    return msg("use {instead}", instead=f"`{words}`")


def _decimal(use: Use, value: str) -> Finding:
    """vLLM reads k as 1000 and K as 1024 (launch.md section 1)."""
    number = int(value[:-1])
    text = msg(
        "`{value}` is {tokens}; {upper} would be {binary}",
        value=value,
        tokens=number * 1000,
        upper=f"`{number}K`",
        binary=number * 1024,
    )
    return Finding("unit", use.written.name, text, NOTE)


def _listed(names: tuple[str, ...]) -> str:
    shown = ", ".join(names[:MOST_CHOICES])
    return f"{shown}, …" if len(names) > MOST_CHOICES else shown
