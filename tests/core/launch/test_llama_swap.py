"""llama-swap: the command as a folded or literal scalar."""

# ruff: noqa: E501  (a row is one text, a change and what becomes of it)

from kb.core.launch import fix_command
from tests.core.launch.tiny import TINY, add, env, put

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


def test_comments_in_the_scalar_go_above_it() -> None:
    text = "a:\n  cmd: >\n    llama-server\n    -m a.gguf # mine\n    -c 1 # <-- here\n    # all of it\n    -ngl 9\n"
    outcome = fix_command(text, (), None, None, TINY)
    assert outcome.after == (
        "a:\n  # -m: mine\n  # all of it\n  cmd: >\n    llama-server\n    -m a.gguf\n    -c 1\n    -ngl 9\n"
    )
    assert outcome.repairs
