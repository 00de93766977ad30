"""Facts and their values as people call them, in the languages of the contents."""

from collections.abc import Sequence

from kb.core.conditions import Condition, named
from kb.core.facts.model import Vocabulary
from kb.core.messages import Words

_OR = (("en", " or "), ("zh", " 或 "))
_NOT = {"en": "not ", "zh": "非 "}


def label(fact: str, vocabulary: Vocabulary) -> Words:
    """A fact's name for people; a fact that the vocabulary lacks keeps its name."""
    kind = vocabulary.facts.get(fact)
    return Words(kind.label if kind and kind.label else {"en": fact})


def any_of(condition: Condition, vocabulary: Vocabulary) -> Words:
    """The wanted values, joined by an "or" of each language."""
    return one_of(condition.fact, condition.values, vocabulary)


def wanted(condition: Condition, vocabulary: Vocabulary) -> Words:
    """The wanted values, or what they must not be."""
    words = any_of(condition, vocabulary)
    if not condition.negated:
        return words
    return Words({language: _NOT[language] + text for language, text in words.texts.items()})


def one_of(fact: str, values: Sequence[str], vocabulary: Vocabulary) -> Words:
    """Values of a fact by the labels of its choices, joined by an "or" of each language."""
    kind = vocabulary.facts.get(fact)
    choices = kind.by_name if kind else {}
    labels = [choices[v].label if v in choices else {} for v in values]
    return Words(
        {
            language: word.join(
                [each.get(language) or named(v) for v, each in zip(values, labels, strict=True)]
            )
            for language, word in _OR
        }
    )
