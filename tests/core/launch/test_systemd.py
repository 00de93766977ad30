"""systemd units and their drop-ins."""

# ruff: noqa: E501  (a row is one text, a change and what becomes of it)

from kb.core.launch import fix_command
from tests.core.launch.tiny import TINY, add, env, image

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
    ('[Service]\nExecStart=/opt/bin/vllm serve m\n',
     add("--served-model-name", "a$ b"),
     "[Service]\nExecStart=/opt/bin/vllm serve m --served-model-name 'a$$ b'\n"),
]  # fmt: skip


def test_a_drop_in_has_no_command_to_change() -> None:
    text = '[Service]\nEnvironment="OLLAMA_HOST=127.0.0.1"\n'
    assert fix_command(text, add("--enforce-eager"), None, None, TINY).question
