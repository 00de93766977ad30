"""Environment variables: an engine ignores without a word what it no longer reads."""

from collections.abc import Iterator

from kb.core.launch.catalogue.model import Variable
from kb.core.launch.catalogue.timeline import present, short
from kb.core.launch.checks.findings import WARNING, Case, Finding
from kb.core.launch.checks.nearest import nearest_word
from kb.core.launch.checks.wording import replaced
from kb.core.messages import Message, msg

OWN = {"vllm": ("VLLM_",), "ollama": ("OLLAMA_",), "llamacpp": ("LLAMA_ARG_",)}
"""Beginnings that only the engine itself reads; other names may be meant for anything."""

NOT_THE_ENGINE = frozenset(("VLLM_VERSION", "VLLM_IMAGE", "VLLM_PORT_HOST", "OLLAMA_VERSION"))
"""Names that compose files and scripts use for themselves."""

REPORTED_SINCE = "0.17.1"  # vLLM writes unknown VLLM_ names into its log from then on


def variables(case: Case) -> Iterator[Finding]:
    for name in case.command.env:
        row = case.catalogue.variable(name)
        if row is not None:
            yield from _known(row, case)
        elif _is_own(name, case) and not _of_a_flag(name, case):
            yield _unknown(name, case)


def _is_own(name: str, case: Case) -> bool:
    own = name.startswith(OWN.get(case.catalogue.engine, ()) or ("\0",))
    return own and name not in NOT_THE_ENGINE


def _of_a_flag(name: str, case: Case) -> bool:
    return any(flag.env == name for flag in case.catalogue.tables.flags.values())


def _known(row: Variable, case: Case) -> Iterator[Finding]:
    place, last = case.place, row.spans[-1][1]
    newest = len(case.catalogue.versions) - 1
    if place is None:
        if last < newest:
            text = _gone(row, case)
            yield Finding("ignored-variable", row.name, text, WARNING, replaced(row.replaced_by))
    elif present(row.spans, place) is False:
        later = row.spans[0][0] > place.low
        text = _later(row, case) if later else _gone(row, case)
        advice = None if later else replaced(row.replaced_by)
        yield Finding("ignored-variable", row.name, text, WARNING, advice)


def _gone(row: Variable, case: Case) -> Message:
    timeline, number = case.catalogue.timeline, row.spans[-1][1] + 1
    names = {"name": row.name, "engine": case.engine, "version": timeline.label(number)}
    if timeline.adjacent(number):
        return msg("{engine} ignores `{name}` since {version}, without a word", **names)
    last = short(timeline.read[number - 1])
    return msg("{engine} ignores `{name}` by {version}; {last} still read it", last=last, **names)


def _later(row: Variable, case: Case) -> Message:
    timeline, number = case.catalogue.timeline, row.spans[0][0]
    return msg(
        "{engine} reads `{name}` in {version}, not yet in {before}: it has no effect",
        engine=case.engine,
        name=row.name,
        version=timeline.label(number),
        before=short(timeline.read[max(number - 1, 0)]),
    )


def _unknown(name: str, case: Case) -> Finding:
    text = msg("no version of {engine} that was read knows `{name}`", engine=case.engine, name=name)
    near = nearest_word(name, case.catalogue.tables.variables)
    advice = msg("did you mean {names}?", names=f"`{near}`") if near else None
    return Finding("unknown-variable", name, text, WARNING, advice)
