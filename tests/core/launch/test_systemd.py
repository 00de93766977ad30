"""systemd units and their drop-ins."""

# ruff: noqa: E501  (a row is one text, a change and what becomes of it)

import pytest

from kb.core.articles.model import Change
from kb.core.launch import fix_command
from tests.core.launch.tiny import TINY, add, env, image, remove

CHANGES = [
    ('[Service]\nExecStart=/opt/bin/vllm serve m --port 1\nRestart=always\n',
     add("--enforce-eager"),
     '[Service]\nExecStart=/opt/bin/vllm serve m --port 1 --enforce-eager\nRestart=always\n'),
    ('[Service]\nExecStart=/opt/bin/vllm serve m \\\n    --port 1\nRestart=always\n',
     add("--enforce-eager"),
     '[Service]\nExecStart=/opt/bin/vllm serve m \\\n    --port 1 \\\n    --enforce-eager\nRestart=always\n'),
    ('[Service]\nEnvironment="B=2"\nExecStart=/usr/bin/ollama serve\n',
     env("NEW", "1"),
     '[Service]\nEnvironment="B=2"\nEnvironment="NEW=1"\nExecStart=/usr/bin/ollama serve\n'),
    ('[Service]\nExecStart=/usr/bin/ollama serve\n',
     env("NEW", "1"),
     '[Service]\nEnvironment="NEW=1"\nExecStart=/usr/bin/ollama serve\n'),
    ('[Service]\nEnvironment="OLLAMA_HOST=127.0.0.1"\n',
     env("NEW", "1"),
     '[Service]\nEnvironment="OLLAMA_HOST=127.0.0.1"\nEnvironment="NEW=1"\n'),
    ('[Service]\nEnvironment=B=2\nExecStart=/usr/bin/ollama serve\n',
     env("B", "3"),
     '[Service]\nEnvironment=B=3\nExecStart=/usr/bin/ollama serve\n'),
    ("[Service]\nExecStart=/bin/bash -c 'vllm serve m --port 1'\n",
     add("--enforce-eager"),
     "[Service]\nExecStart=/bin/bash -c 'vllm serve m --port 1 --enforce-eager'\n"),
    ('[Service]\nExecStart=/usr/bin/docker run --rm a/vllm-openai:v1 --model m\n',
     image("v2"),
     '[Service]\nExecStart=/usr/bin/docker run --rm a/vllm-openai:v2 --model m\n'),
    ('[Service]\nExecStart=/opt/bin/vllm serve m\n',
     add("--served-model-name", "50%"),
     "[Service]\nExecStart=/opt/bin/vllm serve m --served-model-name '50%%'\n"),
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


def test_a_drop_in_has_no_command_to_change() -> None:
    text = '[Service]\nEnvironment="OLLAMA_HOST=127.0.0.1"\n'
    assert fix_command(text, add("--enforce-eager"), None, None, TINY).question
