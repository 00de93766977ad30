"""What the search page lists."""

from kb.search.index import Narrowing
from kb.search.listing import counts, look_up
from kb.search.query import parse
from kb.search.whoosh_index import WhooshIndex


def listed(index: WhooshIndex, text: str, language: str = "") -> list[str]:
    return [hit.slug for hit in look_up(parse(text), index, language=language).hits]


def test_a_fault_is_listed_once_in_the_readers_language(index: WhooshIndex) -> None:
    assert listed(index, "nccl") == ["nccl-shm"]
    assert listed(index, "nccl", "zh") == ["nccl-shm-zh"]
    assert listed(index, "nccl", "fr") == ["nccl-shm"]


def test_operators_alone_list_what_they_leave(index: WhooshIndex) -> None:
    assert listed(index, "engine:sglang") == ["cuda-803"]


def test_unwanted_words_leave(index: WhooshIndex) -> None:
    assert listed(index, "error nccl -driver") == ["nccl-shm"]


def test_empty_handed_it_drops_the_demands_and_says_so(index: WhooshIndex) -> None:
    found = look_up(parse("803 engine:ollama"), index)
    assert ([hit.slug for hit in found.hits], found.loosened) == (["cuda-803"], True)
    assert not look_up(parse("quicksand engine:ollama"), index).loosened


def test_what_a_reader_may_not_see_is_never_loosened(index: WhooshIndex) -> None:
    public = Narrowing(only={"audience": ("",)})
    assert look_up(parse("803 engine:ollama"), index, also=public).hits == ()
    assert look_up(parse("audience:ops 803"), index, also=public).hits == ()


def test_facets_count_what_is_listed(index: WhooshIndex) -> None:
    facets = counts(look_up(parse("error nccl"), index).hits)
    assert facets["engine"] == {"vllm": 2, "sglang": 1}
    assert facets["topic"] == {"nccl": 1, "gpu": 1}
