"""Shared tables → catalogue → YAML and back; what people wrote stays."""

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from kb.core.launch.catalogue.annotations import type_text
from kb.core.launch.catalogue.kept import with_kept
from kb.core.launch.catalogue.lifetimes import lifetime_text, spans_from, spans_of, whole
from kb.core.launch.catalogue.model import CatalogueError, Flag, Tables, Variable
from kb.core.launch.catalogue.shared_tables import default_text, tables_from
from kb.core.launch.catalogue.source import read_tables
from kb.core.launch.catalogue.timeline import Timeline
from kb.core.launch.catalogue.writing import scalar, write_tables
from kb.core.launch.flags import import_shared
from tests.core.launch.catalogues import ALL, ENGINES, FOLDER, loaded

READ = ["0.1.0", "0.2.0", "0.3.0", "0.4.0"]
SHARED = Path(__file__).parents[4] / "shared" / "flags"


def flag_row(name: str, **given: Any) -> dict[str, Any]:
    row = {
        "flag": name,
        "kind": "str",
        "choices": None,
        "default": None,
        "since": "0.1.0",
        "last_seen": "0.4.0",
        "removed": None,
        "deprecated_since": None,
        "replaced_by": None,
    }
    return row | given


def use(flag: str, first: str = "0.1.0", last: str = "0.4.0", no: bool = False) -> dict[str, str]:
    return {"from": first, "to": last, "flag": flag, "polarity": "negative" if no else "positive"}


def table(*rows: dict[str, Any], **strings: list[dict[str, str]]) -> Tables:
    names = {row["flag"]: [use(row["flag"], row["since"], row["last_seen"])] for row in rows}
    options = names | {name.replace("_", "-"): uses for name, uses in strings.items()}
    return tables_from(
        {"engine": "sglang", "versions_read": READ, "flags": rows, "option_strings": options}
    )


def lives(tables: Tables, flag: str) -> dict[str, str]:
    spans = tables.flags[flag].choices or tables.flags[flag].values
    return {name: lifetime_text(life, tables.timeline) for name, life in spans.items()}


def test_choices_are_undone_backwards() -> None:
    history = [
        {"at": "0.2.0", "added": ["b"], "removed": ["old"]},
        {"at": "0.4.0", "added": ["c"], "removed": []},
    ]
    row = flag_row("--x", kind="choice", choices=["a", "b", "c"], choices_history=history)
    assert lives(table(row), "--x") == {
        "a": "0.1.0",
        "b": "0.2.0",
        "c": "0.4.0",
        "old": "0.1.0..0.1.0",
    }


def test_choices_that_came_late_leave_the_time_before_open() -> None:
    history = [{"at": "0.3.0", "choices_introduced": True}]
    row = flag_row("--x", kind="choice", choices=["a"], choices_history=history)
    assert lives(table(row), "--x") == {"a": "0.3.0"}


def test_a_list_that_was_dropped_still_tells_of_single_values() -> None:
    history = [
        {"at": "0.2.0", "added": ["b"], "removed": ["old"]},
        {"at": "0.4.0", "choices_dropped": True},
    ]
    row = flag_row("--x", choices_history=history, suggested_values=["b", "z"])
    found = table(row)
    assert found.flags["--x"].choices == {}
    assert lives(found, "--x") == {"b": "0.2.0", "z": "0.1.0", "old": "0.1.0..0.1.0, 0.4.0"}


def test_a_renamed_flag_is_one_flag() -> None:
    found = table(
        flag_row("--long-size", kind="int", default=1, last_seen="0.2.0", removed="0.3.0"),
        flag_row("--size", kind="int", default=2, since="0.3.0"),
        __long_size=[use("--long-size", "0.1.0", "0.2.0"), use("--size", "0.3.0")],
        __size=[use("--long-size", "0.1.0", "0.2.0"), use("--size", "0.3.0")],
    )
    assert list(found.flags) == ["--size"]
    assert found.flags["--size"].spans == ((0, 3),)
    assert found.flags["--size"].defaults == ((0, "1"), (2, "2"))
    assert found.flags["--size"].aliases == {"--long-size": ((0, 3),)}


def test_a_name_that_comes_back_as_a_negation_stays_two_things() -> None:
    found = table(
        flag_row("--disable-y", kind="switch", last_seen="0.2.0", removed="0.3.0"),
        flag_row("--enable-y", kind="bool-pair", since="0.2.0"),
        __disable_y=[use("--disable-y", "0.1.0", "0.2.0"), use("--enable-y", "0.4.0", no=True)],
    )
    assert found.flags["--disable-y"].spans == ((0, 1),)
    assert found.flags["--enable-y"].negations == {"--disable-y": ((3, 3),)}


def test_a_retired_switch_stays_a_switch() -> None:
    row = flag_row("--x", kind="str", kind_history=[["0.1.0", "switch"], ["0.3.0", "str"]])
    assert table(row).flags["--x"].kinds == ((0, "switch"),)


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (None, "unset"),
        (False, "false"),
        (0.9, "0.9"),
        ("auto", "auto"),
        (["*"], '["*"]'),
        ("<config object>", ""),
        ('{"level":0,"debug...', ""),
    ],
)
def test_defaults_are_text(value: object, text: str) -> None:
    assert default_text(value) == text


@pytest.mark.parametrize(
    ("annotation", "text"),
    [
        ("<class 'int'>", "int"),
        ("int | None", "int"),
        ("Optional[bool]", "bool"),
        ("pathlib.Path | None", "path"),
        ("<enum 'CUDAGraphMode'>", "name"),
        ("<class 'vllm.config.compilation.PassConfig'>", "object"),
        ("list[int]", "list[int]"),
        ("list[int | str] | None", "list"),
        ("dict[str, Any]", "object"),
        ("Literal['a', 'b']", "a|b"),
        ("Literal['a', 'cut", "text"),
    ],
)
def test_annotations_become_words(annotation: str, text: str) -> None:
    assert type_text(annotation) == text


def test_llamacpp_rows_under_a_second_name_are_folded() -> None:
    def row(name: str, **given: Any) -> dict[str, Any]:
        plain: dict[str, Any] = {
            "flag": name,
            "aliases": [],
            "negations": [],
            "kind": "switch",
            "choices": None,
            "default": None,
            "env": None,
            "since_snapshot": "0.1.0",
            "removed_in_snapshot": None,
        }
        return plain | given

    rows = [
        row("--offload", aliases=["-o", "-no"], negations=["--no-offload"]),
        row("--batch", since_snapshot="0.3.0", negations=["--no-batch"]),
        row("--no-batch", removed_in_snapshot="0.3.0", negations=["--no-batch"]),
        row("--host", kind="value"),
        row("--no-host"),
    ]
    found = tables_from({"engine": "llama.cpp", "snapshots": READ, "flags": rows}).flags
    assert list(found) == ["--batch", "--host", "--no-host", "--offload"]
    assert found["--offload"].negations.keys() == {"--no-offload", "-no"}
    assert found["--batch"].negations == {"--no-batch": ((0, 3),)}


def test_what_people_wrote_stays() -> None:
    line = Timeline(("1.0",))
    bare = Flag("--x", ((0, 0),), ((0, "value"),), replaced_by="--y key z")
    told = replace(bare, explain={"en": "X.", "zh": "某。"}, replaced_by="--y.z")
    new = Tables("e", line, {"--x": bare, "--new": replace(bare, name="--new")})
    kept = with_kept(new, Tables("e", line, {"--x": told}))
    assert kept.flags["--x"] == told
    assert kept.flags["--new"].replaced_by == "--y key z"


def test_text_of_a_life_and_back() -> None:
    line = Timeline(tuple(READ))
    for numbers in ({0, 1, 2, 3}, {0, 3}, {1}, {0, 1, 3}):
        spans = spans_from(numbers)
        assert spans_of(lifetime_text(spans, line), line) == spans


@pytest.mark.parametrize(
    "text",
    [
        "a",
        "--x",
        "-O",
        "",
        "a: b",
        "a #b",
        '"',
        "[x]",
        "- x",
        "{",
        "’",
        "a\\b",
        "x:",
        "~",
        "|",
        ">=1",
    ],
)
def test_any_text_survives_the_file(text: str) -> None:
    line = Timeline(("1.0",))
    variable = Variable("X", ((0, 0),), explain={"en": text or "-"})
    tables = Tables("e", line, variables={"X": variable})
    assert read_tables(loaded(write_tables(tables))) == tables
    assert scalar(text)


@pytest.mark.parametrize(
    "source",
    [
        {"engine": "x", "wrong": "1"},
        {"engine": "x", "read": "1.0"},
        {"engine": "x", "read": ["1.0"], "flags": ["--x"]},
        {"engine": "x", "read": ["1.0"], "flags": {"--x": {"sinse": "1.0"}}},
        {"engine": "x", "read": ["1.0"], "flags": {"--x": {"since": "2.0"}}},
        {"engine": "x", "read": ["1.0"], "flags": {"--x": {"kind": {"2.0": "json"}}}},
        {"engine": "x", "read": ["1.0"], "flags": {"--x": {"aliases": "-x"}}},
        {"engine": ["x"], "read": ["1.0"]},
    ],
)
def test_a_file_that_does_not_fit_is_refused(source: dict[str, object]) -> None:
    with pytest.raises(CatalogueError):
        read_tables(source)


@pytest.mark.parametrize("engine", ENGINES)
def test_each_shipped_file_is_canonical(engine: str) -> None:
    text = (FOLDER / f"{engine}.yaml").read_text(encoding="utf-8")
    assert write_tables(read_tables(loaded(text))) == text


@pytest.mark.parametrize("engine", ENGINES)
def test_each_explanation_has_both_languages(engine: str) -> None:
    tables = ALL[engine].tables
    for row in (*tables.flags.values(), *tables.variables.values()):
        assert set(row.explain) in (set(), {"en", "zh"}), row.name


@pytest.mark.skipif(not SHARED.exists(), reason="the shared tables are not on this machine")
@pytest.mark.parametrize("engine", ["vllm", "sglang", "llamacpp", "ollama", "tgi"])
def test_importing_the_shared_tables_again_changes_nothing(engine: str) -> None:
    read = json.loads((SHARED / f"{engine}.json").read_text(encoding="utf-8"))
    pins = json.loads((SHARED / "vllm-pins.json").read_text(encoding="utf-8"))
    text = (FOLDER / f"{engine}.yaml").read_text(encoding="utf-8")
    found = import_shared(read, pins if engine == "vllm" else None, loaded(text))
    assert found == (engine, text)


@pytest.mark.parametrize(
    ("read", "expected"),
    [
        ({1, 2, 4}, {1, 2, 3, 4}),
        ({1, 2, 5}, {1, 2, 5}),
        ({2, 4, 6}, {2, 3, 4, 5, 6}),
        (set(), set()),
    ],
)
def test_a_flag_that_one_version_alone_lacks_was_overlooked(
    read: set[int], expected: set[int]
) -> None:
    assert whole(read) == expected
