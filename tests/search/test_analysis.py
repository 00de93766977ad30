"""The words of an error."""

import pytest

from kb.core.errors import ErrorLine, ErrorReading
from kb.search.analysis import LONGEST_WORD, MOST_WORDS, query_words, signature_words, words

CASES = [
    ("CUDA error 802", {"cuda", "error", "802"}),
    ("torch.OutOfMemoryError", {"torch.outofmemoryerror", "torch", "outofmemoryerror",
                                "out", "of", "memory", "error"}),
    ("cudaGetDeviceCount()", {"cudagetdevicecount", "cuda", "get", "device", "count"}),
    ("--max-model-len", {"max-model-len", "max", "model", "len"}),
    ("sm_120 is not", {"sm_120", "sm", "120", "is", "not"}),
    ("__nvJitLinkAddData_12_1", {"nvjitlinkadddata_12_1", "nvjitlinkadddata", "12", "1",
                                 "nv", "jit", "link", "add", "data"}),
    ("tcp://", {"tcp"}),
    ("显存不足", {"显", "存", "不", "足", "显存", "存不", "不足"}),
    ("vLLM启动", {"vllm", "v", "llm", "启", "动", "启动"} - {"v"}),
    ("ＣＵＤＡ　ｅｒｒｏｒ", {"cuda", "error"}),
    ("Ｈ１００", {"h100"}),
    ("a b 7", {"7"}),
    ("Bfloat16 GPUs", {"bfloat16", "gpus"}),
    ("listGPUs", {"listgpus", "list", "gpus"}),
    ("", set()),
    ("!!! --- ...", set()),
    ("\ud800 \x00 ok", {"ok"}),
]  # fmt: skip


@pytest.mark.parametrize(("text", "expected"), CASES)
def test_words_are_whole_and_in_parts(text: str, expected: set[str]) -> None:
    assert set(words(text)) == expected


def test_placeholders_are_no_words() -> None:
    assert list(signature_words("pid <num> at <path>: No space")) == ["pid", "at", "no", "space"]


@pytest.mark.parametrize(
    "text", ["a" * (1 << 20), "a." * (1 << 19), "ﷺ" * 70_000, "显" * (1 << 20), "_" * (1 << 20)]
)
def test_a_mebibyte_of_one_word_is_cut(text: str) -> None:
    found = list(words(text))
    assert all(len(word) <= LONGEST_WORD for word in found)


def error(text: str, weight: float) -> ErrorLine:
    return ErrorLine(1, text, text, "other", weight)


def test_a_word_weighs_as_its_heaviest_line() -> None:
    reading = ErrorReading((error("cuda gone", 1.0), error("cuda lost", 3.0)), None)
    found = query_words(reading, ["cuda sentence"], trust=0.5)
    assert found == {"cuda": 3.0, "lost": 3.0, "gone": 1.0, "sentence": 0.5}


def test_two_hundred_thousand_words_ask_no_more_than_others() -> None:
    lines = tuple(error(" ".join(f"w{i}x{j}" for j in range(100)), 1.0) for i in range(2_000))
    assert len(query_words(ErrorReading(lines, None))) == MOST_WORDS
