"""Python: argument lists of a subprocess and keyword arguments of the engine."""

import pytest

from kb.core.articles.model import Change
from kb.core.launch import fix_command
from tests.core.launch.tiny import TINY, add, env, put, remove

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


def test_flag_and_value_in_one_string_become_two() -> None:
    text = 'c = ["vllm", "serve", m, "--host 127.0.0.1", "--port 1"]'
    outcome = fix_command(text, (), None, None, TINY)
    assert outcome.after == 'c = ["vllm", "serve", m, "--host", "127.0.0.1", "--port", "1"]'
    assert outcome.repairs
