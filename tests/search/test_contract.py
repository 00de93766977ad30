"""What every engine must do, whichever keeps the posting lists."""

from dataclasses import replace
from pathlib import Path

import pytest

from kb.search.index import Narrowing
from kb.search.whoosh_index import WhooshIndex
from tests.search.conftest import CHINESE, DRIVER, NCCL, Rebuilt


def ask(index: Rebuilt, text: str, narrowing: Narrowing | None = None) -> list[str]:
    terms = dict.fromkeys(text.split(), 1.0)
    return [hit.slug for hit in index.candidates(terms, narrowing=narrowing or Narrowing())]


@pytest.mark.parametrize(
    ("text", "slugs"),
    [
        ("nccl unhandled", ["nccl-shm", "nccl-shm-zh"]),
        ("803", ["cuda-803"]),
        ("cudagetdevicecount", ["cuda-803"]),
        ("内存", ["nccl-shm-zh"]),
        ("共", ["nccl-shm-zh"]),
        ("nothing-has-this", []),
        ("", []),
    ],
)
def test_candidates_have_what_was_asked(index: Rebuilt, text: str, slugs: list[str]) -> None:
    assert ask(index, text) == slugs


def test_a_hit_is_a_card_with_a_share(index: Rebuilt) -> None:
    (hit,) = index.candidates({"803": 2.0, "nothing": 1.0})
    assert (hit.group, hit.topic, hit.title) == (DRIVER.group, DRIVER.topic, DRIVER.title)
    assert 0 < hit.score <= 1
    assert hit.facets == DRIVER.facets


def test_a_translation_is_of_its_originals_group(index: Rebuilt) -> None:
    assert {hit.group for hit in index.candidates({"nccl": 1.0})} == {"nccl-shm"}


@pytest.mark.parametrize(
    ("narrowing", "slugs"),
    [
        (Narrowing(only={"engine": ("vllm",)}), {"nccl-shm", "cuda-803"}),
        (Narrowing(only={"engine": ("SGLang", "tgi")}), {"cuda-803"}),
        (Narrowing(only={"engine": ("vllm",), "state": ("published",)}), {"nccl-shm"}),
        (Narrowing(only={"topic": ("gpu", "nccl")}, never={"language": ("zh",)}),
         {"nccl-shm", "cuda-803"}),
        (Narrowing(only={"audience": ("",)}), {"nccl-shm"}),
        (Narrowing(only={"engine": ("nobody",)}), set()),
        (Narrowing(needed=("error", "803")), {"cuda-803"}),
        (Narrowing(unwanted=("nccl",)), {"cuda-803"}),
    ],
)  # fmt: skip
def test_narrowing_leaves_what_it_says(
    index: Rebuilt, narrowing: Narrowing, slugs: set[str]
) -> None:
    assert {hit.slug for hit in index.candidates({}, narrowing=narrowing)} == slugs
    asked = index.candidates({"error": 1.0, "nccl": 1.0}, narrowing=narrowing)
    assert {hit.slug for hit in asked} == slugs


def test_fingerprints_name_all_that_have_them(index: Rebuilt) -> None:
    found = index.fingerprints(["aaaa", "bbbb", "cccc"])
    assert found == {"aaaa": ("nccl-shm", "cuda-803"), "bbbb": ("nccl-shm",)}


@pytest.mark.parametrize(
    ("typed", "first"),
    [("cudaGetDev", "cuda-803"), ("NCCL fai", "nccl-shm"), ("共享内", "nccl-shm-zh"),
     ("Error 80", "cuda-803")],
)  # fmt: skip
def test_suggest_takes_an_unfinished_word(index: Rebuilt, typed: str, first: str) -> None:
    assert index.suggest(typed)[0].slug == first


@pytest.mark.parametrize("typed", ["", " ", "*", "a" * 10_000, "\x00", "\ud800", "(((", "%"])
def test_suggest_takes_anything(index: Rebuilt, typed: str) -> None:
    assert isinstance(index.suggest(typed), tuple)


def test_an_update_replaces_adds_and_removes(index: Rebuilt) -> None:
    before = index.generation
    index.update([replace(NCCL, title="Renamed", errors=("quicksand",))], removed=["cuda-803"])
    assert index.generation != before
    assert index.slugs() == {"nccl-shm", "nccl-shm-zh"}
    assert index.count == 2
    assert ask(index, "quicksand") == ["nccl-shm"]
    assert ask(index, "803") == ask(index, "unhandled") == []
    assert index.fingerprints(["aaaa"]) == {"aaaa": ("nccl-shm",)}
    assert ask(index, "", Narrowing(only={"engine": ("sglang",)})) == []


def test_the_last_of_a_slug_in_a_batch_counts(index: Rebuilt) -> None:
    index.update([replace(NCCL, title="first"), replace(NCCL, title="second")])
    assert [hit.title for hit in index.candidates({"unhandled": 1.0})] == ["second"]
    assert index.count == 3


def test_a_rebuild_forgets_what_was_there(index: Rebuilt) -> None:
    before = index.generation
    index.rebuild([CHINESE])
    assert index.slugs() == {"nccl-shm-zh"}
    assert index.generation != before
    index.rebuild([])
    assert (index.count, ask(index, "nccl"), index.slugs()) == (0, [], frozenset())


def test_rarity_falls_with_frequency(index: Rebuilt) -> None:
    rarity = index.rarity(["nccl", "803", "nobody-has-it"])
    assert 0 < rarity["nccl"] < rarity["803"] < rarity["nobody-has-it"]


def test_an_index_in_memory_leaves_nothing_in_the_temporary_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    made = WhooshIndex()
    made.rebuild([NCCL, DRIVER])
    made.update([CHINESE])
    assert made.count == 3
    assert list(tmp_path.iterdir()) == []


def test_several_queries_in_one_go_find_what_each_finds_alone(index: Rebuilt) -> None:
    queries = [({"nccl": 1.0}, 5), ({"nothing": 1.0}, 5), ({"error": 1.0, "803": 2.0}, 1)]
    alone = [index.candidates(terms, limit) for terms, limit in queries]
    together = index.candidates_each(queries)
    assert [[hit.slug for hit in hits] for hits in together] == [
        [hit.slug for hit in hits] for hits in alone
    ]
    assert [len(hits) for hits in together] == [2, 0, 1]
    assert index.candidates_each([]) == ()


def test_one_of_a_thousand_is_found_by_what_it_alone_has(index: Rebuilt) -> None:
    """Whether a narrowing leaves few or many of those that have the words."""
    many = [
        replace(NCCL, slug=f"like-{n}", group=f"like-{n}", facets={"engine": (f"e{n % 100}",)})
        for n in range(1_000)
    ]
    index.update(many)
    terms = {"nccl": 1.0}
    few = Narrowing(only={"engine": ("e99",)}, unwanted=("nobody",))
    assert {hit.slug for hit in index.candidates(terms, 50, few)} == {
        f"like-{n}" for n in range(99, 1_000, 100)
    }
    most = Narrowing(never={"engine": tuple(f"e{n}" for n in range(99))})
    assert len(index.candidates(terms, 5, most)) == 5
    assert index.candidates(terms, 5, Narrowing(only={"engine": ("e1",), "topic": ("no",)})) == ()
