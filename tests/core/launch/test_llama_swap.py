"""llama-swap: the command as a folded or literal scalar."""

# ruff: noqa: E501  (a row is one text, a change and what becomes of it)

import pytest

from kb.core.articles.model import Change
from kb.core.launch import fix_command
from tests.core.launch.tiny import TINY, add, env, put, remove

CHANGES = [
    ('models:\n  a:\n    cmd: >\n      ./llama-server\n      -m a.gguf\n      --port ${PORT}\n    ttl: 1\n',
     add("--no-mmap"),
     'models:\n  a:\n    cmd: >\n      ./llama-server\n      -m a.gguf\n      --port ${PORT}\n      --no-mmap\n    ttl: 1\n'),
    ('models:\n  a:\n    cmd: |\n      llama-server -m a.gguf\n      -c 1\n',
     put("-c", "2"),
     'models:\n  a:\n    cmd: |\n      llama-server -m a.gguf\n      -c 2\n'),
    ('models:\n  a:\n    cmd: llama-server -m a.gguf -c 1\n',
     put("-c", "2"),
     'models:\n  a:\n    cmd: llama-server -m a.gguf -c 2\n'),
    ('models:\n  a:\n    env:\n      - A=1\n    cmd: llama-server -m a.gguf\n',
     env("A", "2"),
     'models:\n  a:\n    env:\n      - A=2\n    cmd: llama-server -m a.gguf\n'),
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


def test_comments_in_the_scalar_go_above_it() -> None:
    text = "a:\n  cmd: >\n    llama-server\n    -m a.gguf # mine\n    -c 1 # <-- here\n    # all of it\n    -ngl 9\n"
    outcome = fix_command(text, (), None, None, TINY)
    assert outcome.after == (
        "a:\n  # -m: mine\n  # all of it\n  cmd: >\n    llama-server\n    -m a.gguf\n    -c 1\n    -ngl 9\n"
    )
    assert outcome.repairs
