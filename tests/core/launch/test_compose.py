"""docker compose: lists, strings, folded and literal scalars, environment as map and list."""

# ruff: noqa: E501  (a row is one text, a change and what becomes of it)

import pytest

from kb.core.launch import fix_command
from tests.core.launch.tiny import TINY, add, env, image, put, remove

CHANGES = [
    ('command:\n  - m\n  - --compilation-config.mode=3',
     put("--compilation-config.mode", "0"),
     'command:\n  - m\n  - --compilation-config.mode=0'),
    ('command: --model m --port 1\nimage: a/vllm-openai\n',
     add("--enforce-eager"),
     'command: --model m --port 1 --enforce-eager\nimage: a/vllm-openai\n'),
    ('a:\n  image: a/vllm-openai\n  command: >\n    --model m\n    --port 1\n  ports:\n    - 1:1\n',
     add("--enforce-eager"),
     'a:\n  image: a/vllm-openai\n  command: >\n    --model m\n    --port 1\n    --enforce-eager\n  ports:\n    - 1:1\n'),
    ('a:\n  image: a/vllm-openai\n  command: |\n    --model m\n    --port 1\n',
     add("--enforce-eager"),
     'a:\n  image: a/vllm-openai\n  command: |\n    --model m\n    --port 1\n    --enforce-eager\n'),
    ("image: a/vllm-openai\ncommand: ['--model', 'm', '--port', '1']\n",
     add("--enforce-eager"),
     "image: a/vllm-openai\ncommand: ['--model', 'm', '--port', '1', '--enforce-eager']\n"),
    ('image: a/vllm-openai\ncommand: [--model, m]\n',
     add("--port", "8000"),
     'image: a/vllm-openai\ncommand: [--model, m, --port, "8000"]\n'),
    ('image: a/vllm-openai\ncommand:\n  - --model=m\n  - --port=1\n',
     add("--max-model-len", "4"),
     'image: a/vllm-openai\ncommand:\n  - --model=m\n  - --port=1\n  - --max-model-len=4\n'),
    ('image: a/vllm-openai\ncommand:\n  - --model\n  - m  # mine\n  # - --dtype\nports: []\n',
     add("--enforce-eager"),
     'image: a/vllm-openai\ncommand:\n  - --model\n  - m  # mine\n  - --enforce-eager\n  # - --dtype\nports: []\n'),
    ('image: a/vllm-openai\ncommand: ["--model", "m"]\n',
     add("--limit-mm-per-prompt", '{"image": 4}'),
     'image: a/vllm-openai\ncommand: ["--model", "m", "--limit-mm-per-prompt", "{\\"image\\": 4}"]\n'),
    ('image: a/vllm-openai\ncommand: bash -c "vllm serve m --port 1"\n',
     add("--enforce-eager"),
     'image: a/vllm-openai\ncommand: bash -c "vllm serve m --port 1 --enforce-eager"\n'),
    ('image: a/vllm-openai\nentrypoint: ["/bin/bash", "-c"]\ncommand:\n  - |\n    pip install x\n    vllm serve m \\\n      --port 1\n',
     add("--enforce-eager"),
     'image: a/vllm-openai\nentrypoint: ["/bin/bash", "-c"]\ncommand:\n  - |\n    pip install x\n    vllm serve m \\\n      --port 1 \\\n      --enforce-eager\n'),
    ('image: a/vllm-openai\nenvironment:\n  - HF=${HF}\ncommand: --model m\n',
     env("NEW", "1"),
     'image: a/vllm-openai\nenvironment:\n  - HF=${HF}\n  - NEW=1\ncommand: --model m\n'),
    ('image: a/vllm-openai\nenvironment:\n  HF: ${HF}\n  B: "2"\ncommand: --model m\n',
     env("NEW", "1"),
     'image: a/vllm-openai\nenvironment:\n  HF: ${HF}\n  B: "2"\n  NEW: "1"\ncommand: --model m\n'),
    ('  a:\n    image: a/vllm-openai\n    command: --model m\n',
     env("NEW", "1"),
     '  a:\n    image: a/vllm-openai\n    environment:\n      - NEW=1\n    command: --model m\n'),
    ('image: a/vllm-openai\nenvironment:\n  - "B=2"\ncommand: --model m\n',
     env("B", "3"),
     'image: a/vllm-openai\nenvironment:\n  - "B=3"\ncommand: --model m\n'),
    ('image: a/vllm-openai:v1 # pinned\ncommand: --model m\n',
     image("v2"),
     'image: a/vllm-openai:v2 # pinned\ncommand: --model m\n'),
    ('image: a/vllm-openai\ncommand:\n  - --port\n  - "1"\n  - --dtype\n  - auto\n',
     remove("--port"),
     'image: a/vllm-openai\ncommand:\n  - --dtype\n  - auto\n'),
    ('services:\n  r:\n    image: redis\n    command: redis-server --port 1\n  a:\n    image: a/vllm-openai\n    command: --port 1\n',
     put("--port", "2"),
     'services:\n  r:\n    image: redis\n    command: redis-server --port 1\n  a:\n    image: a/vllm-openai\n    command: --port 2\n'),
    ("a:\n  image: a/vllm-openai:v1\n  environment:\n    - B=2\n",
     add("--enforce-eager"),
     "a:\n  image: a/vllm-openai:v1\n  command:\n    - --enforce-eager\n  environment:\n    - B=2\n"),
    ("    command: --model m\n      --port 1\n    image: a/vllm-openai\n",
     add("--enforce-eager"),
     "    command: --model m\n      --port 1\n      --enforce-eager\n    image: a/vllm-openai\n"),
    ("command:\n  - m\n  - --compilation-config.mode",
     put("--compilation-config", '{"mode": 0}'),
     'command:\n  - m\n  - --compilation-config.mode\n  - "0"'),
    ('image: a/vllm-openai\nenvironment: {HF: "1", B: "0,1"}\ncommand: --model m\n',
     env("NEW", "0,1"),
     'image: a/vllm-openai\nenvironment: {HF: "1", B: "0,1", NEW: "0,1"}\ncommand: --model m\n'),
    ('image: a/vllm-openai\nenvironment: {HF: x, B: y}\ncommand: --model m\n',
     env("NEW", "0,1"),
     'image: a/vllm-openai\nenvironment: {HF: x, B: y, NEW: "0,1"}\ncommand: --model m\n'),
    ('image: a/vllm-openai\nenvironment: ["B=2"]\ncommand: --model m\n',
     env("B", "3"),
     'image: a/vllm-openai\nenvironment: ["B=3"]\ncommand: --model m\n'),
    ('image: a/vllm-openai\nenvironment: {}\ncommand: --model m\n',
     env("B", "3"),
     'image: a/vllm-openai\nenvironment: {"B": "3"}\ncommand: --model m\n'),
    ('image: a/vllm-openai\nenvironment: {B: "2", C: "3"} # both\ncommand: --model m\n',
     env("B", None),
     'image: a/vllm-openai\nenvironment: {C: "3"} # both\ncommand: --model m\n'),
    ('image: a/vllm-openai\nenvironment: {B: "2"}\ncommand: --model m\n',
     env("B", None),
     'image: a/vllm-openai\ncommand: --model m\n'),
    ('image: a/vllm-openai\nentrypoint: /bin/bash\ncommand: -c "pip install x && vllm serve m"\n',
     add("--enforce-eager"),
     'image: a/vllm-openai\nentrypoint: /bin/bash\ncommand: -c "pip install x && vllm serve m --enforce-eager"\n'),
    ('image: a/vllm-openai\ncommand: [--model, m]\n',
     add("--served-model-name", "a,b"),
     'image: a/vllm-openai\ncommand: [--model, m, --served-model-name, "a,b"]\n'),
]  # fmt: skip


MENDED = [
    (
        "image: a/vllm-openai\ncommand:\n  - --port 1\n  - --dtype auto\n",
        'image: a/vllm-openai\ncommand:\n  - --port\n  - "1"\n  - --dtype\n  - auto\n',
    ),
    (
        'image: a/vllm-openai\ncommand:\n  - –port\n  - "1"\n',
        'image: a/vllm-openai\ncommand:\n  - --port\n  - "1"\n',
    ),
    (
        'image: a/vllm-openai\ncommand:\n  - --limit-mm-per-prompt\n  - {"image": 4}\n',
        "image: a/vllm-openai\ncommand:\n  - --limit-mm-per-prompt\n  - '{\"image\": 4}'\n",
    ),
    (
        "a:\n  image: a/vllm-openai\n  command: >\n    --model m # mine\n    --port 1\n",
        "a:\n  image: a/vllm-openai\n  # --model: mine\n  command: >\n    --model m\n    --port 1\n",
    ),
]


@pytest.mark.parametrize(("text", "wanted"), MENDED)
def test_damage_in_items_is_mended_and_said(text: str, wanted: str) -> None:
    outcome = fix_command(text, (), None, None, TINY)
    assert outcome.after == wanted
    assert outcome.repairs


def test_two_services_with_an_engine_are_a_question() -> None:
    one = "  {}:\n    image: a/vllm-openai\n    command: --model m\n"
    text = "services:\n" + one.format("a") + one.format("b")
    assert fix_command(text, add("--enforce-eager"), None, None, TINY).question
