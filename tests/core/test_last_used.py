"""What is kept in memory: the last used, within its bounds, whatever threads do."""

from concurrent.futures import ThreadPoolExecutor

import pytest

from kb.core.last_used import LastUsed


@pytest.fixture
def three() -> LastUsed[str, str]:
    """Room for three, and full."""
    kept: LastUsed[str, str] = LastUsed(3)
    kept.keep({"a": "A", "b": "B", "c": "C"})
    return kept


@pytest.mark.parametrize("use", [lambda kept: kept.get("a"), lambda kept: kept.found("a")])
def test_the_longest_unused_goes(three, use) -> None:
    use(three)
    assert three.keep({"d": "D"}) == {"b": "B"}
    assert three.found("abcd") == {"a": "A", "c": "C", "d": "D"}


def test_a_look_is_no_use(three) -> None:
    assert three.there("ax") == {"a": "A"}
    assert three.keep({"d": "D"}) == {"a": "A"}


def test_what_is_not_there(three) -> None:
    assert (three.get("x"), three.found("xy")) == (None, {})


def test_a_value_in_place_of_another_counts_once(three) -> None:
    assert three.keep({"a": "AA"}) == {}
    assert (three.held, three.get("a")) == (3, "AA")


def test_sizes_count_and_one_alone_may_be_too_large() -> None:
    kept: LastUsed[int, str] = LastUsed(10, size=len)
    kept.keep({1: "four", 2: "five5"})
    assert kept.held == 9
    assert list(kept.keep({3: "x" * 30})) == [1, 2]
    assert (kept.held, len(kept)) == (30, 1)
    kept.forget()
    assert (kept.held, len(kept), kept.get(3)) == (0, 0, None)


def test_threads_share_it() -> None:
    kept: LastUsed[int, int] = LastUsed(50)

    def use(start: int) -> bool:
        for number in range(start, start + 2_000):
            kept.keep({number % 90: number % 90})
            value = kept.get(number % 70)
            if value not in (None, number % 70):
                return False
        return True

    with ThreadPoolExecutor(4) as threads:
        assert all(threads.map(use, range(4)))
    assert kept.held == len(kept) == 50
