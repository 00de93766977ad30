"""The texts of an article beside its translation's: out of both, and back without a loss."""

from dataclasses import replace

import pytest

from kb.core.articles import Article, Section, format, parse, untranslated
from kb.core.articles.pairs import pairs, with_texts
from tests.core.vocabulary import VOCABULARY
from tests.wiki.texts import source, translation


def article(text: str, slug: str) -> Article:
    read = parse(text, slug, "vllm", VOCABULARY).article
    assert read is not None
    return read


ORIGINAL = article(source("FP8 widgets break"), "widget-fp8")
OTHER = article(translation("widget-fp8", "FP8 部件出错"), "widget-fp8-zh")


def texts(original: Article, other: Article) -> dict[str, str]:
    return {each.path: each.text for each in pairs(original, other) if each.text}


def test_what_is_read_out_goes_back_whole() -> None:
    assert format(with_texts(ORIGINAL, OTHER, texts(ORIGINAL, OTHER))) == format(OTHER)


def test_every_text_of_the_original_has_a_place() -> None:
    found = {each.path: each.original for each in pairs(ORIGINAL, OTHER)}
    assert found["title"] == "FP8 widgets break"
    assert found["fixes.0.launch.0.price"] == "Slower."
    assert found["verify.0.expect"] == "it serves"
    assert "" not in found.values()


def test_with_all_texts_nothing_is_untranslated() -> None:
    every = {each.path: f"译文：{each.original}" for each in pairs(ORIGINAL, OTHER)}
    made = with_texts(ORIGINAL, OTHER, every)
    assert untranslated(ORIGINAL, made) == ()
    again = article(format(made), "widget-fp8-zh")
    assert texts(ORIGINAL, again) == every


def test_an_empty_form_leaves_the_identity_alone() -> None:
    made = with_texts(ORIGINAL, OTHER, {})
    assert (made.translation_of, made.language, made.fixes, made.verify) == (
        "widget-fp8", "zh", (), ()
    )  # fmt: skip


@pytest.mark.parametrize("path", [each.path for each in pairs(ORIGINAL, OTHER)])
def test_one_text_alone_stands_at_its_place(path: str) -> None:
    made = with_texts(ORIGINAL, OTHER, {path: "译文"})
    assert texts(ORIGINAL, made)[path] == "译文"


def test_a_section_of_the_translation_alone_stays() -> None:
    more = replace(OTHER, sections=(*OTHER.sections, Section("", "译者注", "另见。")))
    assert with_texts(ORIGINAL, more, texts(ORIGINAL, more)).sections[-1].heading == "译者注"
