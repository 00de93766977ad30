"""Change objects of the contract."""

# ruff: noqa: E501  (tables of change objects)

import pytest

from kb.core.articles.model import Change
from kb.core.launch import LaunchError, change_as_json, change_from_json, fix_command
from tests.core.launch.tiny import TINY

READ = [
    ({"op": "add-flag", "flag": "--x"}, (Change("add-flag", "--x"),)),
    ({"op": "set-flag", "flag": "--x", "value": 3}, (Change("set-flag", "--x", "3"),)),
    ({"op": "remove-flag", "flag": "--x"}, (Change("remove-flag", "--x"),)),
    ({"op": "env", "set": {"A": "1"}}, (Change("env", name="A", value="1"),)),
    ({"op": "env", "remove": "A"}, (Change("env", name="A"),)),
    ({"op": "image-tag", "tag": "v1"}, (Change("image-tag", value="v1"),)),
    ({"op": "pip", "package": "p", "specifier": "==1"}, (Change("pip", name="p", value="==1"),)),
    ({"op": "repair", "what": "w"}, (Change("repair", value="w"),)),
]


@pytest.mark.parametrize(("given", "changes"), READ)
def test_a_change_object_is_read_and_written(given: object, changes: tuple[Change, ...]) -> None:
    assert change_from_json(given) == changes
    assert change_from_json(change_as_json(changes[0])) == changes


def test_multi_is_several_in_order() -> None:
    one, other = READ[0][0], READ[2][0]
    assert change_from_json({"op": "multi", "ops": [one, other]}) == (*READ[0][1], *READ[2][1])


REFUSED: list[object] = [
    None, [], {}, {"op": "explode"}, {"op": "add-flag"}, {"op": "set-flag", "flag": "--x"}, {"op": "env"},
    {"op": "multi", "ops": 3}, {"op": "add-flag", "flag": "--x", "when": "soon"}, {"op": "image-tag"},
]  # fmt: skip


@pytest.mark.parametrize("given", REFUSED)
def test_what_is_no_change_is_refused(given: object) -> None:
    with pytest.raises(LaunchError):
        change_from_json(given)


WHEN = [("0.14.0", "vllm serve m"), ("0.9.0", "vllm serve m --task x"), (None, "vllm serve m")]


@pytest.mark.parametrize(("version", "wanted"), WHEN)
def test_a_change_for_other_versions_is_left_out_and_said(version: str | None, wanted: str) -> None:
    changes = change_from_json({"op": "remove-flag", "flag": "--task", "when": "vllm>=0.13"})
    outcome = fix_command("vllm serve m --task x", changes, "vllm", version, TINY)
    assert outcome.after == wanted
    assert bool(outcome.warnings) == (wanted != "vllm serve m")
