"""Article source ⇄ Article: closed schema, every error named."""

from kb.core.articles.canonical import format
from kb.core.articles.headings import heading_of, section_name
from kb.core.articles.model import (
    Article,
    Cause,
    Change,
    Check,
    Environment,
    Fix,
    Mend,
    Parsed,
    Problem,
    Sample,
    Section,
    Verification,
)
from kb.core.articles.parsing import parse
from kb.core.articles.translation import follows, lags, translate, untranslated

__all__ = [
    "Article",
    "Cause",
    "Change",
    "Check",
    "Environment",
    "Fix",
    "Mend",
    "Parsed",
    "Problem",
    "Sample",
    "Section",
    "Verification",
    "follows",
    "format",
    "heading_of",
    "lags",
    "parse",
    "section_name",
    "translate",
    "untranslated",
]
