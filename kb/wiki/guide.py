"""The help pages: Markdown of the site's own, in the reader's language."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from pathlib import Path

from kb.core.facts import FactKind, Vocabulary
from kb.core.render import render
from kb.wiki.rendering import Html
from kb.wiki.wording import in_language

_FOLDER = Path(__file__).parent / "help"
PAGES = ("reading", "writing", "safety")
LANGUAGES = ("en", "zh")


@dataclass(frozen=True, slots=True)
class FactShown:
    """A fact for the authors' guide, in the reader's language."""

    name: str
    label: str
    kind: str
    question: str
    choices: tuple[str, ...]


@cache
def help_html(page: str, language: str) -> Html:
    """A help page, rendered once a process."""
    language = language if language in LANGUAGES else "en"
    return Html(render((_FOLDER / language / f"{page}.md").read_text(encoding="utf-8")))


def facts_shown(vocabulary: Vocabulary, language: str) -> list[FactShown]:
    """Every fact of the vocabulary, in its order."""
    return [_shown(fact, language) for fact in vocabulary.facts.values()]


def _shown(fact: FactKind, language: str) -> FactShown:
    label, question = in_language(fact.label, language), in_language(fact.question, language)
    return FactShown(fact.name, label, fact.kind, question, tuple(c.name for c in fact.choices))
