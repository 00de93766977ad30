"""A diagnosis as text for a terminal: the order, the width, the language."""

import pytest

from kb.diagnosis.columns import WIDTH, columns
from kb.diagnosis.engine import Given, diagnose
from kb.diagnosis.terminal import as_text
from tests.diagnosis.library import FAMILY, NAN

OWN = "vllm serve mistralai/Mistral-Small-3.1-FP8 --port 9000"


def text_of(**given: str) -> str:
    return as_text(diagnose(Given(**given), FAMILY))


def test_the_answer_comes_first_and_the_command_last() -> None:
    lines = text_of(paste=NAN, command=OWN).rstrip("\n").split("\n")
    assert lines[0].startswith("FP8 images answer NaN while compilation is on [")
    assert lines[-3:] == ["Your command, corrected:", "", f"{OWN} --enforce-eager"]


def test_each_part_is_once_and_in_its_order() -> None:
    text = text_of(paste=NAN)
    parts = ("The root line", "Fix:", "Other causes", "Next question", "not yours:")
    places = [text.index(part) for part in parts]
    assert places == sorted(places)
    assert [text.count(part) for part in parts] == [1] * len(parts)


def test_a_command_that_stays_is_not_called_corrected() -> None:
    text = text_of(paste=NAN, command=f"{OWN} --enforce-eager")
    assert "corrected" not in text


def test_what_is_not_known_is_said() -> None:
    assert text_of(paste="how do I bake bread").startswith("Nothing here knows this")


@pytest.mark.parametrize("language", ["en", "zh"])
def test_nothing_but_the_command_is_wider_than_a_terminal(language: str) -> None:
    text = text_of(paste=f"{NAN} {'很长的一行' * 40}", language=language)
    prose = text.rstrip("\n").rsplit("\n", 1)[0]
    assert max(columns(line) for line in prose.split("\n")) <= WIDTH


def test_chinese_readers_get_chinese_sentences() -> None:
    text = text_of(paste=NAN, language="zh")
    assert "根因行" in text
    assert "Next question" not in text
