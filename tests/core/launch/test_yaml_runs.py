"""Shell commands of pipelines and job files, folded by YAML or line by line."""

# ruff: noqa: E501  (a row is one text, a change and what becomes of it)

from tests.core.launch.tiny import add, put

CHANGES = [
    ('image: a/sglang\ncommands:\n  - python3 -m sglang.launch_server\n    --model-path m\n    --port 1\nport: 1\n',
     add("--enforce-eager"),
     'image: a/sglang\ncommands:\n  - python3 -m sglang.launch_server\n    --model-path m\n    --port 1\n    --enforce-eager\nport: 1\n'),
    ('script:\n  - pip install vllm\n  - vllm serve m --port 1 &\n  - sleep 60\n',
     add("--enforce-eager"),
     'script:\n  - pip install vllm\n  - vllm serve m --port 1 --enforce-eager &\n  - sleep 60\n'),
    ('- run: |\n    vllm serve m \\\n      --port 1 &\n    sleep 60\n',
     add("--enforce-eager"),
     '- run: |\n    vllm serve m \\\n      --port 1 \\\n      --enforce-eager &\n    sleep 60\n'),
    ('run: >\n  vllm serve m\n  --port 1\n',
     put("--port", "2"),
     'run: >\n  vllm serve m\n  --port 2\n'),
    ('- name: start\n  shell: nohup vllm serve m > l 2>&1 &\n',
     add("--enforce-eager"),
     '- name: start\n  shell: nohup vllm serve m --enforce-eager > l 2>&1 &\n'),
    ('web: vllm serve m --port $PORT\n',
     add("--enforce-eager"),
     'web: vllm serve m --port $PORT --enforce-eager\n'),
]  # fmt: skip
