"""Dockerfiles: exec and shell form, ENV and FROM."""

# ruff: noqa: E501  (a row is one text, a change and what becomes of it)

from kb.core.launch import fix_command
from tests.core.launch.tiny import TINY, add, env, image, put

CHANGES = [
    ('FROM a/vllm-openai:v1\nENTRYPOINT ["vllm", "serve", "m"]\nCMD ["--port", "1"]\n',
     add("--enforce-eager"),
     'FROM a/vllm-openai:v1\nENTRYPOINT ["vllm", "serve", "m"]\nCMD ["--port", "1", "--enforce-eager"]\n'),
    ('FROM a/vllm-openai:v1\nCMD ["--model", "m"]\n',
     add("--port", "1"),
     'FROM a/vllm-openai:v1\nCMD ["--model", "m", "--port", "1"]\n'),
    ('FROM a/b\nRUN pip install vllm\nCMD vllm serve m \\\n    --port 1\n',
     add("--enforce-eager"),
     'FROM a/b\nRUN pip install vllm\nCMD vllm serve m \\\n    --port 1 \\\n    --enforce-eager\n'),
    ('FROM a/vllm-openai:v1\nCMD ["sh", "-c", "vllm serve m"]\n',
     add("--enforce-eager"),
     'FROM a/vllm-openai:v1\nCMD ["sh", "-c", "vllm serve m --enforce-eager"]\n'),
    ('FROM a/vllm-openai:v1\nENV B=2\nCMD ["--model", "m"]\n',
     env("NEW", "1"),
     'FROM a/vllm-openai:v1\nENV B=2\nENV NEW=1\nCMD ["--model", "m"]\n'),
    ('FROM a/vllm-openai:v1\nCMD ["--model", "m"]\n',
     env("NEW", "1"),
     'FROM a/vllm-openai:v1\nENV NEW=1\nCMD ["--model", "m"]\n'),
    ('FROM a/vllm-openai:v1\nENV B=2 C=3\nCMD ["--model", "m"]\n',
     env("B", "4"),
     'FROM a/vllm-openai:v1\nENV B=4 C=3\nCMD ["--model", "m"]\n'),
    ('FROM --platform=x a/vllm-openai:v1 AS y\nCMD ["--model", "m"]\n',
     image("v2"),
     'FROM --platform=x a/vllm-openai:v2 AS y\nCMD ["--model", "m"]\n'),
    ('FROM a/vllm-openai:v1\nCMD ["bash", "-lc", "set -x; \\\n  vllm serve m \\\n    --dtype half"]\n',
     put("--dtype", "auto"),
     'FROM a/vllm-openai:v1\nCMD ["bash", "-lc", "set -x; \\\n  vllm serve m \\\n    --dtype auto"]\n'),
    ('FROM a/vllm-openai:v1\nCMD ["--model", "m", \\\n     "--dtype", "half"]\n',
     put("--dtype", "auto"),
     'FROM a/vllm-openai:v1\nCMD ["--model", "m", \\\n     "--dtype", "auto"]\n'),
]  # fmt: skip


def test_flag_and_value_in_one_item_become_two() -> None:
    text = 'FROM a/vllm-openai\nCMD ["--model", "m", "--port 1"]\n'
    wanted = 'FROM a/vllm-openai\nCMD ["--model", "m", "--port", "1"]\n'
    assert fix_command(text, (), None, None, TINY).after == wanted


def test_a_list_that_does_not_end_is_refused() -> None:
    text = 'FROM a/vllm-openai\nCMD ["--model", "m\n'
    assert fix_command(text, add("--enforce-eager"), None, None, TINY).refused
