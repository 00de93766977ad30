"""Launch commands as values."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Protocol

from kb.core.articles.model import Change
from kb.core.messages import Message


class LaunchError(ValueError):
    """The text is no launch command that can be changed safely; `message` gives the reason."""

    def __init__(self, message: Message) -> None:
        super().__init__(str(message))
        self.message = message


class LaunchQuestion(LaunchError):
    """Only the person can decide how to go on: a placeholder, two commands, a wrapper that
    nobody knows."""


class PlaceholderQuestion(LaunchQuestion):
    """Words of the command stand for a value that only the person knows."""


@dataclass(frozen=True, slots=True)
class Repair:
    """One mend of damaged text, always reported: what it was and what it became."""

    what: Message
    before: str = ""
    after: str = ""


@dataclass(frozen=True, slots=True)
class Written:
    """One option as the command has it: the name as written, its words, whether `=` joined them."""

    name: str
    words: tuple[str, ...] = ()
    joined: bool = False
    after: tuple[str, ...] = ()  # words behind it that belong to no option: `False`, a model
    named: bool = False  # a name with its value: a key of a file, a keyword argument


@dataclass(frozen=True, slots=True)
class Command:
    """What a launch command says. `flags` maps canonical long names to the last value (True for
    a switch)."""

    engine: str  # vllm, sglang, llamacpp, ollama, tgi, "" when not told
    form: str  # shell, docker, compose, kubernetes, helm, systemd, dockerfile, config, python …
    text: str
    model: str = ""
    flags: Mapping[str, str | bool] = field(default_factory=dict)
    env: Mapping[str, str] = field(default_factory=dict)
    image: str = ""
    version: str = ""  # from the image tag or a pip pin, where there is one
    written: tuple[Written, ...] = ()  # every option in order; the checks of flags.py read these
    # serve (vllm serve, sglang serve), module (python -m), image (docker), binary, "" unknown
    entry: str = ""
    complete: bool = True  # a fragment says nothing about flags that it lacks
    repairs: tuple[Repair, ...] = ()
    warnings: tuple[Message, ...] = ()


@dataclass(frozen=True, slots=True)
class Outcome:
    """Exactly one of `after`, `question`, `refused` is set. `draft` is what `after` will be once
    the placeholders are filled, where nothing else is asked."""

    after: str | None = None
    question: Message | None = None
    refused: Message | None = None
    form: str = ""
    changes: tuple[Change, ...] = ()  # what was really changed
    already: tuple[Change, ...] = ()  # what was there before: "already in your command"
    repairs: tuple[Repair, ...] = ()
    warnings: tuple[Message, ...] = ()
    draft: str | None = None


class Resolved(Protocol):
    """What an option of the command line is."""

    @property
    def flag(self) -> str:
        """The canonical name."""

    @property
    def kind(self) -> str:
        """switch, value, list, json or pair (a switch with a negation)."""

    @property
    def negated(self) -> bool: ...

    @property
    def ambiguous(self) -> tuple[str, ...]:
        """The flags that an abbreviation could mean, where there are several."""


class Catalogue(Protocol):
    """The flags of one engine, version by version; None = the version is not known."""

    def resolve(self, option: str, version: str | None) -> Resolved | None: ...

    def spellings(self, flag: str, version: str | None) -> tuple[str, ...]:
        """Every literal spelling of a flag, aliases and negations included."""

    def default(self, flag: str, version: str | None = None) -> str | None:
        """The text of the default there; None where the engine decides, or nothing is known."""


Catalogues = Mapping[str, Catalogue]  # by engine
