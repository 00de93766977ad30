"""A catalogue as values: flags, environment variables and pins with their versions."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from kb.core.launch.catalogue.timeline import Spans, Timeline
from kb.core.messages import Message

UNSET = "unset"
"""Default of a flag that the engine leaves open: it decides by itself at start-up."""

History = tuple[tuple[int, str], ...]
"""(index of the version, value from there on), oldest first."""


class CatalogueError(ValueError):
    """A catalogue file or a pasted help text cannot be read; `message` says where and why."""

    def __init__(self, message: Message) -> None:
        super().__init__(str(message))
        self.message = message


@dataclass(frozen=True, slots=True)
class Key:
    """One key inside a JSON flag, dotted where nested."""

    name: str
    type: str
    spans: Spans


@dataclass(frozen=True, slots=True)
class Flag:
    """One option. `kinds`: switch, pair (has a negation), optional, value, list, json, `:type`."""

    name: str
    spans: Spans
    kinds: History
    defaults: History = ()
    aliases: Mapping[str, Spans] = field(default_factory=dict)
    negations: Mapping[str, Spans] = field(default_factory=dict)
    choices: Mapping[str, Spans] = field(default_factory=dict)
    values: Mapping[str, Spans] = field(
        default_factory=dict
    )  # some accepted values; others may be too
    deprecated: int | None = None
    replaced_by: str = ""
    env: str = ""  # the variable that sets the same, for engines that have one per option
    secret: bool = False
    keys: tuple[Key, ...] = ()
    explain: Mapping[str, str] = field(default_factory=dict)

    @property
    def removed(self) -> int:
        """Index of the first version without it, behind its last one."""
        return self.spans[-1][1] + 1


@dataclass(frozen=True, slots=True)
class Variable:
    """An environment variable that an engine, or a library below it, reads."""

    name: str
    spans: Spans
    default: str = ""
    replaced_by: str = ""
    secret: bool = False
    explain: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Pin:
    """What one release was built with: component → PEP 440 specifier, and its image."""

    version: str
    requires: Mapping[str, str]
    entrypoint: str = ""
    cuda: str = ""


@dataclass(frozen=True, slots=True)
class Tables:
    """All that is known of one engine's command line."""

    engine: str
    timeline: Timeline
    flags: Mapping[str, Flag] = field(default_factory=dict)
    variables: Mapping[str, Variable] = field(default_factory=dict)
    pins: Mapping[str, Pin] = field(default_factory=dict)


def value_at(history: History, number: int) -> str:
    """The value in force at index `number`; before the history its first one, "" without one."""
    current = history[0][1] if history else ""
    for first, value in history:
        if first > number:
            break
        current = value
    return current
