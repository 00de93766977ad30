"""The YAML file of `--config`, with its command or alone."""

from kb.core.launch import fix_command
from tests.core.launch.catalogues import ALL
from tests.core.launch.tiny import TINY, add, put, remove

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
    ("model: m\nlimit-mm-per-prompt:\n  image: 4\n  video: 1\nport: 1\n",
     remove("--limit-mm-per-prompt"),
     "model: m\nport: 1\n"),
]  # fmt: skip


def test_keys_below_a_key_are_asked_for() -> None:
    text = "model: m\nlimit-mm-per-prompt:\n  image: 4\nport: 1\n"
    change = add("--limit-mm-per-prompt", '{"image": 1}')
    assert fix_command(text, change, None, None, TINY).question


def test_a_file_is_not_judged_as_a_command_line() -> None:
    """Its model is no `--model` behind `vllm serve`, its switches are `true`."""
    file = "model: m\nenforce-eager: true\nlimit-mm-per-prompt:\n  a: 4\n"
    text = "vllm serve --config c.yaml\n\n" + file
    assert fix_command(text, (), "vllm", "0.8.5", ALL).warnings == ()
