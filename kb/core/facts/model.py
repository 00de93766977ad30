"""Facts and their vocabulary as values."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

How = Literal["stated", "resolved", "implied", "default", "estimated", "answered"]
Kind = Literal["choice", "version", "number", "text"]
ByLanguage = Mapping[str, str]  # {"en": …, "zh": …}

_SEPARATORS = re.compile(r"[\s_.\-]+")


def fold(text: str) -> str:
    """The key at which spellings of one name meet: case, blanks, `-`, `_`, `.` do not count."""
    return _SEPARATORS.sub("", text).casefold()


@dataclass(frozen=True, slots=True)
class Fact:
    """One fact of an environment.

    `value` is canonical text, or None where the text holds several (`candidates`)."""

    name: str
    value: str | None
    how: How = "stated"
    line: int | None = None
    text: str = ""  # the line it was read from
    candidates: tuple[str, ...] = ()
    implied_by: str = ""  # name of the fact that implies it
    also: tuple[str, ...] = ()  # further values that are true at once: compressed-tensors, also fp8
    bounds: str = ""  # of a version that only the log's wording tells: `>=0.12,<0.18`
    fork: str = ""  # the build whose version it is, where that is not the upstream's
    trust: int = 0  # how sure its place is, found.Trust; 0 = a person's answer


Facts = Mapping[str, Fact]


@dataclass(frozen=True, slots=True)
class Choice:
    """A value of a choice fact, its spellings in the wild and the facts that it implies."""

    name: str
    aliases: tuple[str, ...] = ()
    implies: Mapping[str, str] = field(default_factory=dict)
    label: ByLanguage = field(default_factory=dict)
    kind_of: tuple[str, ...] = ()  # broader values that hold with this one
    beside: tuple[str, ...] = ()  # values that may be true at the same time; "*" = any
    variants: Mapping[str, Mapping[str, str]] = field(
        default_factory=dict
    )  # word of the full name → implies


@dataclass(frozen=True, slots=True)
class FactKind:
    """A fact of the vocabulary.

    `cost` is the work to find it out, 1 (known by heart) to 10 (a restart)."""

    name: str
    kind: Kind
    label: ByLanguage
    question: ByLanguage
    help: ByLanguage = field(default_factory=dict)
    choices: tuple[Choice, ...] = ()
    cost: float = 1.0
    find_out: str = ""  # a one-line command
    aliases: tuple[str, ...] = ()
    after: str = ""  # the fact that must be known, and not `none`, before this one makes sense
    exclusive: bool = False  # whoever answers with one value says that it is none beside it
    by_name: Mapping[str, Choice] = field(init=False, repr=False, compare=False)
    spellings: Mapping[str, str] = field(init=False, repr=False, compare=False)  # folded → choice

    def __post_init__(self) -> None:
        spellings = {fold(alias): c.name for c in self.choices for alias in c.aliases}
        spellings |= {fold(c.name): c.name for c in self.choices}
        object.__setattr__(self, "by_name", {c.name: c for c in self.choices})
        object.__setattr__(self, "spellings", spellings)


@dataclass(frozen=True, slots=True, eq=False)
class Vocabulary:
    """All facts by name, in the order of the file. Equal to none but itself, so that what follows
    from it can be remembered."""

    facts: Mapping[str, FactKind]
    names: Mapping[str, str] = field(init=False, repr=False, compare=False)  # folded → fact

    def __post_init__(self) -> None:
        names = {fold(alias): k.name for k in self.facts.values() for alias in k.aliases}
        names |= {fold(name): name for name in self.facts}
        object.__setattr__(self, "names", names)

    def name_of(self, written: str) -> str | None:
        """The fact that `written` names (`llamacpp`, `flash-attn`), or None."""
        return written if written in self.facts else self.names.get(fold(written))
