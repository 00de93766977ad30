"""Segments are read where they lie, and as a file is read."""

import io
import tracemalloc
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kb.search import whoosh_files
from kb.search.index import IndexDamaged, SearchDocument
from kb.search.whoosh_files import _Reading
from kb.search.whoosh_index import WhooshIndex

STEPS = st.one_of(
    st.tuples(st.just("read"), st.integers(-1, 400)),
    st.tuples(st.just("readline")),
    st.tuples(st.just("seek"), st.integers(0, 500)),
    st.tuples(st.just("seek"), st.integers(-20, 0), st.just(2)),
    st.tuples(st.just("tell")),
)


@given(st.lists(st.sampled_from([b"\n", b"a", b"b" * 150]), min_size=20), st.lists(STEPS))
def test_a_part_reads_as_a_file(pieces: list[bytes], steps: list[tuple[str, *tuple[int]]]) -> None:
    whole = b"".join(pieces)
    ours, theirs = _Reading(memoryview(whole)), io.BytesIO(whole)
    for name, *values in steps:
        assert getattr(ours, name)(*values) == getattr(theirs, name)(*values)


def test_opening_a_large_segment_copies_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(whoosh_files, "SMALL", 0)
    texts = (" ".join(f"w{n * k % 99_991}" for k in range(1, 200)) for n in range(500))
    WhooshIndex(tmp_path / "index").rebuild(
        SearchDocument(f"d{n}", f"d{n}", title=f"No {n}", body=text) for n, text in enumerate(texts)
    )
    size = sum(path.stat().st_size for path in tmp_path.rglob("*.seg"))
    tracemalloc.start()
    try:
        found = WhooshIndex(tmp_path / "index").candidates({"w77": 1.0}, 1)
        held = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert found
    assert held < size / 2


def test_a_small_segment_answers_on_when_its_file_is_damaged(tmp_path: Path) -> None:
    index = WhooshIndex(tmp_path / "index")
    index.rebuild([SearchDocument("a", "a", title="The frobnicator breaks")])
    assert index.candidates({"breaks": 1.0})
    for path in tmp_path.rglob("*.seg"):
        path.write_bytes(b"damaged")
    assert index.candidates({"frobnicator": 1.0})
    with pytest.raises(IndexDamaged):
        WhooshIndex(tmp_path / "index").candidates({"frobnicator": 1.0})
