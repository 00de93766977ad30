"""Which words are asked and what they may cost."""

from array import array

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kb.search.index import SearchDocument
from kb.search.scoring import (
    LARGEST_BUDGET,
    MOST_TERMS,
    Asked,
    best,
    highest,
    impacts,
    rarity,
    select,
)

COUNT = 100_000


def chosen(
    frequencies: dict[str, int], weights: dict[str, float] | None = None, count: int = COUNT
) -> list[str]:
    terms = weights or dict.fromkeys(frequencies, 1.0)
    return [word for word, _ in select(terms, frequencies.__getitem__, count)]


def test_the_rarest_come_first_and_unknown_ones_not_at_all() -> None:
    assert chosen({"common": 900, "rare": 2, "nobody": 0, "some": 40}) == ["rare", "some", "common"]


def test_a_heavy_line_goes_before_a_rare_word_of_a_light_one() -> None:
    assert chosen({"heavy": 500, "light": 2}, {"heavy": 3.0, "light": 0.3}) == ["heavy", "light"]


def test_no_more_words_than_the_most() -> None:
    assert len(chosen({f"w{i}": 1 for i in range(500)})) == MOST_TERMS


@pytest.mark.parametrize("often", [100, 1_000, 9_000])
def test_the_lists_stay_in_the_budget(often: int) -> None:
    frequencies = {f"w{i}": often + i for i in range(300)}
    assert sum(frequencies[word] for word in chosen(frequencies)) <= LARGEST_BUDGET


def test_a_word_over_the_budget_is_asked_when_it_is_the_only_one() -> None:
    assert chosen({"the": 99_000}) == ["the"]


@pytest.mark.parametrize(
    ("count", "frequencies", "asked"),
    [
        (1_000, {"is": 900, "rare": 1}, ["rare"]),
        (1_000, {"most": 800, "rare": 1}, ["rare", "most"]),
        (1_000, {"is": 900, "not": 1_000}, ["is", "not"]),
        (10, {"family": 10, "rare": 1}, ["rare", "family"]),
    ],
)
def test_a_word_that_nearly_all_have_is_asked_where_there_is_no_other(
    count: int, frequencies: dict[str, int], asked: list[str]
) -> None:
    assert chosen(frequencies, count=count) == asked


def test_rarity_is_never_negative() -> None:
    assert 0 < rarity(100, 100) < rarity(50, 100) < rarity(0, 100)


def test_a_title_weighs_more_than_a_body_and_a_repeat_saturates() -> None:
    document = SearchDocument("a", "a", title="nccl", body="shm " + "noise " * 50)
    weights = impacts(document)
    assert 0 < weights["shm"] < weights["nccl"] < weights["noise"] < 1


@given(st.dictionaries(st.integers(0, 50), st.sampled_from([0.25, 0.5, 1.0])), st.integers(1, 60))
def test_the_highest_come_in_order_and_the_older_first(
    scores: dict[int, float], limit: int
) -> None:
    ordered = sorted(scores.items(), key=lambda each: (-each[1], each[0]))
    assert highest(scores, limit) == ordered[:limit]


def lists_of(weights: list[dict[int, float]]) -> list[Asked]:
    """A word's documents → its list, the first word worth most."""
    ordered = [sorted(each.items()) for each in weights]
    return [
        ((array("I", (n for n, _ in each)), array("f", (w for _, w in each))), 1.0 / 2**at)
        for at, each in enumerate(ordered)
    ]


@given(
    st.lists(
        st.dictionaries(st.integers(0, 400), st.sampled_from([0.25, 0.5, 1.0]), max_size=200),
        max_size=5,
    ),
    st.integers(1, 20),
    st.integers(1, 40),
)
def test_the_best_that_are_left_are_those_of_all(
    weights: list[dict[int, float]], limit: int, step: int
) -> None:
    total: dict[int, float] = {}
    for at, each in enumerate(weights):
        for number, weight in each.items():
            total[number] = total.get(number, 0.0) + weight / 2**at
    left = [each for each in highest(total, len(total)) if each[0] % step == 0]
    found = best(lists_of(weights), limit, lambda numbers: {n for n in numbers if n % step == 0})
    assert found == left[:limit]
    assert best(lists_of(weights), limit) == highest(total, limit)
