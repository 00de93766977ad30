"""Sentences that core makes for people: English text with named values, translated where they are shown."""

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Message:
    """`text` is the English sentence with `{names}` and the key of its translation; `values` fill it."""

    text: str
    values: Mapping[str, object] = field(default_factory=dict)

    def __str__(self) -> str:
        return self.text.format(**self.values) if self.values else self.text


def msg(text: str, **values: object) -> Message:
    """A sentence to be translated. `makemessages` looks for this name."""
    return Message(text, values)
