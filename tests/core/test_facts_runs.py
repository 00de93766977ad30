"""Several servers or attempts in one text: whose facts count."""

import pytest

from kb.core.facts import Fact, Scope, read_run
from kb.core.text import read_lines
from tests.core.vocabulary import VOCABULARY

OLD = "INFO 05-01 10:00:00 [core.py:58] Initializing a V1 LLM engine (v0.9.1) with config: model='org/A-7B', tensor_parallel_size=1, enforce_eager=True, quantization=fp8,"  # noqa: E501
NEW = "INFO 05-01 11:00:00 [core.py:58] Initializing a V1 LLM engine (v0.10.2) with config: model='org/B-7B', tensor_parallel_size=4, enforce_eager=False, quantization=None,"  # noqa: E501
AGAIN = NEW.replace("11:00", "12:00")
SGLANG = "[2025-05-02 10:26:20] server_args=ServerArgs(model_path='org/C-7B', tp_size=8, attention_backend='fa3')"  # noqa: E501
GIN = '[GIN] 2025/05/01 - 10:00:00 | 200 |  1.2ms |  127.0.0.1 | POST     "/api/chat"'
CALM = "INFO 05-01 11:00:01 [loggers.py:1] Engine 000: running"
CPU = "INFO 05-01 09:00:00 [__init__.py:1] Automatically detected platform cpu."
ERROR = "ERROR 05-01 11:00:09 [core.py:900] ValueError: no"
PROSE = "We run it on 2x H100."


def read(*rows: str) -> tuple[dict[str, Fact], Scope]:
    return read_run(read_lines("\n".join(rows)), VOCABULARY, rows.index(ERROR) + 1)


def firm(*rows: str) -> dict[str, str | None]:
    facts, _ = read(*rows)
    return {name: fact.value for name, fact in facts.items() if fact.how != "estimated"}


@pytest.mark.parametrize(
    "rows",
    [
        (NEW, CALM, ERROR),
        (NEW, CALM, AGAIN, ERROR),
        (PROSE, NEW, ERROR, GIN.replace("[GIN] 2025/", "GET 2025/")),
        (ERROR,),
    ],
)
def test_where_one_server_speaks_all_of_it_counts(rows: tuple[str, ...]) -> None:
    assert read(*rows)[1] == Scope()


@pytest.mark.parametrize(
    ("rows", "model", "tensor_parallel"),
    [
        ((OLD, CALM, NEW, CALM, ERROR), "org/B-7B", "4"),
        ((NEW, CALM, OLD, CALM, ERROR), "org/A-7B", "1"),
        ((OLD, CALM, ERROR, NEW, CALM), "org/A-7B", "1"),
        ((NEW, CALM, OLD, CALM, AGAIN, ERROR), "org/B-7B", "4"),
    ],
)
def test_of_several_attempts_that_of_the_error_counts(
    rows: tuple[str, ...], model: str, tensor_parallel: str
) -> None:
    facts = firm(*rows)
    assert (facts["model"], facts["tensor_parallel"]) == (model, tensor_parallel)


def test_what_is_written_above_the_attempts_counts() -> None:
    assert firm(PROSE, OLD, CALM, NEW, ERROR)["gpu"] == "H100"


@pytest.mark.parametrize(
    "rows",
    [
        (SGLANG, CPU, GIN, NEW, CALM, GIN, CALM, ERROR, GIN),
        (NEW, CPU, SGLANG, GIN, CALM, ERROR),
        (CPU, GIN, ERROR, CALM, NEW, SGLANG),
    ],
)
def test_among_several_servers_only_the_lines_beside_the_error_count(
    rows: tuple[str, ...],
) -> None:
    facts = firm(*rows)
    assert not {"model", "tensor_parallel", "accelerator", "attention_backend"} & set(facts)
    assert facts["engine"] == "vllm"


def test_what_is_put_aside_is_shown_as_an_estimate() -> None:
    facts, _ = read(SGLANG, GIN, NEW, GIN, ERROR)
    assert facts["model"].how == "estimated"
    assert set(facts["model"].candidates) == {"org/C-7B", "org/B-7B"}


def test_a_start_beside_the_error_counts_among_several_servers() -> None:
    facts = firm(SGLANG, GIN, NEW, CALM, ERROR, GIN)
    assert (facts["model"], facts["vllm"]) == ("org/B-7B", "0.10.2")


def test_a_person_s_words_above_all_servers_count() -> None:
    assert firm(PROSE, SGLANG, GIN, NEW, GIN, ERROR)["gpu_count"] == "2"
