"""Sentences that core makes for people: English with named values, translated where shown."""

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Message:
    """`text` is the English sentence with `{names}`, the key of its translation."""

    text: str
    values: Mapping[str, object] = field(default_factory=dict)

    def __str__(self) -> str:
        return self.text.format(**self.values) if self.values else self.text


def msg(text: str, **values: object) -> Message:
    """A sentence to be translated. `makemessages` looks for this name."""
    return Message(text, values)


@dataclass(frozen=True, slots=True)
class Words:
    """A value of a sentence that the contents have in several languages, by language."""

    texts: Mapping[str, str]

    def __str__(self) -> str:
        return self.texts.get("en") or next(iter(self.texts.values()), "")
