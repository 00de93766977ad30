"""When a line of a paste is the line of a sample."""

import pytest

from kb.core.agreement import KNOWN, agreement, tells


def agree(line: str, sample: str) -> float:
    return agreement(*({w: tells(w) for w in t.casefold().split()} for t in (line, sample)))


LORA = "valueerror: lora rank <num> is greater than max_lora_rank <num>"
CUDA = "unexpected error from cudagetdevicecount, did you call numcudadevices : error 802"
MEMORY = "free memory on device is less than desired gpu memory utilization"

SAME = [
    (LORA, LORA),
    (f"worker failed with {LORA} please check the stack trace", LORA),
    ("free memory on device xpu:0 is less than desired gpu memory utilization", MEMORY),
    ("unexpected error from cudagetdevicecount, did you call numcudadevices", CUDA),
]
OTHER = [
    (CUDA.replace("802", "803"), CUDA),
    ("error", CUDA),
    ("runtimeerror: cuda error", CUDA),
    ("please run this with the error of the file", "the file is in error, please run this"),
    ("no available memory for the cache blocks", MEMORY),
    ("importerror: libcudart.so.12 cannot open shared object file",
     "importerror: libcudart.so.13 cannot open shared object file"),
    ("nothing alike", CUDA),
]  # fmt: skip


@pytest.mark.parametrize(("line", "sample"), SAME)
def test_a_line_with_more_less_or_other_values_is_known(line: str, sample: str) -> None:
    assert agree(line, sample) >= KNOWN
    assert agree(sample, line) >= KNOWN


@pytest.mark.parametrize(("line", "sample"), OTHER)
def test_common_words_and_other_codes_are_not(line: str, sample: str) -> None:
    assert agree(line, sample) < KNOWN
    assert agree(sample, line) < KNOWN


def test_nothing_shared_is_nothing() -> None:
    assert agree("", CUDA) == agree(CUDA, "") == agree("apples", "pears") == 0.0


@pytest.mark.parametrize(
    ("less", "more"),
    [("the", "memory"), ("it", "nccl"), ("memory", "cudagetdevicecount"), ("rank", "h100"),
     ("显", "显存"), ("torch.cuda", "fp8e4nv"), ("runtimeerror", "prequant")],
)  # fmt: skip
def test_an_identifier_tells_more_than_a_word(less: str, more: str) -> None:
    assert tells(less) < tells(more)
