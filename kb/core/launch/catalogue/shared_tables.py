"""The shared JSON tables of flags, one an engine → Tables."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from kb.core.launch.catalogue import family_tables
from kb.core.launch.catalogue.annotations import type_text
from kb.core.launch.catalogue.choices import choices_of, values_of
from kb.core.launch.catalogue.lifetimes import spans_from, whole
from kb.core.launch.catalogue.model import UNSET, Flag, Key, Pin, Tables, Variable
from kb.core.launch.catalogue.option_strings import Claims, claims_of
from kb.core.launch.catalogue.timeline import Spans, Timeline

Table = Mapping[str, Any]  # JSON as it was read

KINDS = {
    "bool-pair": "pair",
    "switch": "switch",
    "help": "optional",
    "int": "value:int",
    "float": "value:float",
    "str": "value",
    "choice": "value",
    "append": "value:repeated",
    "int-human": "value:size",
    "kv-list": "value:pairs",
    "json": "json",
    "json-or-str": "json:or-text",
    "json-or-pairs": "json:or-pairs",
    "str-or-bare": "optional",
    "float-or-bare": "optional:float",
    "bool-optional-value": "optional:bool",
    "list:str": "list",
    "list:choice": "list",
    "list:int": "list:int",
    "list:float": "list:float",
}

BOTH_FORMS = {
    "--limit-mm-per-prompt": [
        ["0.5.5", "kv-list"],
        ["0.8.5.post1", "json-or-pairs"],
        ["0.10.0", "json"],
    ]
}
"""Kinds that the table tells in `value_forms` alone."""

CUT_SHORT = "..."
NO_DEFAULT = ("<config object>", CUT_SHORT)
GRAINS = {"vllm": "minor"}
ALSO = {"vllm": {"-O": ("--optimization-level", "0.12.0")}}
"""Options that the parser rewrites before argparse sees them (parser_behaviour of the table)."""


def tables_from(table: Table, pins: Table | None = None) -> Tables:
    """Tables of the engine that `table` is about; `pins` are the rows of the vLLM pin table."""
    engine = engine_of(table)
    if engine in family_tables.READERS:
        return family_tables.READERS[engine](table)
    timeline = Timeline(tuple(table["versions_read"]), GRAINS.get(engine, "patch"))
    claims = claims_of(table["option_strings"], timeline)
    flags = {row["flag"]: _flag(row, engine, claims, timeline) for row in table["flags"]}
    flags = joined(flags, claims.renamed)
    _add_aliases(flags, ALSO.get(engine, {}), timeline)
    _add_keys(flags, table.get("json_keys", {}), timeline)
    variables = {row["name"]: _variable(row, timeline) for row in table.get("env_vars", ())}
    return Tables(engine, timeline, dict(sorted(flags.items())), variables, pins_from(pins))


def engine_of(table: Table) -> str:
    """`vllm` where the table does not say; `llama.cpp (llama-server)` is llamacpp."""
    first = str(table.get("engine", "vllm")).split()[0]
    return first.replace(".", "").lower()


def _flag(row: Table, engine: str, claims: Claims, timeline: Timeline) -> Flag:
    name = row["flag"]
    return Flag(
        name=name,
        spans=spans_from(whole(claims.life(name))),
        kinds=_kinds(row, engine, timeline),
        defaults=_defaults(row, timeline),
        aliases=claims.names(name, negated=False),
        negations=claims.names(name, negated=True),
        choices=choices_of(row, timeline),
        values=values_of(row, timeline),
        deprecated=_index(row.get("deprecated_since"), timeline),
        replaced_by=row.get("replaced_by") or "",
        secret=bool(row.get("secret")),
    )


def joined(flags: Mapping[str, Flag], renamed: Mapping[str, str]) -> dict[str, Flag]:
    """Gives the histories of a former name to the flag that goes on, and drops the former row."""
    kept = {name: flag for name, flag in flags.items() if name not in renamed and flag.spans}
    for former, name in renamed.items():
        old, new = flags[former], kept[name]
        kept[name] = replace(
            new,
            kinds=_changes([*old.kinds, *new.kinds]),
            defaults=_changes([*old.defaults, *new.defaults]),
            choices={**old.choices, **new.choices},
        )
    return kept


def _kinds(row: Table, engine: str, timeline: Timeline) -> tuple[tuple[int, str], ...]:
    told = row.get("kind_history") or [[row["since"], row["kind"]]]
    history: Sequence[Sequence[str]] = BOTH_FORMS.get(row["flag"]) or told
    return _changes(
        (timeline.index[at], KINDS[_plain(kind, history, engine)]) for at, kind in history
    )


def _plain(kind: str, history: Sequence[Sequence[str]], engine: str) -> str:
    """A switch that SGLang retires gets an action that reads as `str` but takes no word."""
    retired = engine == "sglang" and kind == "str" and history[0][1] == "switch"
    return "switch" if retired else kind


def _defaults(row: Table, timeline: Timeline) -> tuple[tuple[int, str], ...]:
    history = row.get("default_history") or [[row["since"], row["default"]]]
    return _changes((timeline.index[at], default_text(value)) for at, value in history)


def default_text(value: object) -> str:
    """A JSON value as one would write it behind the flag; "" where the table has no real value."""
    if value is None:
        return UNSET
    if isinstance(value, str):
        return "" if value.endswith(NO_DEFAULT) else value
    return json.dumps(value)


def _changes(history: Any) -> tuple[tuple[int, str], ...]:
    kept: list[tuple[int, str]] = []
    for at, value in history:
        if not kept or kept[-1][1] != value:
            kept.append((at, value))
    return tuple(kept)


def _add_aliases(
    flags: dict[str, Flag], also: Mapping[str, tuple[str, str]], timeline: Timeline
) -> None:
    for option, (name, since) in also.items():
        spans = ((timeline.index[since], len(timeline.read) - 1),)
        flags[name] = replace(flags[name], aliases={**flags[name].aliases, option: spans})


def _index(version: str | None, timeline: Timeline) -> int | None:
    return None if version is None else timeline.index[version]


def _add_keys(
    flags: dict[str, Flag], keys: Mapping[str, Sequence[Table]], timeline: Timeline
) -> None:
    """Keys of `--compilation-config.pass_config` become dotted keys of `--compilation-config`."""
    for name, rows in keys.items():
        flag, _, below = name.partition(".")
        added = tuple(_key(row, below, timeline) for row in rows)
        flags[flag] = replace(flags[flag], keys=flags[flag].keys + added)


def _key(row: Table, below: str, timeline: Timeline) -> Key:
    name = f"{below}.{row['key']}" if below else row["key"]
    return Key(name, type_text(row["type"]), _row_spans(row, timeline))


def _row_spans(row: Table, timeline: Timeline) -> Spans:
    removed = row.get("removed")
    last = timeline.index[removed] if removed else len(timeline.read)
    return ((timeline.index[row["since"]], last - 1),)


def _variable(row: Table, timeline: Timeline) -> Variable:
    return Variable(
        name=row["name"],
        spans=_row_spans(row, timeline),
        default=default_text(row.get("default")),
        replaced_by=row.get("replaced_by") or "",
        secret=bool(row.get("secret")),
    )


def pins_from(table: Table | None) -> dict[str, Pin]:
    return {row["version"]: _pin(row) for row in table["rows"]} if table else {}


def _pin(row: Table) -> Pin:
    names = ("torch", "python", "transformers", "flashinfer", "xformers")
    requires = {name: row[name] for name in names if row.get(name)}
    return Pin(
        row["version"], requires, row.get("image_entrypoint") or "", row.get("image_cuda") or ""
    )
