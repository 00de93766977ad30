"""JSON: pods, tasks, what `docker inspect` shows, a debugger's file."""

# ruff: noqa: E501  (a row is one text, a change and what becomes of it)

import pytest

from kb.core.launch import find_commands, fix_command
from tests.core.launch.tiny import TINY, add, env, image, put, remove

POD = '{"spec": {"containers": [{"image": "a/vllm-openai:v1", "args": ["--model", "m"]%s}]}}'
LINES = '{\n  "image": "a/vllm-openai:v1",\n  "args": [\n    "--model",\n    "m"%s\n  ],\n  "env": [\n    {\n      "name": "A",\n      "value": "1"\n    }%s\n  ]\n}'
CONFIG = '"Config": {\n  "Env": [\n    "A=1",\n    "B=2"%s\n  ],\n  "Cmd": ["m", "--port", "1"%s],\n  "Image": "a/vllm-openai:v1",\n  "Entrypoint": ["vllm", "serve"]\n}'

CHANGES = [
    (POD % "", put("--model", "n"), (POD % "").replace('"m"', '"n"')),
    (POD % ', "env": []', env("A", "1"), POD % ', "env": [{"name": "A", "value": "1"}]'),
    (LINES % ("", ""), add("--enforce-eager"), LINES % (',\n    "--enforce-eager"', "")),
    (LINES % ("", ""), add("--port", "1"), LINES % (',\n    "--port",\n    "1"', "")),
    (LINES % ("", ""),
     env("NEW", "0"),
     LINES % ("", ',\n    {\n      "name": "NEW",\n      "value": "0"\n    }')),
    (LINES % ("", ""), env("A", "2"), (LINES % ("", "")).replace('"1"', '"2"')),
    (LINES % ("", ""), image("v2"), (LINES % ("", "")).replace(":v1", ":v2")),
    (CONFIG % ("", ""), env("NEW", "1"), CONFIG % (',\n    "NEW=1"', "")),
    (CONFIG % ("", ""), add("--enforce-eager"), CONFIG % ("", ', "--enforce-eager"')),
    (CONFIG % ("", ""), remove("--port"), (CONFIG % ("", "")).replace(', "--port", "1"', "")),
    (POD % "", env("NEW", "1"), (POD % "").replace('"args"', '"env": [{"name": "NEW", "value": "1"}], "args"')),
    ('{"image": "a/vllm-openai", "command": ["sh", "-c", "exec vllm serve m > l"]}',
     add("--limit-mm-per-prompt", '{"image": 1}'),
     '{"image": "a/vllm-openai", "command": ["sh", "-c", "exec vllm serve m --limit-mm-per-prompt \'{\\"image\\": 1}\' > l"]}'),
    ('{"module": "vllm.entrypoints.openai.api_server", "args": ["--port", "1"], "env": {"A": "1"}}',
     env("NEW", "1"),
     '{"module": "vllm.entrypoints.openai.api_server", "args": ["--port", "1"], "env": {"A": "1", "NEW": "1"}}'),
    ('{"name": "v", "image": "a/vllm-openai", "command": ["--model", "m"], "environment": [{"name": "A", "value": "1"}]}',
     env("A", None),
     '{"name": "v", "image": "a/vllm-openai", "command": ["--model", "m"]}'),
    ('{"env": [{"name": "T", "valueFrom": {"key": "t"}}], "image": "a/vllm-openai", "args": ["--model", "m"]}',
     env("NEW", "1"),
     '{"env": [{"name": "T", "valueFrom": {"key": "t"}}, {"name": "NEW", "value": "1"}], "image": "a/vllm-openai", "args": ["--model", "m"]}'),
]  # fmt: skip


def test_what_docker_made_of_the_entry_point_is_not_changed() -> None:
    text = '[{"Path": "vllm", "Args": ["serve", "m", "--port", "1"], ' + CONFIG % ("", "") + "}]"
    after = fix_command(text, put("--port", "2"), None, None, TINY).after
    assert after == text.replace('"Cmd": ["m", "--port", "1"', '"Cmd": ["m", "--port", "2"')


def test_a_value_from_elsewhere_is_asked_for() -> None:
    text = (
        '{"image": "a/vllm-openai", "args": ["-q", "x"], "env": [{"name": "T", "valueFrom": {}}]}'
    )
    assert fix_command(text, env("T", "1"), None, None, TINY).question


@pytest.mark.parametrize(
    "text", ['{"args": ["--model", "m"]', '{"a": 1, "image": "nginx", "args": ["-g"]}']
)
def test_json_without_an_end_or_a_server_is_no_command(text: str) -> None:
    assert fix_command(text, add("--enforce-eager"), None, None, TINY).after is None


def test_the_whole_object_is_found() -> None:
    text = POD % ""
    (found,) = find_commands(text)
    assert text[found.start : found.end] == text[len('{"spec": {"containers": [') : -len("]}}")]
