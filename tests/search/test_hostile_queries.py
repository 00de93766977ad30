"""Bad input: bounded work, a clear answer, never an exception."""

import time

import pytest

from kb.core.articles import Article, Sample
from kb.core.errors import read_errors
from kb.core.text import read_lines
from kb.search.find import MOST_CANDIDATES, candidates_for
from kb.search.listing import look_up
from kb.search.query import parse
from kb.search.whoosh_index import WhooshIndex

MIB = 1 << 20
ARTICLE = Article(
    slug="nccl",
    title="NCCL fails without shared memory",
    errors=(Sample("ValueError: nccl failed"), Sample("ncclncclncclncclx: ValueError")),
    hints=("w1f w2f failed", "显存不足显存不足"),
)
HOSTILE = {
    "one word": "nccl" * (MIB // 4),
    "one word, spaced": "nccl " * (MIB // 5),
    "distinct words": " ".join(f"w{n:x}" for n in range(200_000)),
    "distinct error lines": "\n".join(f"ValueError: w{n:x} failed" for n in range(50_000)),
    "no line ends": "ValueError: bad " * (MIB // 16),
    "only prefixes": "vllm-1  | \n" * 90_000,
    "ligatures": "\ufdfa" * 300_000,
    "İ": "İ\n" * 300_000 + "ValueError: nccl failed",
    "combining": "e" + "\u0301" * MIB,
    "right to left": "\u202eValueError: nccl\u202c" * 1_000,
    "surrogates": "\ud800ValueError: nccl \udfff" * 1_000,
    "operators": 'engine:vllm -"x" ' * 60_000,
    "Chinese": "显存不足" * (MIB // 12),
    "nulls": "\x00ValueError: nccl\x00" * 1_000,
}
BUDGET = 6.0  # CPU seconds; about 1 is what reading a mebibyte of log takes on a busy machine


@pytest.mark.parametrize("paste", HOSTILE.values(), ids=HOSTILE)
def test_a_hostile_paste_is_answered(index: WhooshIndex, paste: str) -> None:
    start = time.process_time()
    lines = read_lines(paste)
    found = candidates_for(
        read_errors(lines), lines, index, lambda slugs: dict.fromkeys(slugs, ARTICLE)
    )
    assert len(found) <= MOST_CANDIDATES
    assert time.process_time() - start < BUDGET


@pytest.mark.parametrize("typed", HOSTILE.values(), ids=HOSTILE)
def test_a_hostile_search_is_answered(index: WhooshIndex, typed: str) -> None:
    start = time.process_time()
    look_up(parse(typed), index)
    index.suggest(typed)
    assert time.process_time() - start < 1.0
