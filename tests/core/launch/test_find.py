"""Where launch commands stand in a paste."""

# ruff: noqa: E501  (a row is one paste and the commands in it)

import pytest

from kb.core.launch import find_commands, is_command

FOUND = [
    ("vllm serve m", ["vllm serve m"]),
    ("I run `vllm serve a/b --tp 2` and get", ["vllm serve a/b --tp 2"]),
    ("We start it with: vllm serve a/b --tp 2", ["vllm serve a/b --tp 2"]),
    ("启动命令：vllm serve a/b --tp 2，然后报错", ["vllm serve a/b --tp 2"]),
    ("root@h:~# A=0 vllm serve a/b --port 1\nINFO 1\nINFO 2", ["A=0 vllm serve a/b --port 1"]),
    ("(env) u@h:~$ nohup python3 -m vllm.entrypoints.openai.api_server --model m > l &\n[1] 77",
     ["nohup python3 -m vllm.entrypoints.openai.api_server --model m > l &"]),
    ("text\n```bash\nexport A=1\nvllm serve a/b \\\n --x 1\n```\nmore", ["export A=1\nvllm serve a/b \\\n --x 1"]),
    ("docker run --rm -p 80:80 x/vllm-openai:v1 --model m\nError: y", ["docker run --rm -p 80:80 x/vllm-openai:v1 --model m"]),
    ("ollama serve", ["ollama serve"]),
    ('My pod:\n```json\n{"spec": [{"image": "a/vllm-openai", "args": ["--model", "m"]}]}\n```\nand more',
     ['{"image": "a/vllm-openai", "args": ["--model", "m"]}']),
    (".\\llama-server.exe -m a.gguf", [".\\llama-server.exe -m a.gguf"]),
    ("cd x && pip install y && vllm serve m", ["cd x && pip install y && vllm serve m"]),
    ('p = Popen(["vllm", "serve", m])', ['["vllm", "serve", m]']),
    ("./llama-server -m a.gguf -c 1\n./llama-server -m b.gguf -c 2", ["./llama-server -m a.gguf -c 1", "./llama-server -m b.gguf -c 2"]),
    ("text-generation-launcher --model-id a/b", ["text-generation-launcher --model-id a/b"]),
    ("python -m sglang.launch_server --model-path m\n[2025-01-01 00:00:00] server_args=", ["python -m sglang.launch_server --model-path m"]),
    ("services:\n  a:\n    image: redis\n    command: redis-server\n  b:\n    image: vllm/vllm-openai\n    command: --model m\n",
     ["    image: vllm/vllm-openai\n    command: --model m"]),
    ("spec:\n  containers:\n  - name: x\n    image: vllm/vllm-openai:v1\n    args: ['--model','a']\n  restartPolicy: Never",
     ["  - name: x\n    image: vllm/vllm-openai:v1\n    args: ['--model','a']"]),
    ("command=vllm serve a/b --x", ["vllm serve a/b --x"]),
]  # fmt: skip


@pytest.mark.parametrize(("text", "commands"), FOUND)
def test_commands_are_found_with_their_span(text: str, commands: list[str]) -> None:
    assert [text[one.start : one.end] for one in find_commands(text)] == commands


NONE = [
    "vllm bench serve --model m",
    "vllm chat --url http://x",
    "vllm serve fails with an error",
    "vllm serve: error: unrecognized arguments: --x",
    "usage: vllm serve [model_tag] [options]",
    "sglang serve --model-path <model> [options]",
    "# vllm serve a/b --port 1",
    "curl http://localhost:8000/v1/models",
    "docker stop vllm",
    "docker run -d redis",
    "docker logs vllm/vllm-openai",
    "I use ollama serve on my mac.",
    "ollama run llama3",
    "'python -m sglang.launch_server' is still supported, use 'sglang serve'",
    '  File "/usr/lib/python3/vllm/entrypoints/openai/api_server.py", line 7, in <module>',
    'pkill -f "vllm serve"',
    "image: vllm/vllm-openai",
    "",
]


@pytest.mark.parametrize("text", NONE)
def test_clients_benchmarks_and_talk_are_none(text: str) -> None:
    assert find_commands(text) == ()


def test_a_command_has_the_number_of_its_line() -> None:
    (found,) = find_commands("a\nb\n\nvllm serve m --port 1\n")
    assert found.line == 4


ALONE = {
    "$ vllm serve a/b-7B \\\n  --port 2": True,
    "# mine\nvllm serve a/b-7B": True,
    "sudo docker run --gpus all vllm/vllm-openai:v0.9.0 --model a/b-7B": True,
    "services:\n  v:\n    image: vllm/vllm-openai:v0.9.0\n    command: --model a/b-7B\n": True,
    "ValueError: x\nvllm serve a/b-7B": False,
    "vllm serve a/b-7B\nINFO it started": False,
    "how do I vllm serve a/b-7B": False,
    "": False,
}


@pytest.mark.parametrize("text", ALONE)
def test_a_text_that_is_nothing_but_a_command(text: str) -> None:
    assert is_command(text) is ALONE[text]
