"""Articles by the number: words, errors and environments of their own, a few lines shared by many,
as in a real library."""

from __future__ import annotations

import random
from pathlib import Path

from kb.env import ROOT
from tests.wiki.texts import source, write

_SYLLABLES = ("ka", "lor", "min", "tes", "vex", "qua", "dro", "pil", "zen", "hub", "arm", "ox")
_SHARED = (
    "RuntimeError: CUDA error: an illegal memory access was encountered",
    "RuntimeError: Engine core initialization failed. See root cause above.",
    "torch.OutOfMemoryError: CUDA out of memory. Tried to allocate 2.00 GiB",
)
ENGINES = ("vllm", "sglang", "llamacpp", "ollama", "tgi")
SYMPTOMS = ("crash", "hang", "slow", "garbage", "http-5xx")
STAGES = ("start-up", "install", "first-request", "under-load")
_QUANTIZATIONS = ("fp8", "awq", "gptq", "none")


def line_of(number: int) -> str:
    """The error line of an article, as it is told again with other numbers."""
    pick = random.Random(number)
    first, second, third = ("".join(pick.choices(_SYLLABLES, k=3)) for _ in range(3))
    return f"{first.title()}Error: {second} {number} of rank 3 is not {third} ({first}_{second})"


def library(folder: Path, count: int) -> Path:
    """A folder for KB_ARTICLES_DIR with `count` articles, `fault-0` and on."""
    for number in range(count):
        write(folder, f"topic-{number % 12}/fault-{number}.md", _article(number))
    for shared in ("_facts.yaml", "_flags"):
        (folder / shared).symlink_to(ROOT / "articles" / shared)
    return folder


def _article(number: int) -> str:
    pick = random.Random(-number)
    error = pick.choice(_SHARED) if pick.random() < 0.1 else line_of(number)
    said = " ".join("".join(pick.choices(_SYLLABLES, k=2)) for _ in range(60))
    text = source(
        f"Fault {number} of {said[:40]}", error, engine=pick.choice(ENGINES), summary=said
    )
    text = text.replace("symptom: crash", f"symptom: {pick.choice(SYMPTOMS)}")
    text = text.replace("stage: start-up", f"stage: {pick.choice(STAGES)}")
    return text.replace("quantization: fp8", f"quantization: {pick.choice(_QUANTIZATIONS)}")
