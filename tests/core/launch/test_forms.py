"""What holds for every form: rows of a text, a change and what becomes of it."""

import pytest

from kb.core.articles.model import Change
from kb.core.launch import fix_command
from tests.core.launch import (
    test_compose,
    test_config_file,
    test_dockerfile,
    test_helm,
    test_json_forms,
    test_kubernetes,
    test_llama_swap,
    test_python_calls,
    test_supervisor,
    test_systemd,
    test_windows,
    test_yaml_runs,
)
from tests.core.launch.tiny import TINY, env, remove

FORMS = (
    test_compose,
    test_config_file,
    test_dockerfile,
    test_helm,
    test_json_forms,
    test_kubernetes,
    test_llama_swap,
    test_python_calls,
    test_supervisor,
    test_systemd,
    test_windows,
    test_yaml_runs,
)
CHANGES = [
    pytest.param(*row, id=f"{form.__name__.rpartition('_')[2]}-{at}")
    for form in FORMS
    for at, row in enumerate(form.CHANGES)
]
UNDO = {
    "add-flag": lambda change: remove(change.flag),
    "env": lambda change: env("NEW", None),
}


@pytest.mark.parametrize(("text", "change", "wanted"), CHANGES)
def test_only_the_named_words_change(text: str, change: Change, wanted: str) -> None:
    assert fix_command(text, change, None, None, TINY).after == wanted


@pytest.mark.parametrize(("text", "change", "wanted"), CHANGES)
def test_without_a_change_nothing_changes(text: str, change: Change, wanted: str) -> None:
    assert fix_command(text, (), None, None, TINY).after == text
    assert fix_command(wanted, (), None, None, TINY).after == wanted


@pytest.mark.parametrize(("text", "change", "wanted"), CHANGES)
def test_twice_is_once(text: str, change: Change, wanted: str) -> None:
    outcome = fix_command(wanted, change, None, None, TINY)
    assert (outcome.after, outcome.already) == (wanted, (change,))


@pytest.mark.parametrize(("text", "change", "wanted"), CHANGES)
def test_taking_back_what_was_added_gives_the_original(
    text: str, change: Change, wanted: str
) -> None:
    undo = UNDO.get(change.op)
    if undo is not None and change.name in ("", "NEW"):
        assert fix_command(wanted, undo(change), None, None, TINY).after == text
