"""Conditions and what became of them, as values."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Literal

from kb.core.messages import Message


class State(StrEnum):
    HOLDS = "holds"
    FAILS = "fails"
    UNKNOWN = "unknown"


Strength = Literal["requires", "seen", "clear", "when"]
Wanted = str | tuple[str, ...] | Mapping[str, object]  # value, list of values, {"not": [...]}


@dataclass(frozen=True, slots=True)
class Condition:
    """One fact and what is wanted of it.

    `wanted` is for people (`>=0.9,<0.9.2`, `not fp8`), `values` are the canonical texts (OR)."""

    fact: str
    wanted: str
    values: tuple[str, ...]
    negated: bool = False


def named(pattern: str) -> str:
    """A wanted value as people say it: `*Pixtral*` → `Pixtral`, `==0.24.0` → `0.24.0`."""
    return pattern.strip("*").removeprefix("==").replace("*", "…") or pattern


@dataclass(frozen=True, slots=True)
class Judged:
    """A condition over known facts. `reason` says why, where it surprises (a development build).
    `leans`: an unknown one that an estimate makes likely to hold or to fail."""

    condition: Condition
    state: State
    have: str | None
    reason: Message | None = None
    leans: State = State.UNKNOWN


class ConditionError(ValueError):
    """A condition that cannot be read; `message` says what would be right.

    `draft` is True where the vocabulary lacks the fact or value: the article can stay a draft."""

    def __init__(self, message: Message, *, draft: bool = False) -> None:
        super().__init__(str(message))
        self.message = message
        self.draft = draft
