"""When does this apply? Conditions over facts, with three values."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Literal

from kb.core.facts.model import Fact, Facts, Vocabulary
from kb.core.messages import Message


class State(StrEnum):
    HOLDS = "holds"
    FAILS = "fails"
    UNKNOWN = "unknown"


Strength = Literal["requires", "seen", "clear", "when"]
Wanted = str | tuple[str, ...] | Mapping[str, object]  # value, list of values, {"not": [...]}


@dataclass(frozen=True, slots=True)
class Condition:
    """One fact and what is wanted of it; `wanted` is canonical text as an article writes it (`>=0.9,<0.9.2`)."""

    fact: str
    wanted: str
    values: tuple[str, ...]
    negated: bool = False


@dataclass(frozen=True, slots=True)
class Judged:
    """A condition over known facts. `reason` says why, where it surprises (a development build, an estimate)."""

    condition: Condition
    state: State
    have: str | None
    reason: Message | None = None


class ConditionError(ValueError):
    """A condition that cannot be read; `message` says what would be right."""

    def __init__(self, message: Message) -> None:
        super().__init__(str(message))
        self.message = message


def parse_condition(fact: str, wanted: object, vocabulary: Vocabulary) -> Condition:
    """A condition of an article. Raises ConditionError."""
    raise NotImplementedError


def judge(condition: Condition, facts: Facts, vocabulary: Vocabulary) -> Judged:
    """Holds, fails or unknown over `facts`; an unknown fact never fails a condition."""
    raise NotImplementedError


def judge_fact(condition: Condition, fact: Fact | None, vocabulary: Vocabulary) -> Judged:
    """The same for one fact, None when it is not known."""
    raise NotImplementedError
