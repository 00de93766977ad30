"""Kubernetes: args and command as block and flow lists, env as items, shell inside YAML."""

# ruff: noqa: E501  (a row is one text, a change and what becomes of it)

import pytest

from kb.core.articles.model import Change
from kb.core.launch import fix_command
from tests.core.launch.tiny import TINY, add, env, image, put, remove

CHANGES = [
    ('image: a/vllm-openai:v1\nargs: [ "--model", "m", \n        "--dtype", "auto"]\n',
     add("--enforce-eager"),
     'image: a/vllm-openai:v1\nargs: [ "--model", "m", \n        "--dtype", "auto",\n        "--enforce-eager"]\n'),
    ('- name: v\n  image: a/vllm-openai\n  args:\n  - --model=m\n  - --port=1\n',
     add("--enforce-eager"),
     '- name: v\n  image: a/vllm-openai\n  args:\n  - --model=m\n  - --port=1\n  - --enforce-eager\n'),
    ('  args:\n    - "--model"\n    - "m"\n  image: a/vllm-openai\n',
     add("--port", "8000"),
     '  args:\n    - "--model"\n    - "m"\n    - "--port"\n    - "8000"\n  image: a/vllm-openai\n'),
    ('image: a/vllm-openai\ncommand: ["vllm", "serve"]\nargs:\n- m\n- --port\n- "1"\n',
     put("--port", "2"),
     'image: a/vllm-openai\ncommand: ["vllm", "serve"]\nargs:\n- m\n- --port\n- "2"\n'),
    ('image: a/vllm-openai\ncommand: ["vllm", "serve", "m"]\n',
     add("--enforce-eager"),
     'image: a/vllm-openai\ncommand: ["vllm", "serve", "m", "--enforce-eager"]\n'),
    ('image: a/vllm-openai\ncommand: ["/bin/sh", "-c"]\nargs: [\n  "vllm serve m --port 1"\n]\n',
     add("--enforce-eager"),
     'image: a/vllm-openai\ncommand: ["/bin/sh", "-c"]\nargs: [\n  "vllm serve m --port 1 --enforce-eager"\n]\n'),
    ('image: a/vllm-openai\ncommand: ["/bin/sh", "-c", "vllm serve m"]\n',
     add("--limit-mm-per-prompt", '{"image":4}'),
     'image: a/vllm-openai\ncommand: ["/bin/sh", "-c", "vllm serve m --limit-mm-per-prompt \'{\\"image\\":4}\'"]\n'),
    ('  command:\n  - bash\n  - -c\n  args:\n  - |\n    export A=1\n    vllm serve m \\\n    --port 1\n  image: a/vllm-openai\n',
     add("--enforce-eager"),
     '  command:\n  - bash\n  - -c\n  args:\n  - |\n    export A=1\n    vllm serve m \\\n    --port 1 \\\n    --enforce-eager\n  image: a/vllm-openai\n'),
    ('command: ["sh", "-c"]\nargs:\n- >\n  vllm serve m\n  --port 1\nimage: a/vllm-openai\n',
     add("--enforce-eager"),
     'command: ["sh", "-c"]\nargs:\n- >\n  vllm serve m\n  --port 1\n  --enforce-eager\nimage: a/vllm-openai\n'),
    ('image: a/vllm-openai\nenv:\n  - name: A\n    value: "x" # why\n\n# more\nargs: ["--model", "m"]\n',
     env("NEW", "1"),
     'image: a/vllm-openai\nenv:\n  - name: A\n    value: "x" # why\n  - name: NEW\n    value: "1"\n\n# more\nargs: ["--model", "m"]\n'),
    ('image: a/vllm-openai\nenv:\n- name: T\n  valueFrom:\n    secretKeyRef:\n      name: s\n      key: t\nargs: ["--model", "m"]\n',
     env("NEW", "1"),
     'image: a/vllm-openai\nenv:\n- name: T\n  valueFrom:\n    secretKeyRef:\n      name: s\n      key: t\n- name: NEW\n  value: "1"\nargs: ["--model", "m"]\n'),
    ('    image: a/vllm-openai\n    args:\n      - --model=m\n',
     env("NEW", "1"),
     '    image: a/vllm-openai\n    env:\n      - name: NEW\n        value: "1"\n    args:\n      - --model=m\n'),
    ('  - args:\n    - --model=m\n    image: a/vllm-openai\n',
     env("NEW", "1"),
     '  - args:\n    - --model=m\n    env:\n    - name: NEW\n      value: "1"\n    image: a/vllm-openai\n'),
    ('image: a/vllm-openai\nenv:\n  - name: A\n    value: "1"\nargs: ["--model", "m"]\n',
     env("A", "2"),
     'image: a/vllm-openai\nenv:\n  - name: A\n    value: "2"\nargs: ["--model", "m"]\n'),
    ('kind: Model\nspec:\n  url: hf://a/b\n  engine: VLLM\n  env:\n    A: B\n  args:\n    - --port=1\n    - --dtype=auto  \n    - --max-num-seqs=2\n',
     remove("--dtype"),
     'kind: Model\nspec:\n  url: hf://a/b\n  engine: VLLM\n  env:\n    A: B\n  args:\n    - --port=1\n    - --max-num-seqs=2\n'),
    ('initContainers:\n- name: i\n  image: busybox\n  command: ["sh", "-c", "sleep 1"]\ncontainers:\n- name: v\n  image: a/vllm-openai\n  args: ["--port", "1"]\n',
     put("--port", "2"),
     'initContainers:\n- name: i\n  image: busybox\n  command: ["sh", "-c", "sleep 1"]\ncontainers:\n- name: v\n  image: a/vllm-openai\n  args: ["--port", "2"]\n'),
    ('image: a/vllm-openai\nargs:\n  - --model=m\n  - --dtype=auto\n',
     image("v2"),
     'image: a/vllm-openai:v2\nargs:\n  - --model=m\n  - --dtype=auto\n'),
    ("image: a/vllm-openai\nenv:\n  - {name: A, value: '1'}\nargs: [\"--model\",\"m\"]\n",
     env("NEW", "1"),
     "image: a/vllm-openai\nenv:\n  - {name: A, value: '1'}\n  - name: NEW\n    value: \"1\"\nargs: [\"--model\",\"m\"]\n"),
    ("image: a/vllm-openai\nargs: [\"--model\",\"m\"]\n",
     add("--enforce-eager"),
     "image: a/vllm-openai\nargs: [\"--model\",\"m\",\"--enforce-eager\"]\n"),
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
