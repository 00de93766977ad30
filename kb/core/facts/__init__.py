"""The vocabulary of environments; facts read from a text, each with its line."""

from kb.core.facts.model import Choice, Fact, FactKind, Facts, How, Vocabulary

__all__ = ["Choice", "Fact", "FactKind", "Facts", "How", "Vocabulary"]
