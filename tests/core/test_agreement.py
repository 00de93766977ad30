"""When a line of a paste is the line of a sample."""

import pytest

from kb.core.agreement import KNOWN, Worded, agreement, statement, tells, told


def worded(line: str) -> Worded:
    return Worded(*(told(text.casefold().split()) for text in (line, statement(line))))


def agree(line: str, sample: str) -> float:
    return agreement(worded(line), worded(sample))


LORA = "valueerror: lora rank <num> is greater than max_lora_rank <num>"
CUDA = "unexpected error from cudagetdevicecount, did you call numcudadevices : error 802"
MEMORY = "free memory on device is less than desired gpu memory utilization"

SAME = [
    (LORA, LORA),
    (f"worker failed with {LORA} please check the stack trace", LORA),
    ("free memory on device xpu:0 is less than desired gpu memory utilization", MEMORY),
    ("unexpected error from cudagetdevicecount, did you call numcudadevices", CUDA),
    (
        "Cannot re-initialize CUDA in forked subprocess",
        "Cannot re-initialize CUDA in forked subprocess. To use CUDA with workers, call set_start.",
    ),
]
OTHER = [
    (CUDA.replace("802", "803"), CUDA),
    ("error", CUDA),
    ("runtimeerror: cuda error", CUDA),
    ("please run this with the error of the file", "the file is in error, please run this"),
    ("no available memory for the cache blocks", MEMORY),
    ("importerror: libcudart.so.12 cannot open shared object file",
     "importerror: libcudart.so.13 cannot open shared object file"),
    ("No available memory for the cache blocks. Try increasing gpu_memory_utilization when "
     "initializing the engine.",
     "The max seq len is larger than the tokens that fit. Try increasing gpu_memory_utilization "
     "when initializing the engine."),
    ("Unexpected error from cudagetdevicecount. Did you run some functions? Error 802",
     "Unexpected error from cudagetdevicecount. Did you run some functions? Error 803"),
    ("nothing alike", CUDA),
    ("A request needs more than the available memory of the cache. Try increasing"
     " gpu_memory_utilization when initializing the engine.",
     "No available memory for the cache blocks. Try increasing gpu_memory_utilization when"
     " initializing the engine."),
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


@pytest.mark.parametrize(
    ("line", "first"),
    [
        ("Bfloat16 needs capability of 8.0. Your T4 has 7.5.", "Bfloat16 needs capability of 8.0"),
        ("ValueError: LoRA rank is greater than allowed", "LoRA rank is greater than allowed"),
        (
            'raise ValueError("Rank is far too high. Lower it',
            'raise ValueError("Rank is far too high',
        ),
        ("KeyError: 'qwen2'", "KeyError: 'qwen2'"),
        ("ld: cannot find -lcuda", "ld: cannot find -lcuda"),
        ("No. This is all of it.", "No. This is all of it."),
        ("cannot open libcudart.so.12: no such file", "cannot open libcudart.so.12: no such file"),
        ("", ""),
    ],
)
def test_a_statement_is_the_first_sentence(line: str, first: str) -> None:
    assert statement(line) == first


def test_half_a_sample_is_not_the_whole_of_it():
    """What the other half says may be what tells it from another fault with this beginning."""
    begins = "llama runner process has terminated: exit status 0xc0000409"
    sample = f"{begins} error loading model: unable to allocate backend buffer"
    assert agree(begins, sample) < KNOWN
