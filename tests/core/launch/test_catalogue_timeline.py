"""Versions between those that were read, and how it is said when something came or went."""

import pytest

from kb.core.launch.catalogue.timeline import Place, Timeline, present

VLLM = Timeline(
    ("0.8.4", "0.8.5.post1", "0.9.0.1", "0.12.0", "0.13.0", "0.14.1", "0.16.0", "0.17.1")
)
SGLANG = Timeline(("0.5.2", "0.5.5.post3", "0.5.9"), "patch")


@pytest.mark.parametrize(
    ("version", "low", "high"),
    [
        ("0.8.4", 0, 0),
        ("0.8.5", 1, 1),  # its post release was read
        ("v0.9.0", 2, 2),
        ("0.9.1", 2, 2),  # a patch brings no flags
        ("v0.13.0-cu129", 4, 4),
        ("0.15.0", 5, 6),
        ("0.17.0", 7, 7),
        ("0.17.0rc1", 6, 7),
        ("0.13.1.dev3+gabc", 4, 5),
        ("0.2.0", -1, 0),
        ("0.40.0", 7, 7),
    ],
)
def test_a_version_has_a_place(version: str, low: int, high: int) -> None:
    assert VLLM.place(version) == Place(low, high)


@pytest.mark.parametrize("version", [None, "", "latest", "nightly-abc", "0.1.dev1+gabc", "b4589"])
def test_no_place_for(version: str | None) -> None:
    assert VLLM.place(version) is None


def test_each_patch_counts_where_patches_bring_flags() -> None:
    assert SGLANG.place("0.5.4") == Place(0, 1)
    assert SGLANG.place("0.5.5") == Place(1, 1)


@pytest.mark.parametrize(
    ("version", "since", "gone"),
    [
        ("0.8.4", "in 0.8.4 and perhaps before", ""),
        ("0.8.5.post1", "since 0.8.5", "gone since 0.8.5"),
        ("0.9.0.1", "since 0.9", "gone since 0.9"),
        ("0.12.0", "by 0.12 (not in 0.9.0)", "gone by 0.12 (still in 0.9.0)"),
        ("0.13.0", "since 0.13", "gone since 0.13"),
        ("0.16.0", "by 0.16 (not in 0.14.1)", "gone by 0.16 (still in 0.14.1)"),
        ("0.17.1", "since 0.17", "gone since 0.17"),
    ],
)
def test_when_it_came_and_went(version: str, since: str, gone: str) -> None:
    number = VLLM.index[version]
    assert str(VLLM.since(number)) == since
    if gone:
        assert str(VLLM.gone(number)) == gone


def test_neighbours_that_disagree_leave_it_open() -> None:
    assert present(((0, 5),), Place(5, 6)) is None
    assert present(((0, 6),), Place(5, 6)) is True
    assert present(((0, 4),), Place(5, 6)) is False
