"""What goes into a diagnosis and what comes out, as values."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from kb.core.articles.model import Change, Fix, Verification
from kb.core.errors import ErrorReading
from kb.core.facts.model import Facts, Vocabulary
from kb.core.launch.model import Command, Repair
from kb.core.messages import Message
from kb.core.questions import Question
from kb.core.ranking import Match
from kb.core.text import Line

Outcome = Literal["match", "ask", "none"]
Origin = Literal["yours", "article", "built"]


class AnswerError(ValueError):
    """An answer names no fact or check, or a value that it cannot have; `message` says which."""

    def __init__(self, message: Message) -> None:
        super().__init__(str(message))
        self.message = message


@dataclass(frozen=True, slots=True)
class Given:
    """What somebody pasted. `answers` maps a fact or `check:<slug>/<id>` to a value or `?`; `keep`
    are kinds of personal details that are not masked, since their owner said so."""

    paste: str = ""
    environment: str = ""
    command: str = ""
    answers: Mapping[str, str] = field(default_factory=dict)
    language: str = "en"
    keep: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Own:
    """The user's own launch command: its text with `$NAME` for each of the `secrets`, and what it
    says, or the `problem` why it cannot be read. `line` is where it stands in a text, 0 = alone."""

    text: str
    command: Command | None
    secrets: tuple[str, ...] = ()
    problem: Message | None = None
    line: int = 0


@dataclass(frozen=True, slots=True)
class Reading:
    """What was read out of it, masked: nothing in here holds a secret."""

    lines: tuple[Line, ...]
    errors: ErrorReading
    facts: Facts
    skipped: frozenset[str]
    own: Own | None
    redacted: Mapping[str, int]

    @property
    def command(self) -> Command | None:
        """What the user's own command says."""
        return self.own.command if self.own else None


@dataclass(frozen=True, slots=True)
class FixShown:
    """The fix to try now. `rests_on` are the conditions that are not known to hold, `told` those of
    its changes whose value was read from the error."""

    article: str
    fix: Fix
    provisional: bool
    rests_on: tuple[Message, ...]
    verify: tuple[Verification, ...]
    told: tuple[Change, ...] = ()


@dataclass(frozen=True, slots=True)
class LaunchShown:
    """The corrected command. `after` is None where it cannot be changed safely: `refused` gives the
    reason, or `question` what must be said first. `command` is what `after` says, None where it is
    no launch command."""

    origin: Origin
    form: str
    before: str | None
    after: str | None
    changes: tuple[Change, ...] = ()
    already: tuple[Change, ...] = ()
    warnings: tuple[Message, ...] = ()
    repairs: tuple[Repair, ...] = ()
    refused: Message | None = None
    question: Message | None = None
    command: Command | None = None
    draft: str | None = None  # what `after` will be once its placeholders are filled

    @property
    def printed(self) -> str | None:
        return self.after if self.after is not None else self.draft


@dataclass(frozen=True, slots=True)
class Diagnosed:
    """The answer. `would_apply` are faults that a command and an environment without an error would
    meet; `plan` is what to try in which order once nothing is left to ask."""

    verdict: Outcome
    reading: Reading
    matches: tuple[Match, ...]
    question: Question | None
    fix: FixShown | None
    launch: LaunchShown | None
    vocabulary: Vocabulary
    would_apply: tuple[Match, ...] = ()
    plan: tuple[tuple[Match, Fix], ...] = ()
    find_out: tuple[str, ...] = ()  # facts that a command tells and that would decide
    language: str = "en"

    def as_json(self) -> dict[str, object]:
        """The object of contract.md, *diagnose --json*."""
        from kb.diagnosis.engine.shape import shaped

        return shaped(self)
