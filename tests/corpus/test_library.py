"""The shipped library is whole: every known fault, told in both languages, found by its facts."""

from collections.abc import Mapping
from pathlib import Path

import pytest

from kb.core.articles import Article, lags, parse, untranslated
from tests.core.vocabulary import VOCABULARY

ARTICLES = Path("articles")
FAULTS = Path(__file__).with_name("samples") / "faults.txt"
WHOLE_TRANSLATIONS = 24


def article_of(path: Path) -> Article:
    parsed = parse(path.read_text("utf-8"), path.stem, path.parent.name, VOCABULARY)
    assert parsed.article and not parsed.problems, (path, parsed.problems)
    return parsed.article


@pytest.fixture(scope="module")
def library() -> Mapping[str, Article]:
    return {path.stem: article_of(path) for path in sorted(ARTICLES.glob("*/*.md"))}


@pytest.fixture(scope="module")
def pairs(library: Mapping[str, Article]) -> dict[str, tuple[Article, Article]]:
    """Every original beside its Chinese translation."""
    chinese = {
        one.translation_of: one
        for one in library.values()
        if one.translation_of and one.language == "zh"
    }
    originals = [slug for slug, one in library.items() if not one.translation_of]
    assert sorted(originals) == sorted(chinese)
    return {slug: (library[slug], chinese[slug]) for slug in originals}


def _stated(article: Article) -> set[str]:
    return {condition.fact for condition in article.environment.requires}


def test_every_known_fault_has_a_published_article(library: Mapping[str, Article]) -> None:
    known = FAULTS.read_text("utf-8").split()
    told = {slug for slug, one in library.items() if one.state == "published"}
    assert len(known) > 100
    assert set(known) - told == set()


def test_every_article_says_engine_symptom_and_stage(library: Mapping[str, Article]) -> None:
    originals = {slug: one for slug, one in library.items() if not one.translation_of}
    needed = {"engine", "symptom", "stage"}
    assert {
        slug: needed - _stated(one) for slug, one in originals.items() if needed - _stated(one)
    } == {}


def test_every_article_has_a_fix_with_a_source(library: Mapping[str, Article]) -> None:
    originals = {slug: one for slug, one in library.items() if not one.translation_of}
    assert [slug for slug, one in originals.items() if not (one.fixes and one.sources)] == []


def test_every_translation_has_title_summary_and_fix_texts(
    pairs: Mapping[str, tuple[Article, Article]],
) -> None:
    lacking = {slug: untranslated(*both) for slug, both in pairs.items() if untranslated(*both)}
    assert lacking == {}
    assert [slug for slug, (one, other) in pairs.items() if one.title == other.title] == []


def test_what_is_open_is_open_in_both_languages(
    pairs: Mapping[str, tuple[Article, Article]],
) -> None:
    silent = [
        slug for slug, (one, other) in pairs.items() if one.cause.open and not other.cause.open
    ]
    assert silent == []


def test_no_translation_lags_behind(pairs: Mapping[str, tuple[Article, Article]]) -> None:
    assert [slug for slug, both in pairs.items() if lags(*both)] == []


def test_enough_translations_are_whole(pairs: Mapping[str, tuple[Article, Article]]) -> None:
    whole = [slug for slug, (one, other) in pairs.items() if _names(one) <= _names(other)]
    assert len(whole) >= WHOLE_TRANSLATIONS


def _names(article: Article) -> set[str]:
    return {part.name for part in article.sections}
