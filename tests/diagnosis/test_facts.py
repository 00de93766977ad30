"""The facts of a text, with those of the launch commands in it."""

import pytest

from kb.diagnosis.facts import facts_in, facts_of
from tests.core.vocabulary import VOCABULARY

POD = """\
      containers:
      - name: server
        image: vllm/vllm-openai:v0.9.2
        args: ["--model", "Qwen/Qwen3-8B", "--max-model-len", "8192"]
"""
CASES = [
    ("vllm serve Qwen/Qwen3-8B \\\n  -tp 2 --max-model-len 16k", "max_model_len", "16000", 2),
    ("hello\nvllm serve a/b-7B --enforce-eager", "compilation", "disabled", 2),
    ("python -m sglang.launch_server --model-path a/b-7B --tp 4", "tensor_parallel", "4", 1),
    ("docker run vllm/vllm-openai:v0.9.2 --model a/b-7B", "vllm", "0.9.2", 1),
    ("llama-server -m x.gguf -c 4096", "max_model_len", "4096", 1),
    (POD, "model", "Qwen/Qwen3-8B", 4),
    (POD, "platform", "kubernetes", 2),
]  # fmt: skip


@pytest.mark.parametrize(("text", "name", "value", "line"), CASES)
def test_a_command_states_facts_where_it_stands(
    text: str, name: str, value: str, line: int
) -> None:
    fact = facts_in(text, VOCABULARY, {})[name]
    assert (fact.value, fact.how, fact.line) == (value, "stated", line)


def test_two_commands_that_differ_are_both_kept() -> None:
    text = "vllm serve a/b-7B -tp 2\n\nthen\n\nvllm serve a/b-7B -tp 4\n"
    fact = facts_in(text, VOCABULARY, {})["tensor_parallel"]
    assert (fact.value, fact.candidates) == (None, ("2", "4"))


@pytest.mark.parametrize(
    "text",
    [
        "# vllm serve a/b-7B -tp 2",
        "vllm bench serve --model a/b-7B",
        "usage: vllm serve [options] --tensor-parallel-size TENSOR_PARALLEL_SIZE",
    ],
)
def test_what_starts_no_server_states_nothing(text: str) -> None:
    assert not {"model", "tensor_parallel"} & set(facts_in(text, VOCABULARY, {}))


def test_a_whole_command_in_one_argument_is_no_model() -> None:
    text = '- name: a\n  image: vllm/vllm-openai:v0.9.2\n  command: ["vllm serve a/b-7B -tp 2"]\n'
    model = facts_in(text, VOCABULARY, {}).get("model")
    assert model is None or model.value == "a/b-7B"


@pytest.mark.parametrize("run", ["docker run vllm/vllm-openai:v0.9.2 /bin/bash", "vllm serve ."])
def test_a_shell_and_a_folder_are_no_model(run: str) -> None:
    assert "model" not in facts_in(run, VOCABULARY, {})


def test_what_an_absent_flag_implies_is_not_printed() -> None:
    told = facts_of("vllm serve a/b-7B --port 8000", VOCABULARY, {})["facts"]
    assert set(told) == {"engine", "model", "quantization"}
    assert told["quantization"]["how"] == "estimated"


def test_a_path_keeps_its_model_and_loses_its_owner() -> None:
    text = "vllm serve /home/bob/.cache/models--a--b-7B/snapshots/1 --port 80"
    assert facts_in(text, VOCABULARY, {})["model"].value == "a/b-7B"
    told = facts_of("vllm serve /home/bob/b-7B --port 80", VOCABULARY, {})["facts"]
    assert "bob" not in str(told)
