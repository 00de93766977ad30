"""What the fields of the form offer: facts and values of the vocabulary, closed sets of words."""

from __future__ import annotations

from dataclasses import dataclass

from kb.core.articles.words import CERTAINTIES, EVIDENCE, FIX_KINDS, SEEN_BY, UPSTREAM_STATES
from kb.core.facts import Vocabulary
from kb.wiki.models import Page
from kb.wiki.models.page import Reader
from kb.wiki.wording import label_of, value_label

FORMS = ("add", "set", "remove", "env", "unset", "image", "pip")


@dataclass(frozen=True, slots=True)
class FactOffered:
    """A fact for a datalist; `values` are its choices with their labels."""

    name: str
    label: str
    kind: str
    values: tuple[tuple[str, str], ...]


def offered(vocabulary: Vocabulary, language: str, reader: Reader) -> dict[str, object]:
    """For the context of the form."""
    facts = [
        FactOffered(
            name,
            label_of(name, vocabulary, language),
            kind.kind,
            tuple(
                (choice.name, value_label(name, choice.name, vocabulary, language))
                for choice in kind.choices
            ),
        )
        for name, kind in vocabulary.facts.items()
    ]
    return {
        "facts": facts,
        "versions": [fact for fact in facts if fact.kind == "version"],
        "kinds": FIX_KINDS,
        "forms": FORMS,
        "certainties": CERTAINTIES,
        "evidences": EVIDENCE,
        "seen_by": ("", *SEEN_BY),
        "upstream_states": ("", *UPSTREAM_STATES),
        "languages": ("en", "zh"),
        "topics": _topics(reader),
    }


def _topics(reader: Reader) -> list[str]:
    visible = Page.objects.visible_to(reader).order_by("topic")
    return list(visible.values_list("topic", flat=True).distinct()[:100])
