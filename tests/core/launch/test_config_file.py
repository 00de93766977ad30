"""The YAML file of `--config`, with its command or alone."""

import pytest

from kb.core.articles.model import Change
from kb.core.launch import fix_command
from tests.core.launch.tiny import TINY, add, env, put, remove

CHANGES = [
    ('vllm serve m --config c.yaml\n\n# c.yaml\nhost: "a"\nport: 1',
     add("--enforce-eager"),
     'vllm serve m --config c.yaml\n\n# c.yaml\nhost: "a"\nport: 1\nenforce-eager: true'),
    ('vllm serve m --config c.yaml --port 1\n\nhost: a\n',
     put("--port", "2"),
     'vllm serve m --config c.yaml --port 2\n\nhost: a\n'),
    ('vllm serve --config c.yaml\n\nmodel: m\nport: 1\n',
     put("--port", "2"),
     'vllm serve --config c.yaml\n\nmodel: m\nport: 2\n'),
    ('model: m\nmax_model_len: 1\n',
     add("--tensor-parallel-size", "2"),
     'model: m\nmax_model_len: 1\ntensor_parallel_size: 2\n'),
    ('model: m\nenforce-eager: false\nport: 1\n',
     put("--enforce-eager", "true"),
     'model: m\nenforce-eager: true\nport: 1\n'),
    ('model: m\nport: 1\ndtype: auto\n',
     remove("--port"),
     'model: m\ndtype: auto\n'),
    ('model: m\nport: 1\n',
     add("--limit-mm-per-prompt", '{"image": 4}'),
     'model: m\nport: 1\nlimit-mm-per-prompt: \'{"image": 4}\'\n'),
    ('model: "m"\nport: 1\n',
     put("--model", "n"),
     'model: "n"\nport: 1\n'),
    ("vllm serve m --config c.yaml\n\nunknown: true\n",
     add("--port", "1"),
     "vllm serve m --config c.yaml\n\nunknown: true\nport: 1\n"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "change", "wanted"), CHANGES)
def test_only_the_named_words_change(text: str, change: Change, wanted: str) -> None:
    assert fix_command(text, change, None, None, TINY).after == wanted


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


UNDO = {
    "add-flag": lambda change: remove(change.flag),
    "env": lambda change: env("NEW", None),
}
