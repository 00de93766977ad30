"""Placeholders: where they stand, how a value is quoted there, and what is known without it."""

# ruff: noqa: E501  (a row is one command and the words to fill)

import pytest

from kb.core.launch import fix_command, parse_command
from kb.core.launch.placeholders import holes
from tests.core.launch.tiny import TINY, add, image

HOLES = [
    ("vllm serve <model> --port 1", [("<model>", "<model>", "sh")]),
    ("docker run -v <my dir>:/m a/vllm-openai --model /path/to/model", [("<my dir>:/m", "<my dir>:/m", "sh"), ("/path/to/model", "/path/to/model", "sh")]),
    ('vllm serve m --api-key "YOUR_API_KEY"', [('"YOUR_API_KEY"', "YOUR_API_KEY", "sh")]),
    ("vllm serve $MODEL_PATH --api-key $KEY", [("$MODEL_PATH", "$MODEL_PATH", "sh")]),
    ("MODEL_PATH=/m\nvllm serve $MODEL_PATH", []),
    ("bash -c 'vllm serve <model>'", [("<model>", "<model>", "")]),
    ("curl http://<host>:<port>/v1", [("<host>", "<host>", ""), ("<port>", "<port>", "")]),
    ("llama-server.exe ^\n -m C:\\path\\to\\a.gguf", [("C:\\path\\to\\a.gguf", "C:\\path\\to\\a.gguf", "cmd")]),
    (".\\llama-server.exe `\n -m <model>", [("<model>", "<model>", "powershell")]),
    ("[Service]\nExecStart=/bin/vllm serve <model>\n", [("<model>", "<model>", "systemd")]),
    ('image: a/vllm-openai:<tag>\ncommand: ["--model", "<model>"]\n', [("a/vllm-openai:<tag>", "a/vllm-openai:<tag>", "yaml"), ('"<model>"', "<model>", "json")]),
    ("image: a/vllm-openai\nargs:\n  - --model=<model>\n  - 'your-name'\n", [("--model=<model>", "--model=<model>", "yaml"), ("'your-name'", "your-name", "single")]),
    ("image: a/vllm-openai\r\nargs:\r\n  - --model=<model>\r\n", [("--model=<model>", "--model=<model>", "yaml")]),
    ("image: a/vllm-openai\ncommand: --model <model> --port 1\n", [("<model>", "<model>", "")]),
    ('{"image": "a/vllm-openai", "args": ["--model", "<model>"]}', [('"<model>"', "<model>", "json")]),
    ('c = ["vllm", "serve", "<model>"]', [('"<model>"', "<model>", "json")]),
    ("vllm serve m < in > out 2>&1", []),
    ("cat <<EOF > x\nvllm serve m\nEOF", []),
    ("vllm serve m --chat-template /path/to", []),
]  # fmt: skip


@pytest.mark.parametrize(("text", "wanted"), HOLES)
def test_a_placeholder_is_found_with_its_word(
    text: str, wanted: list[tuple[str, str, str]]
) -> None:
    found = holes(text)
    assert [(text[one.start : one.end], one.word, one.quoting) for one in found] == wanted


def test_compose_takes_a_dollar_for_its_own() -> None:
    (hole,) = holes('services:\n  a:\n    image: a/vllm-openai\n    command: ["--model", "<m>"]\n')
    assert hole.dollars


DRAFTS = [
    ("vllm serve <model> --port <port>", "vllm serve <model> --port <port> --enforce-eager"),
    ("docker run -v <dir>:/m a/vllm-openai <model>", "docker run -v <dir>:/m a/vllm-openai <model> --enforce-eager"),
    ('image: a/vllm-openai\nargs: ["--model", "<model>"]\n', 'image: a/vllm-openai\nargs: ["--model", "<model>", "--enforce-eager"]\n'),
]  # fmt: skip


@pytest.mark.parametrize(("text", "draft"), DRAFTS)
def test_a_placeholder_is_asked_for_and_the_rest_is_done(text: str, draft: str) -> None:
    outcome = fix_command(text, add("--enforce-eager"), "vllm", None, TINY)
    assert outcome.question and outcome.after is None
    assert outcome.draft == draft


@pytest.mark.parametrize(
    "text", ["vllm serve <model> ...", "vllm serve <model> --port 1 <---- new", "vllm serve '<m>"]
)
def test_where_more_is_asked_there_is_no_draft(text: str) -> None:
    outcome = fix_command(text, add("--enforce-eager"), "vllm", None, TINY)
    assert outcome.after is None and outcome.draft is None


def test_an_open_tag_cannot_be_changed() -> None:
    outcome = fix_command("docker run a/vllm-openai:<tag> m", image("v2"), "vllm", None, TINY)
    assert outcome.after is None and outcome.draft is None


def test_a_placeholder_says_nothing_of_the_server() -> None:
    command = parse_command("vllm serve <your model> --port <port> -tp 2", "vllm", None, TINY)
    assert command.model == ""
    assert command.flags == {"--tensor-parallel-size": "2"}
    assert [one.words for one in command.written] == [("<port>",), ("2",)]
