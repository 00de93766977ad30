"""Prose in the columns of a terminal."""

import pytest

from kb.diagnosis.columns import columns, wrapped

WRAPPED = {
    "words": ("one two three", "", 8, "one two\nthree"),
    "what comes first": ("one two three", "* ", 9, "* one two\n  three"),
    "a word that is too long": ("a 123456789 b", "", 5, "a\n123456789\nb"),
    "wide letters": ("服务器启动失败", "", 8, "服务器启\n动失败"),
    "a mark never begins a line": ("服务器启。动失败", "", 8, "服务器\n启。动失\n败"),
    "both": ("用 vLLM 部署失败", "", 9, "用 vLLM\n部署失败"),
    "paragraphs": ("one\n\ntwo", "- ", 9, "- one\n  \n  two"),
    "nothing": ("", "* ", 9, "* "),
}


@pytest.mark.parametrize("case", WRAPPED)
def test_wrapped(case: str) -> None:
    text, first, width, expected = WRAPPED[case]
    assert wrapped(text, first, width) == expected


def test_a_chinese_letter_is_two_columns_wide() -> None:
    assert (columns("vLLM"), columns("启动"), columns("，")) == (4, 4, 2)
