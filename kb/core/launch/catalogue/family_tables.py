"""Tables of the engines without argparse: llama.cpp (README), Ollama (variables), TGI (clap)."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from itertools import pairwise
from typing import Any

from kb.core.launch.catalogue.lifetimes import numbers_in, spans_from
from kb.core.launch.catalogue.model import Flag, Tables, Variable
from kb.core.launch.catalogue.timeline import Spans, Timeline

Table = Mapping[str, Any]

KINDS = {
    "switch": "switch",
    "value": "value",
    "choice": "value",
    "int": "value:int",
    "float": "value:float",
    "list (comma)": "value:commas",
    "secret": "value",
}

SWITCHES = ("switch", "pair")


def llamacpp(table: Table) -> Tables:
    """One row a flag, by snapshot; `--no-x` rows of old snapshots become negations of `--x`."""
    timeline = Timeline(tuple(table["snapshots"]), "patch")
    flags = {row["flag"]: _llama_flag(row, timeline) for row in table["flags"]}
    return Tables("llamacpp", timeline, dict(sorted(_distinct(flags).items())))


def _llama_flag(row: Table, timeline: Timeline) -> Flag:
    spans = _llama_spans(row, timeline)
    negations, aliases = _negations(row)
    return Flag(
        name=row["flag"],
        spans=spans,
        kinds=_llama_kinds(row, bool(negations), spans[0][0], timeline),
        defaults=((spans[0][0], row["default"] or ""),),
        aliases=dict.fromkeys(aliases, spans),
        negations=dict.fromkeys(negations, spans),
        choices=_llama_choices(row, spans, timeline),
        env=row["env"] or "",
        secret=bool(row.get("secret")),
    )


def _llama_spans(row: Table, timeline: Timeline) -> Spans:
    removed = row["removed_in_snapshot"]
    last = timeline.index[removed] if removed else len(timeline.read)
    return ((timeline.index[row["since_snapshot"]], last - 1),)


def _negations(row: Table) -> tuple[list[str], list[str]]:
    """`-nkvo`, `-no-ag` stand among the aliases of the table, yet say no."""
    no = [name for name in row["negations"] if name != row["flag"]]
    short = [name for name in row["aliases"] if no and name.startswith("-n")]
    return [*no, *short], [name for name in row["aliases"] if name not in short]


def _llama_kinds(
    row: Table, pair: bool, first: int, timeline: Timeline
) -> tuple[tuple[int, str], ...]:
    history = row.get("arg_history")
    if not history:
        kind = "pair" if pair and row["kind"] == "switch" else KINDS[row["kind"]]
        return ((first, kind),)
    kinds = [(timeline.index[at], "switch" if arg is None else "value") for at, arg in history]
    return tuple(kinds[:1] + [new for old, new in pairwise(kinds) if old[1] != new[1]])


def _llama_choices(row: Table, spans: Spans, timeline: Timeline) -> dict[str, Spans]:
    """`[dev1,dev2,..]` is a pattern, no list. Choices of a former switch came with its value."""
    choices = row["choices"] or []
    if ".." in choices:
        return {}
    history = row.get("arg_history") or []
    first = next((timeline.index[at] for at, arg in history if arg), spans[0][0])
    return dict.fromkeys(choices, ((first, spans[-1][1]),))


def _distinct(flags: dict[str, Flag]) -> dict[str, Flag]:
    """A `--no-x` row beside `--x` is its negation, a row under another's alias the same again."""
    doubled = {f"--no-{name[2:]}" for name, flag in flags.items() if flag.kinds[0][1] in SWITCHES}
    doubled |= {name for flag in flags.values() for name in flag.aliases}
    return {name: _with_no(flag, flags) for name, flag in flags.items() if name not in doubled}


def _with_no(flag: Flag, flags: Mapping[str, Flag]) -> Flag:
    no = flags.get(f"--no-{flag.name[2:]}")
    if no is None or flag.kinds[0][1] not in SWITCHES:
        return flag
    more = {name: _union(spans, flag.negations.get(name, ())) for name, spans in _names(no).items()}
    kinds = tuple((at, "pair" if kind == "switch" else kind) for at, kind in flag.kinds)
    return replace(flag, kinds=kinds, negations={**flag.negations, **more})


def _names(flag: Flag) -> dict[str, Spans]:
    return {flag.name: flag.spans, **flag.aliases}


def _union(spans: Spans, more: Spans) -> Spans:
    return spans_from(numbers_in(spans) | numbers_in(more))


def ollama(table: Table) -> Tables:
    """Ollama is set by its environment alone."""
    timeline = Timeline(tuple(tag.removeprefix("v") for tag in table["tags_read"]), "patch")
    variables = {row["name"]: _ollama_variable(row, timeline) for row in table["env_vars"]}
    return Tables("ollama", timeline, variables=variables)


def _ollama_variable(row: Table, timeline: Timeline) -> Variable:
    removed = (row["removed"] or "").removeprefix("v")
    last = timeline.index[removed] if removed else len(timeline.read)
    return Variable(row["name"], ((timeline.index[row["since"].removeprefix("v")], last - 1),))


def tgi(table: Table) -> Tables:
    """One late version was read: nothing can be said about when an option came or went."""
    timeline = Timeline(tuple(table["versions_read"]), "patch")
    flags = {row["flag"]: _tgi_flag(row) for row in table["flags"]}
    return Tables("tgi", timeline, dict(sorted(flags.items())))


def _tgi_flag(row: Table) -> Flag:
    whole: Spans = ((0, 0),)
    return Flag(
        name=row["flag"],
        spans=whole,
        kinds=((0, KINDS[row["kind"]]),),
        defaults=((0, row["default"] or ""),),
        aliases=dict.fromkeys(row["aliases"], whole),
        choices=dict.fromkeys(row["choices"] or (), whole),
        replaced_by=row["replaced_by"] or "",
        env=row["env"] or "",
        secret=bool(row["secret"]),
    )


READERS: Mapping[str, Callable[[Table], Tables]] = {
    "llamacpp": llamacpp,
    "ollama": ollama,
    "tgi": tgi,
}
