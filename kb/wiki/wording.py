"""Conditions of articles as rows that a page shows in words."""

from __future__ import annotations

from dataclasses import dataclass, replace

from kb.core.articles import Article
from kb.core.articles.model import Conditions
from kb.core.conditions import Condition, named
from kb.core.facts import Vocabulary
from kb.core.facts.model import ByLanguage


@dataclass(frozen=True, slots=True)
class Row:
    """A condition: the fact's label and the wanted values as labels of the reader's language."""

    fact: str
    label: str
    wanted: str
    negated: bool
    proposed: bool = False


def rows(conditions: Conditions, vocabulary: Vocabulary, language: str) -> list[Row]:
    return [_row(condition, vocabulary, language) for condition in conditions]


def environment_rows(article: Article, vocabulary: Vocabulary, language: str) -> dict[str, object]:
    """`requires`, `seen` and each entry of `clear`, with what is only proposed marked."""
    environment = article.environment
    return {
        "requires": _marked(article, "requires", rows(environment.requires, vocabulary, language)),
        "seen": _marked(article, "seen", rows(environment.seen, vocabulary, language)),
        "clear": [rows(entry, vocabulary, language) for entry in environment.clear],
    }


def label_of(fact: str, vocabulary: Vocabulary, language: str) -> str:
    """`gpu` → `GPU`; a fact that the vocabulary lacks keeps its name."""
    kind = vocabulary.facts.get(fact)
    return in_language(kind.label, language) if kind else fact


def value_label(fact: str, value: str, vocabulary: Vocabulary, language: str) -> str:
    """`fp8-block` → `FP8 with block scales`; of a pattern what it looks for."""
    kind = vocabulary.facts.get(fact)
    choice = kind.by_name.get(value) if kind else None
    return (in_language(choice.label, language) if choice else "") or named(value)


def wanted_label(condition: Condition, vocabulary: Vocabulary, language: str) -> str:
    """All wanted values, or `≠` what they must not be."""
    values = _values_label(condition, vocabulary, language)
    return f"≠ {values}" if condition.negated else values


def _values_label(condition: Condition, vocabulary: Vocabulary, language: str) -> str:
    values = condition.values or (condition.wanted,)
    return ", ".join(value_label(condition.fact, each, vocabulary, language) for each in values)


def _row(condition: Condition, vocabulary: Vocabulary, language: str) -> Row:
    label = label_of(condition.fact, vocabulary, language)
    wanted = _values_label(condition, vocabulary, language)
    return Row(condition.fact, label, wanted, condition.negated)


def _marked(article: Article, part: str, plain: list[Row]) -> list[Row]:
    proposed = set(article.proposed)
    return [replace(row, proposed=f"environment.{part}.{row.fact}" in proposed) for row in plain]


def in_language(texts: ByLanguage, language: str) -> str:
    return texts.get(language) or texts.get("en", "")
