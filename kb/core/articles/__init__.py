"""Article source ⇄ Article: closed schema, every error named."""

from kb.core.articles.model import (
    Article,
    Cause,
    Change,
    Check,
    Environment,
    Fix,
    Problem,
    Sample,
    Section,
    Verification,
)

__all__ = [
    "Article",
    "Cause",
    "Change",
    "Check",
    "Environment",
    "Fix",
    "Problem",
    "Sample",
    "Section",
    "Verification",
]
