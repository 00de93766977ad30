"""What worked for more people comes first where nothing else decides."""

from collections.abc import Sequence

import pytest

from kb.core.ranking import Match, Verdict, settled
from tests.core.world import article


def match_of(slug: str, verdict: Verdict, score: float) -> Match:
    return Match(article(slug), verdict, score, (), (), (), (), known=True)


ALONE = ("likely", 0.9)
EQUAL = ("same-error", 0.5)
CASES = {
    "nothing said": ([("a", *EQUAL), ("b", *EQUAL)], {}, "ab"),
    "one worked": ([("a", *EQUAL), ("b", *EQUAL)], {"b": 1}, "ba"),
    "one failed": ([("a", *EQUAL), ("b", *EQUAL)], {"a": -2}, "ba"),
    "a score decides": ([("a", "same-error", 0.51), ("b", *EQUAL)], {"b": 9}, "ab"),
    "a verdict decides": ([("a", *ALONE), ("b", "same-error", 0.9)], {"b": 9}, "ab"),
    "each group for itself": (
        [("a", *ALONE), ("b", *EQUAL), ("c", *EQUAL), ("d", *EQUAL)], {"d": 2, "c": 1}, "adcb",
    ),
}  # fmt: skip


@pytest.mark.parametrize("case", CASES)
def test_order(case: str) -> None:
    rows, said, expected = CASES[case]
    matches = [match_of(slug, verdict, score) for slug, verdict, score in rows]
    found = settled(matches, lambda slugs: said)
    assert "".join(match.article.slug for match in found) == expected


def test_nobody_is_asked_where_nothing_is_equal() -> None:
    def asked(slugs: Sequence[str]) -> dict[str, int]:
        raise AssertionError(slugs)

    matches: list[Match] = [match_of("a", *ALONE), match_of("b", *EQUAL)]
    assert [match.article.slug for match in settled(matches, asked)] == ["a", "b"]
