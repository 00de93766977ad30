"""Every parser of core over any text: an answer or an error of its own, in bounded time.

The short form runs a few hundred texts; the long one thousands, and all that fuzzing found
(tests/safety/fuzzing.py): what once broke something, and what reaches each part of the code."""

from __future__ import annotations

import time
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.safety.fuzzing import DRIVEN, FUZZ, kept, text_of
from tests.safety.parsers import PARSERS, PIECES

TEXTS = st.lists(st.sampled_from(PIECES) | st.text(max_size=12), max_size=24).map("".join)


@pytest.mark.parametrize("name", PARSERS)
@settings(max_examples=30, deadline=None, suppress_health_check=list(HealthCheck))
@given(text=TEXTS)
def test_any_text(name: str, text: str) -> None:
    PARSERS[name](text)


@pytest.mark.long
@pytest.mark.parametrize("name", PARSERS)
@settings(max_examples=3000, deadline=None, suppress_health_check=list(HealthCheck))
@given(text=TEXTS)
def test_any_text_for_long(name: str, text: str) -> None:
    PARSERS[name](text)


@pytest.mark.long
@pytest.mark.parametrize("name", PARSERS)
@settings(max_examples=60, deadline=None, suppress_health_check=list(HealthCheck))
@given(piece=st.lists(st.sampled_from(PIECES), min_size=1, max_size=4).map("".join))
def test_a_repeated_piece_is_bounded(name: str, piece: str) -> None:
    text = (piece * (64_000 // len(piece)))[:64_000]
    before = time.process_time()
    PARSERS[name](text)
    assert time.process_time() - before < 10


@pytest.mark.parametrize("path", sorted(FUZZ.glob("*.bin")), ids=lambda path: path.name)
def test_what_once_broke(path: Path) -> None:
    for parser in PARSERS.values():
        parser(text_of(path.read_bytes()))


@pytest.mark.parametrize("step", [20, pytest.param(1, marks=pytest.mark.long)])
@pytest.mark.parametrize("name", DRIVEN)
def test_what_fuzzing_kept(name: str, step: int) -> None:
    """Texts that each reach something that none before them did."""
    texts = kept(name)
    assert len(texts) > 100
    for text in texts[::step]:
        for parser in DRIVEN[name]:
            PARSERS[parser](text)
