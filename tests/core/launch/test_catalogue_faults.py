"""What does not fit in a catalogue somebody edited: each row named, none of them an accident."""

import pytest

from kb.core.launch.flags import catalogue_faults
from tests.core.launch.catalogues import ENGINES, values

HEAD = {"engine": "vllm", "read": ["0.1.0", "0.2.0"]}


@pytest.mark.parametrize("engine", ENGINES)
def test_the_shipped_catalogues_have_none(engine: str) -> None:
    assert catalogue_faults(values(engine) or {}, engine) == ()


@pytest.mark.parametrize(
    ("changes", "paths"),
    [
        ({}, []),
        ({"engine": "sglang"}, ["engine"]),
        ({"reed": []}, [""]),
        ({"read": "0.1.0"}, [""]),
        ({"read": []}, ["read"]),
        ({"read": ""}, ["read"]),
        ({"flags": ["--x"]}, ["flags"]),
        ({"flags": {"--x": {"sinse": "0.1.0"}, "--y": {"since": "0.1.0"}}}, ["flags.--x"]),
        (
            {"flags": {"--x": {"since": "9"}}, "env": {"X": {"removed": "9"}}},
            ["flags.--x", "env.X"],
        ),
        ({"flags": {"--x": {"since": "0.2.0", "removed": "0.1.0"}}}, ["flags.--x"]),
        ({"flags": {"--x": {"keys": {"a": "9 int"}}}}, ["flags.--x"]),
        ({"pins": {"0.1.0": {"tortch": "2"}}}, ["pins.0.1.0"]),
    ],
)
def test_every_row_that_does_not_fit_is_named(changes: dict[str, object], paths: list[str]) -> None:
    assert [path for path, _ in catalogue_faults(HEAD | changes, "vllm")] == paths
