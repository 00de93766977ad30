"""What a person says, apart from what a machine prints."""

import pytest

from kb.core.errors import ErrorLine, ErrorReading
from kb.core.text import Line
from kb.search.prose import MOST_SENTENCES, is_sentence, sentences

NOTHING = ErrorReading((), None)
ROOT = ErrorLine(1, "ValueError: no", "ValueError: no", "root", 3.0)
BROKEN = ErrorReading((ROOT,), ROOT)

SAID = [
    "The server starts but every answer is only exclamation marks",
    "two cards hang, a single card is fine and it works with one GPU",
    "服务启动后返回内容全是感叹号",
    "起動しなくなりました",
]
PRINTED = [
    "Loading safetensors checkpoint shards: 50% Completed",
    "torch                 2.6.0+cu124",
    "vllm serve Qwen/Qwen3-8B --tensor-parallel-size 2",
    "",
    "GPU 0: NVIDIA H100 80GB HBM3",
    "(EngineCore pid=7) INFO 07-19 the block is not there and it is in use",
]


@pytest.mark.parametrize("text", SAID)
def test_a_person_says(text: str) -> None:
    assert is_sentence(text)


@pytest.mark.parametrize("text", PRINTED)
def test_a_machine_prints(text: str) -> None:
    assert not is_sentence(text)


def lines(*texts: str) -> list[Line]:
    return [Line(number, text, text) for number, text in enumerate(texts, 1)]


def test_a_line_with_a_level_is_a_log_line() -> None:
    line = Line(1, SAID[0], SAID[0], level="info")
    assert sentences([line], NOTHING) == ()


def test_beside_an_error_the_error_is_not_asked_twice() -> None:
    found = sentences(lines("ValueError: no, it is not", SAID[0]), BROKEN)
    assert [line.number for line in found] == [2]


def test_in_a_long_log_with_an_error_only_foreign_sentences_count() -> None:
    found = sentences(lines("ValueError: no", *[SAID[0]] * 90, SAID[2]), BROKEN)
    assert [line.text for line in found] == [SAID[2]]


def test_in_a_long_english_log_the_person_is_who_asks_in_chinese() -> None:
    chatter = [f"there is no need for it to be in the log {number}" for number in range(60)]
    found = sentences(lines(*chatter, SAID[2]), NOTHING)
    assert [line.text for line in found] == [SAID[2]]


def test_a_sentence_is_asked_once_and_no_more_than_the_most() -> None:
    assert len(sentences(lines(*SAID[:1] * 30), NOTHING)) == 1
    many = (f"{SAID[1]} as in try {number}" for number in range(90))
    assert len(sentences(lines(*many), NOTHING)) == MOST_SENTENCES


def test_in_a_long_log_without_an_error_only_long_sentences_count() -> None:
    chatter = ["FlashInfer is not available, falling back to native sampling"] * 60
    found = sentences(lines(*chatter[:50], SAID[1], *chatter), NOTHING)
    assert [line.text for line in found] == [SAID[1]]


WHEEL = "pip install flash_attn-2.7.4+cu12torch2.6cxx11abiTRUE-cp312-cp312-linux_x86_64.whl"


def test_what_was_installed_is_asked_of_a_log_without_an_error() -> None:
    log = [f"Loading shard {number}" for number in range(60)]
    found = sentences(lines(*log, f"$ {WHEEL}", WHEEL, f"$ {WHEEL}"), NOTHING)
    assert [line.text for line in found] == [f"$ {WHEEL}", WHEEL]
    assert sentences(lines(*log, WHEEL), BROKEN) == ()


def test_a_lone_command_is_asked_as_it_is() -> None:
    assert [line.text for line in sentences(lines(PRINTED[2]), NOTHING)] == [PRINTED[2]]
    assert sentences(lines(*[PRINTED[0]] * 100), NOTHING) == ()
