"""Facts and their vocabulary as values."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

How = Literal["stated", "resolved", "implied", "default", "estimated", "answered"]
Kind = Literal["choice", "version", "number", "text"]
ByLanguage = Mapping[str, str]  # {"en": …, "zh": …}


@dataclass(frozen=True, slots=True)
class Fact:
    """One fact of an environment. `value` is canonical text, or None where the text holds several (`candidates`)."""

    name: str
    value: str | None
    how: How = "stated"
    line: int | None = None
    text: str = ""  # the line it was read from
    candidates: tuple[str, ...] = ()
    implied_by: str = ""  # name of the fact that implies it


Facts = Mapping[str, Fact]


@dataclass(frozen=True, slots=True)
class Choice:
    """A value of a choice fact, its spellings in the wild and what it implies ({"compute_capability": "7.5"})."""

    name: str
    aliases: tuple[str, ...] = ()
    implies: Mapping[str, str] = field(default_factory=dict)
    label: ByLanguage = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class FactKind:
    """A fact of the vocabulary. `cost` is the work to find it out, 1 (known by heart) to 10 (a restart)."""

    name: str
    kind: Kind
    label: ByLanguage
    question: ByLanguage
    help: ByLanguage = field(default_factory=dict)
    choices: tuple[Choice, ...] = ()
    cost: float = 1.0
    find_out: str = ""  # a one-line command


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """All facts by name, in the order of the file."""

    facts: Mapping[str, FactKind]
