"""Long texts are compared by the lines that stand in them once; put together they stay whole."""

from collections import Counter

from hypothesis import given
from hypothesis import strategies as st

from kb.wiki.review import anchors
from kb.wiki.review.differ import differ, merged

CATALOGUE = [
    line for n in range(1500) for line in (f"  --flag-{n}:", "    since: 0.2.7", "    kind: x")
]
LINES = st.lists(st.sampled_from(["a", "b", "c", "d", "e", "1", "2", "3"]), max_size=30)


def changed(*, at: int, to: str) -> str:
    return "\n".join([*CATALOGUE[:at], to, *CATALOGUE[at + 1 :]])


def test_a_catalogue_shows_what_changed_at_both_ends_of_it() -> None:
    before = "\n".join(["read: [1]", *CATALOGUE, "end: 1"])
    after = "\n".join(
        ["read: [1, 2]", *CATALOGUE[:2000], "    new: x", *CATALOGUE[2000:], "end: 2"]
    )
    found = [
        (line.kind, line.text) for line in differ(before, after) if line.kind in {"add", "sub"}
    ]
    assert sorted(found) == [
        ("add", "    new: x"),
        ("add", "end: 2"),
        ("add", "read: [1, 2]"),
        ("sub", "end: 1"),
        ("sub", "read: [1]"),
    ]


def test_two_changes_of_a_catalogue_far_apart_are_one_text() -> None:
    one, two = changed(at=1, to="    since: mine"), changed(at=4000, to="    since: theirs")
    both = merged("\n".join(CATALOGUE), one, two)
    assert both is not None
    assert both.split("\n")[1] == "    since: mine"
    assert both.split("\n")[4000] == "    since: theirs"
    assert merged("\n".join(CATALOGUE), one, changed(at=1, to="    since: theirs")) is None


@given(LINES, LINES)
def test_sections_put_together_are_the_texts(old: list[str], new: list[str]) -> None:
    found = list(anchors.sections(old * 20, new * 20)) + list(cut(old, new))
    assert [line for part, _ in found for line in part] == old * 20 + old
    assert [line for _, part in found for line in part] == new * 20 + new


def cut(old: list[str], new: list[str]) -> list[tuple[list[str], list[str]]]:
    """The same where every line may be an anchor."""
    filler = [f"line {n}" for n in range(300)]
    found = list(anchors.sections([*old, *filler], [*new, *filler]))
    return [
        ([x for x in part if x not in filler], [x for x in other if x not in filler])
        for part, other in found
    ]


@given(LINES, LINES)
def test_the_lines_of_a_diff_lead_from_one_text_to_the_other(
    old: list[str], new: list[str]
) -> None:
    filler = [f"line {n}" for n in range(300)]
    before, after = [*old, *filler, *new], [*new, *filler, *old]
    found = Counter[str](before)
    for line in differ("\n".join(before), "\n".join(after)):
        found[line.text] += {"add": 1, "sub": -1}.get(line.kind, 0)
    assert found == Counter(after)
