"""The vocabulary of environments; facts read from a text, each with its line."""

from kb.core.facts.commands import facts_of_command
from kb.core.facts.course import facts_of_course
from kb.core.facts.implying import implied, quantization_in
from kb.core.facts.model import Choice, Fact, FactKind, Facts, How, Vocabulary, fold
from kb.core.facts.naming import canonical
from kb.core.facts.reading import read_facts, read_run
from kb.core.facts.runs import Scope
from kb.core.facts.settling import merge
from kb.core.facts.vocabulary import VocabularyError, vocabulary_from

__all__ = [
    "Choice",
    "Fact",
    "FactKind",
    "Facts",
    "How",
    "Scope",
    "Vocabulary",
    "VocabularyError",
    "canonical",
    "facts_of_command",
    "facts_of_course",
    "fold",
    "implied",
    "merge",
    "quantization_in",
    "read_facts",
    "read_run",
    "vocabulary_from",
]
