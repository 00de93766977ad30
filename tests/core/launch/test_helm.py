"""Helm templates: by line, because they are no YAML before they are rendered."""

# ruff: noqa: E501  (a row is one text, a change and what becomes of it)

import pytest

from kb.core.articles.model import Change
from kb.core.launch import fix_command
from tests.core.launch.tiny import TINY, add, env, image, remove

CHANGES = [
    ('image: "{{ .Values.image.repository }}:{{ .Values.image.tag }}"\ncommand: ["vllm", "serve"]\nargs:\n  - {{ .Values.model | quote }}\n  - "--dtype=half"\n',
     add("--enforce-eager"),
     'image: "{{ .Values.image.repository }}:{{ .Values.image.tag }}"\ncommand: ["vllm", "serve"]\nargs:\n  - {{ .Values.model | quote }}\n  - "--dtype=half"\n  - "--enforce-eager"\n'),
    ('command: ["vllm", "serve"]\nargs:\n  - {{ .Values.model | quote }}\n  - "--dtype=half"\n  - "--port=1"\n',
     remove("--dtype"),
     'command: ["vllm", "serve"]\nargs:\n  - {{ .Values.model | quote }}\n  - "--port=1"\n'),
    ('command: ["vllm", "serve", {{ .Values.model | quote }}, "--port", "1"]\n',
     add("--enforce-eager"),
     'command: ["vllm", "serve", {{ .Values.model | quote }}, "--port", "1", "--enforce-eager"]\n'),
    ('command: ["vllm", "serve"]\nargs:\n  - m\n  {{- if .Values.fast }}\n  - "--dtype=half"\n  {{- end }}\nports: []\n',
     add("--enforce-eager"),
     'command: ["vllm", "serve"]\nargs:\n  - m\n  {{- if .Values.fast }}\n  - "--dtype=half"\n  {{- end }}\n  - "--enforce-eager"\nports: []\n'),
    ("image:\n  repository: a/vllm-openai\n  tag: \"v1\"\nextraArgs:\n  - --port=1\n",
     image("v2"),
     "image:\n  repository: a/vllm-openai\n  tag: \"v2\"\nextraArgs:\n  - --port=1\n"),
    ("vllmConfig:\n  extraArgs: [\"--port\", \"1\"]\n",
     add("--enforce-eager"),
     "vllmConfig:\n  extraArgs: [\"--port\", \"1\", \"--enforce-eager\"]\n"),
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


def test_a_tag_from_the_values_is_asked_for() -> None:
    text = 'image: "{{ .Values.image }}"\ncommand: ["vllm", "serve", "m"]\n'
    assert fix_command(text, image("v2"), None, None, TINY).question
