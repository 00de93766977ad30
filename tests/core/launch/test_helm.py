"""Helm templates: by line, because they are no YAML before they are rendered."""

# ruff: noqa: E501  (a row is one text, a change and what becomes of it)

from kb.core.launch import fix_command
from tests.core.launch.tiny import TINY, add, env, image, put, remove

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


def test_a_tag_from_the_values_is_asked_for() -> None:
    text = 'image: "{{ .Values.image }}"\ncommand: ["vllm", "serve", "m"]\n'
    assert fix_command(text, image("v2"), None, None, TINY).question


def test_a_value_of_the_chart_is_changed_where_it_is_set() -> None:
    text = 'vllmConfig:\n  maxModelLen: 16384\n  extraArgs: ["--port", "1"]\n'
    assert fix_command(text, put("--max-model-len", "8192"), None, None, TINY).question
    assert fix_command(text, put("--port", "2"), None, None, TINY).after


def test_a_list_of_mappings_holds_no_arguments() -> None:
    text = "args:\n  - name: a\n    engine_kwargs:\n      max_model_len: 1\n"
    assert fix_command(text, put("--max-model-len", "8"), "vllm", None, TINY).after is None


def test_variables_of_a_template_are_asked_for() -> None:
    text = "image: a/vllm-openai\nenv:\n  {{- range .Values.env }}\n  - name: {{ .n }}\n    value: x\n  {{- end }}\nargs: [a]\n"
    assert fix_command(text, env("A", "1"), None, None, TINY).question
