"""The vocabulary of environments; facts read from a text, each with its line."""

from kb.core.facts.model import Choice, Fact, FactKind, Facts, How, Vocabulary, fold
from kb.core.facts.naming import canonical
from kb.core.facts.vocabulary import VocabularyError, vocabulary_from

__all__ = [
    "Choice",
    "Fact",
    "FactKind",
    "Facts",
    "How",
    "Vocabulary",
    "VocabularyError",
    "canonical",
    "fold",
    "vocabulary_from",
]
