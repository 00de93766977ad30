"""What a reader must know about a change before he runs it."""

import pytest

from kb.core.articles.model import Change
from kb.core.launch import fix_command
from tests.core.launch.tiny import TINY, add, env, put, remove

RISKY = [
    (add("--trust-remote-code"), "runs Python code"),
    (add("--trust_remote_code"), "runs Python code"),
    (put("--host", "0.0.0.0"), "opens the port"),
    (env("OLLAMA_HOST", "0.0.0.0:11434"), "opens the port"),
    (env("LD_PRELOAD", "/a.so"), "foreign library"),
    (remove("--api_key"), "everyone who reaches the port"),
    (env("VLLM_API_KEY", None), "everyone who reaches the port"),
]


@pytest.mark.parametrize(("change", "said"), RISKY)
def test_a_risk_is_told(change: Change, said: str) -> None:
    text = "VLLM_API_KEY=$K vllm serve m --api-key $K"
    warnings = fix_command(text, change, "vllm", None, TINY).warnings
    assert any(said in str(each) for each in warnings)


@pytest.mark.parametrize(
    "change", [put("--host", "127.0.0.1"), env("A", "1"), remove("--dtype"), add("--dtype", "half")]
)
def test_nothing_is_told_of_the_harmless(change: Change) -> None:
    assert fix_command("vllm serve m", change, "vllm", None, TINY).warnings == ()


def test_what_is_there_already_brings_no_new_risk() -> None:
    text = "vllm serve m --trust-remote-code"
    assert fix_command(text, add("--trust-remote-code"), "vllm", None, TINY).warnings == ()
