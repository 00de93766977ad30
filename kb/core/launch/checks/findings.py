"""Findings, and the case that the checks look at: a command with its options resolved in a
version."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property

from kb.core.launch.catalogue.catalogue import Catalogue
from kb.core.launch.catalogue.resolving import Resolved
from kb.core.launch.catalogue.timeline import Place, parse
from kb.core.launch.model import Command, Written
from kb.core.messages import Message

ERROR = "error"  # the server does not start
WARNING = "warning"  # it starts, but not as meant
NOTE = "note"

ENGINES = {
    "vllm": "vLLM",
    "sglang": "SGLang",
    "llamacpp": "llama.cpp",
    "ollama": "Ollama",
    "tgi": "TGI",
}


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing to tell about a command. `flag` is the option or variable as the command has it."""

    kind: str
    flag: str
    message: Message
    level: str = ERROR
    advice: Message | None = None


@dataclass(frozen=True, slots=True)
class Use:
    """One option of the command and what it means there; None where nothing is like it."""

    written: Written
    resolved: Resolved | None

    @property
    def values(self) -> tuple[str, ...]:
        if self.resolved and self.resolved.value is not None:
            return (self.resolved.value,)
        return self.written.words

    @property
    def flag(self) -> str:
        return self.resolved.flag if self.resolved else ""

    @property
    def there(self) -> bool:
        """Whether the version may have it: what is gone needs no further words."""
        return bool(self.flag) and self.resolved is not None and self.resolved.status in HERE


HERE = ("here", "maybe")


@dataclass(frozen=True)
class Case:
    """A command looked at in one version ("" where it is not known)."""

    command: Command
    version: str
    catalogue: Catalogue
    others: Mapping[str, Catalogue] = field(default_factory=dict)

    @property
    def engine(self) -> str:
        """The engine's name as people write it."""
        return ENGINES.get(self.catalogue.engine, self.catalogue.engine)

    @cached_property
    def place(self) -> Place | None:
        return self.catalogue.place(self.version)

    @cached_property
    def uses(self) -> tuple[Use, ...]:
        options = self.command.written or _from_flags(self.command)
        return tuple(Use(one, self.catalogue.resolve(one.name, self.version)) for one in options)

    @cached_property
    def beyond(self) -> bool:
        """A version newer than all that were read, or one that cannot be compared with them."""
        mine, newest = parse(self.version), parse(self.catalogue.newest)
        return self.place is None or (mine is not None and newest is not None and mine > newest)

    def uses_of(self, flag: str) -> tuple[Use, ...]:
        return tuple(use for use in self.uses if use.flag == flag)

    def has(self, flag: str) -> bool:
        return bool(self.uses_of(flag))

    def from_version(self, since: str) -> bool:
        """Surely `since` or newer; `since` is a version that was read. An unknown one is
        neither."""
        number = self.catalogue.timeline.index.get(since)
        return self.place is not None and number is not None and self.place.low >= number

    def before_version(self, until: str) -> bool:
        number = self.catalogue.timeline.index.get(until)
        return self.place is not None and number is not None and self.place.high < number


def _from_flags(command: Command) -> tuple[Written, ...]:
    return tuple(
        Written(name, () if value is True else (str(value),))
        for name, value in command.flags.items()
    )
