"""A translation over its original."""

from dataclasses import replace
from pathlib import Path

from kb.core.articles import Article, follows, format, lags, parse, translate, untranslated
from tests.core.vocabulary import VOCABULARY

SLUG = "vllm-mistral-small31-fp8-image-nan-compile"


def library(slug: str) -> Article:
    parsed = parse(Path(f"articles/vllm/{slug}.md").read_text(), slug, "vllm", VOCABULARY)
    assert parsed.article
    return parsed.article


ORIGINAL = library(SLUG)
CHINESE = library(f"{SLUG}-zh")

SHORT = """---
title: 标题
language: zh
translation_of: a
---
"""


def test_texts_are_the_translation_s_and_facts_the_original_s() -> None:
    shown = translate(ORIGINAL, CHINESE)
    assert shown.slug == SLUG
    assert shown.language == "zh"
    assert shown.title == CHINESE.title
    assert shown.errors == ORIGINAL.errors
    assert shown.environment == ORIGINAL.environment
    assert shown.fixes[0].command == ORIGINAL.fixes[0].command
    assert shown.fixes[0].launch[0].flag == "--enforce-eager"
    assert shown.fixes[0].launch[0].price == CHINESE.fixes[0].launch[0].price
    assert shown.fixes[1].restart is False
    assert shown.checks[0].ask == CHINESE.checks[0].ask
    assert shown.checks[0].command == ORIGINAL.checks[0].command
    assert shown.verify[2].without and "复现" in shown.verify[2].expect
    assert shown.cause.certainty == "likely" and "尚不清楚" in shown.cause.open
    assert [part.name for part in shown.sections] == [part.name for part in ORIGINAL.sections]


def test_what_is_not_translated_stays_and_is_told() -> None:
    partial = replace(CHINESE, fixes=(), verify=(), checks=(), sections=CHINESE.sections[1:])
    shown = translate(ORIGINAL, partial)
    assert shown.fixes == ORIGINAL.fixes
    assert shown.section("summary") == ORIGINAL.section("summary")
    assert shown.section("cause") == CHINESE.section("cause")
    assert {problem.field for problem in untranslated(ORIGINAL, partial)} == {
        "sections.summary",
        "fixes.enforce-eager.title",
        "fixes.enforce-eager.launch",
        "fixes.follow-upstream.title",
        "fixes.follow-upstream.steps",
        "checks.base-model",
        "verify",
    }
    assert untranslated(ORIGINAL, CHINESE) == ()


def test_parts_that_the_original_lacks_are_told() -> None:
    fewer = replace(ORIGINAL, fixes=ORIGINAL.fixes[:1], checks=(), verify=ORIGINAL.verify[:1])
    assert {problem.field for problem in untranslated(fewer, CHINESE)} == {
        "fixes.follow-upstream",
        "checks.base-model",
        "verify",
    }


def test_it_lags_when_a_text_changes_and_not_when_a_fact_does() -> None:
    assert not lags(ORIGINAL, CHINESE)
    assert not lags(replace(ORIGINAL, checked="2027-01-01", state="outdated"), CHINESE)
    assert lags(replace(ORIGINAL, title="Another"), CHINESE)
    assert lags(ORIGINAL, replace(CHINESE, follows=""))
    assert len(follows(ORIGINAL)) == 16


def test_it_is_named_after_its_original_and_language() -> None:
    assert parse(SHORT, "a-zh", "vllm", VOCABULARY).article
    refused = parse(SHORT, "b-zh", "vllm", VOCABULARY)
    assert refused.article is None
    assert "`a-zh.md`" in str(refused.problems[0].message)


def test_what_belongs_to_the_original_is_refused() -> None:
    source = SHORT.replace("language", "errors: [x]\nsources: [a/b#1]\nlanguage")
    problems = parse(source, "a-zh", "vllm", VOCABULARY).problems
    assert {(p.line, p.field) for p in problems if not p.draft} == {(3, "errors"), (4, "sources")}


def test_it_survives_the_round_trip() -> None:
    text = format(CHINESE)
    assert parse(text, CHINESE.slug, "vllm", VOCABULARY).article == CHINESE
