"""Numbers that an error names, put into the change that waits for them."""

import pytest

from kb.core.articles import Change
from kb.core.articles.reads import filled, unread

LENGTH = Change(
    "set-flag",
    "--max-model-len",
    "{tokens}",
    reads=("estimated maximum model length is {tokens}", "stored in KV cache ({tokens})"),
)
FILLED = {
    "the end of a sentence": ("… the estimated maximum model length is 17232. Try …", "17232"),
    "marks in it": ("estimated maximum model length is 1,048,576.", "1048576"),
    "the other text": ("that can be stored in KV cache (18400). Try", "18400"),
    "not the text": ("the model's max seq len (131072) is larger", None),
    "no number": ("estimated maximum model length is unknown", None),
    "half the text": ("stored in KV cache (18400 blocks)", None),
    "nothing": ("", None),
}


@pytest.mark.parametrize("case", FILLED)
def test_filled(case: str) -> None:
    text, number = FILLED[case]
    change = filled(LENGTH, [text])
    assert (change and change.value) == number
    assert change is None or change.reads == ()


def test_the_first_text_that_has_it_wins() -> None:
    texts = ["nothing", "stored in KV cache (18400)", "estimated maximum model length is 9."]
    found = filled(LENGTH, texts)
    assert found
    assert found.value == "18400"


def test_the_rest_of_the_value_stays() -> None:
    change = Change("env", name="A", value="'{n}:2'", reads=("exactly {n} cards",))
    found = filled(change, ["exactly 4 cards"])
    assert found
    assert found.value == "'4:2'"


def test_what_still_waits_is_a_question() -> None:
    assert "estimated maximum model length" in str(unread([Change("set-flag", "-x", "1"), LENGTH]))
    assert unread([Change("set-flag", "-x", "1")]) is None
