"""Sentences that core makes for people: English with named values, translated where shown."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from kb.core.redact import redact


@dataclass(frozen=True, slots=True)
class Message:
    """`text` is the English sentence with `{names}`, the key of its translation."""

    text: str
    values: Mapping[str, object] = field(default_factory=dict)

    def __str__(self) -> str:
        return self.told(self.text, self.values)

    @staticmethod
    def told(text: str, values: Mapping[str, object]) -> str:
        """The sentence with its values, which may come from a stranger, secrets masked."""
        return redact(text.format(**values), personal=False).text if values else text


def msg(text: str, **values: object) -> Message:
    """A sentence to be translated. `makemessages` looks for this name."""
    return Message(text, values)


@dataclass(frozen=True, slots=True)
class Words:
    """A value of a sentence that the contents have in several languages, by language."""

    texts: Mapping[str, str]

    def __str__(self) -> str:
        return self.told("en")

    def told(self, language: str) -> str:
        """The value in a language, else in English, else in any."""
        return (
            self.texts.get(language) or self.texts.get("en") or next(iter(self.texts.values()), "")
        )
