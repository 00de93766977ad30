"""A question and its answers as values."""

from dataclasses import dataclass
from typing import Literal

from kb.core.messages import Message


@dataclass(frozen=True, slots=True)
class Option:
    """A choice to answer with; `left` is how many causes stay alive with it."""

    value: str
    label: str
    left: int
    disabled: Message | None = None


@dataclass(frozen=True, slots=True)
class Question:
    """`id` is a fact or `check:<slug>/<id>`. `options` empty = free text. `left` is how many causes
    are alive now, `others` of them uncounted in the options; `cost` the work to find the answer
    out, 1 to 10; `gain` in bits."""

    kind: Literal["fact", "check"]
    id: str
    text: str
    options: tuple[Option, ...]
    help: str
    find_out: str
    separates: Message
    left: int
    cost: float = 1.0
    gain: float = 0.0
    others: int = 0

    @property
    def counts_differ(self) -> bool:
        """Whether the answers leave different numbers of causes; else the numbers say nothing."""
        return len({option.left for option in self.options if not option.disabled}) > 1
