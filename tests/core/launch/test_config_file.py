"""The YAML file of `--config`, with its command or alone."""

from tests.core.launch.tiny import add, put, remove

CHANGES = [
    ('vllm serve m --config c.yaml\n\n# c.yaml\nhost: "a"\nport: 1',
     add("--enforce-eager"),
     'vllm serve m --config c.yaml\n\n# c.yaml\nhost: "a"\nport: 1\nenforce-eager: true'),
    ('vllm serve m --config c.yaml --port 1\n\nhost: a\n',
     put("--port", "2"),
     'vllm serve m --config c.yaml --port 2\n\nhost: a\n'),
    ('vllm serve --config c.yaml\n\nmodel: m\nport: 1\n',
     put("--port", "2"),
     'vllm serve --config c.yaml\n\nmodel: m\nport: 2\n'),
    ('model: m\nmax_model_len: 1\n',
     add("--tensor-parallel-size", "2"),
     'model: m\nmax_model_len: 1\ntensor_parallel_size: 2\n'),
    ('model: m\nenforce-eager: false\nport: 1\n',
     put("--enforce-eager", "true"),
     'model: m\nenforce-eager: true\nport: 1\n'),
    ('model: m\nport: 1\ndtype: auto\n',
     remove("--port"),
     'model: m\ndtype: auto\n'),
    ('model: m\nport: 1\n',
     add("--limit-mm-per-prompt", '{"image": 4}'),
     'model: m\nport: 1\nlimit-mm-per-prompt: \'{"image": 4}\'\n'),
    ('model: "m"\nport: 1\n',
     put("--model", "n"),
     'model: "n"\nport: 1\n'),
    ("vllm serve m --config c.yaml\n\nunknown: true\n",
     add("--port", "1"),
     "vllm serve m --config c.yaml\n\nunknown: true\nport: 1\n"),
]  # fmt: skip
