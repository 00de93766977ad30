"""Python: argument lists of a subprocess and keyword arguments of the engine."""

import pytest

from kb.core.articles.model import Change
from kb.core.launch import fix_command
from tests.core.launch.catalogues import ALL
from tests.core.launch.tiny import TINY, add, put, remove

CHANGES = [
    ('c = ["vllm", "serve", f"{m}", "--port", "1"]',
     add("--enforce-eager"),
     'c = ["vllm", "serve", f"{m}", "--port", "1", "--enforce-eager"]'),
    ("p = Popen(['vllm', 'serve', m,\n    '--port', str(p),\n])",
     add("--enforce-eager"),
     "p = Popen(['vllm', 'serve', m,\n    '--port', str(p),\n    '--enforce-eager',\n])"),
    ('[sys.executable, "-m", "vllm.entrypoints.openai.api_server", "--port", "1"]',
     put("--port", "2"),
     '[sys.executable, "-m", "vllm.entrypoints.openai.api_server", "--port", "2"]'),
    ('llm = LLM(model="m", max_model_len=1)',
     put("--max-model-len", "2"),
     'llm = LLM(model="m", max_model_len=2)'),
    ('llm = LLM(model="m")',
     add("--enforce-eager"),
     'llm = LLM(model="m", enforce_eager=True)'),
    ("llm = LLM(\n    model='m',\n    dtype='auto',\n)",
     add("--quantization", "fp8"),
     "llm = LLM(\n    model='m',\n    dtype='auto',\n    quantization='fp8',\n)"),
    ('llm = LLM(model="m")',
     add("--compilation-config", '{"mode": 0, "a": true}'),
     'llm = LLM(model="m", compilation_config={"mode": 0, "a": True})'),
    ('llm = LLM(model="m", seed=f(1, 2), dtype="a")',
     remove("--dtype"),
     'llm = LLM(model="m", seed=f(1, 2))'),
    ('c = ["vllm", "serve", m, "--port", "1"]\nc += ["--dtype", d]\nc.append("--enforce-eager")\n',
     put("--port", "2"),
     'c = ["vllm", "serve", m, "--port", "2"]\nc += ["--dtype", d]\nc.append("--enforce-eager")\n'),
]  # fmt: skip


def test_flag_and_value_in_one_string_become_two() -> None:
    text = 'c = ["vllm", "serve", m, "--host 127.0.0.1", "--port 1"]'
    outcome = fix_command(text, (), None, None, TINY)
    assert outcome.after == 'c = ["vllm", "serve", m, "--host", "127.0.0.1", "--port", "1"]'
    assert outcome.repairs


EXTENDED = 'c = ["vllm", "serve", m]\nc.extend([\n    "--dtype", d,\n])\nc += ["--port", "1"]\n'


@pytest.mark.parametrize("change", [put("--dtype", "half"), remove("--port")])
def test_what_later_lines_add_to_the_list_is_asked(change: Change) -> None:
    assert fix_command(EXTENDED, change, None, None, TINY).question


@pytest.mark.parametrize(
    "text",
    [
        "llm = LLM(model=path, max_model_len=args.length, trust_remote_code=True)",
        'c = ["vllm", "serve", m, "--port", str(p)]',
        'run(f"vllm serve {m} --port {port}")',
    ],
)
def test_expressions_are_not_judged(text: str) -> None:
    """Their value is not known, and `True` is how Python switches on."""
    assert fix_command(text, (), "vllm", "0.9.2", ALL).warnings == ()
