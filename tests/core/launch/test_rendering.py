"""A command in another form says the same."""

# ruff: noqa: E501  (a row is one command)

import pytest

from kb.core.launch import LaunchError, LaunchQuestion, build, parse_command, to_form
from tests.core.launch.tiny import TINY

COMMANDS = [
    "vllm serve a/b --port 8001 --enforce-eager",
    "A='x y' vllm serve 'a b' --served-model-name m n --dtype=auto",
    "vllm serve a/b --limit-mm-per-prompt '{\"image\": 4}' --no-enable-prefix-caching",
    'HF_TOKEN=$HF_TOKEN vllm serve a/b --served-model-name "it\'s" --max-model-len 32k',
    "docker run -e B=1 vllm/vllm-openai:v0.9.0 --model m --trust-remote-code -tp 2",
    "vllm serve a/b --served-model-name yes --dtype 1e3 --tokenizer-mode 'a: b # c'",
]


@pytest.mark.parametrize("form", ["shell", "docker", "compose", "kubernetes"])
@pytest.mark.parametrize("text", COMMANDS)
def test_each_form_parses_to_the_same_flags(text: str, form: str) -> None:
    command = parse_command(text, "vllm", None, TINY)
    again = parse_command(to_form(command, form), "vllm", None, TINY)
    assert (again.model, _said(again.flags)) == (command.model, _said(command.flags))
    assert _env(again.env) == _env(command.env)


def _said(flags: object) -> dict[str, object]:
    return {flag: value for flag, value in dict(flags).items() if flag != "--model"}  # type: ignore[call-overload]


def _env(env: object) -> dict[str, str]:
    return {name: value.replace("$(", "$").rstrip(")") for name, value in dict(env).items()}  # type: ignore[call-overload]


def test_the_config_file_has_the_flags_as_keys() -> None:
    command = parse_command(
        "vllm serve a/b --port 80 --enforce-eager --dtype auto", "vllm", None, TINY
    )
    assert to_form(command, "config") == "model: a/b\nport: 80\nenforce-eager: true\ndtype: auto\n"


def test_what_the_shell_computes_is_asked_for() -> None:
    command = parse_command("vllm serve a/b --port $(port)", "vllm", None, TINY)
    with pytest.raises(LaunchQuestion):
        to_form(command, "compose")


def test_an_unknown_form_is_refused() -> None:
    with pytest.raises(LaunchError):
        to_form(parse_command("vllm serve m", None, None, TINY), "abacus")


BUILT = [
    ("vllm", {"model": "a/b", "tensor_parallel": "2", "port": "81"}, "vllm serve a/b --tensor-parallel-size 2 --port 81"),
    ("vllm", {"model": "a/b", "tensor_parallel": "1"}, "vllm serve a/b"),
    ("llamacpp", {"model": "a/b-GGUF:Q4_K_M", "port": "81"}, "llama-server -hf a/b-GGUF:Q4_K_M --port 81"),
    ("llamacpp", {"model": "models/b.gguf"}, "llama-server -m models/b.gguf"),
    ("sglang", {"model": "a/b", "tensor_parallel": "2"}, "python3 -m sglang.launch_server --model-path a/b --tp-size 2"),
]  # fmt: skip


@pytest.mark.parametrize(("engine", "facts", "wanted"), BUILT)
def test_a_command_is_built_of_facts(engine: str, facts: dict[str, str], wanted: str) -> None:
    assert to_form(build(engine, facts), "shell") == wanted


@pytest.mark.parametrize("facts", [{}, {"model": "a; rm b"}, {"model": "a\nb"}])
def test_without_a_plain_model_nothing_is_built(facts: dict[str, str]) -> None:
    with pytest.raises(LaunchError):
        build("vllm", facts)
