"""Threads of one process ask one index at once, before anything of it is kept."""

import random
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from kb.search.index import Hit, SearchDocument
from kb.search.whoosh_index import WhooshIndex

WORDS = [f"word{n}x" for n in range(200)]


@pytest.fixture
def switching() -> Iterator[None]:
    """Threads take turns as often as they can: what is rare elsewhere happens here each time."""
    usual = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    yield
    sys.setswitchinterval(usual)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """An index of 600 documents, each with a third of the words."""
    pick = random.Random(1)
    texts = [" ".join(pick.sample(WORDS, 66)) for _ in range(600)]
    WhooshIndex(tmp_path / "index").rebuild(
        SearchDocument(f"d{n}", f"d{n}", title=f"No {n}", body=text) for n, text in enumerate(texts)
    )
    return tmp_path / "index"


def asked(index: WhooshIndex, words: list[str]) -> dict[str, tuple[Hit, ...]]:
    return {word: index.candidates({word: 1.0}, 5) for word in words}


def test_each_gets_what_it_would_alone(folder: Path, switching: None) -> None:
    alone = asked(WhooshIndex(folder), WORDS)
    orders = [random.Random(thread).sample(WORDS, len(WORDS)) for thread in range(4)]
    for _ in range(4):
        index = WhooshIndex(folder)
        with ThreadPoolExecutor(4) as threads:
            together = list(threads.map(asked, [index] * 4, orders))
        assert together == [alone] * 4
