"""A launch command found in a text: its arguments, environment and image, each able to change
itself by span."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from kb.core.launch.dialects import Dialect
from kb.core.launch.quoting import requote
from kb.core.launch.spans import Edit, Layer


class Args(Protocol):
    """The engine's arguments in order."""

    @property
    def values(self) -> tuple[str, ...]: ...

    @property
    def expands(self) -> tuple[bool, ...]:
        """Which of them hold a variable."""

    @property
    def equals_style(self) -> bool: ...

    def append(self, words: Sequence[str]) -> Edit: ...

    def insert(self, index: int, words: Sequence[str]) -> Edit:
        """`words` right behind item `index`."""

    def replace(self, index: int, value: str, keep: str = "") -> Edit: ...

    def remove(self, first: int, last: int) -> Edit: ...


@dataclass(frozen=True, slots=True)
class Variable:
    """An environment variable that the server gets; `index` is its place in its Env."""

    name: str
    value: str
    index: int


class Env(Protocol):
    """The variables set in the text, and how one more is set there."""

    @property
    def variables(self) -> tuple[Variable, ...]: ...

    def add(self, name: str, value: str) -> Edit: ...

    def change(self, variable: Variable, value: str) -> Edit: ...

    def drop(self, variable: Variable) -> Edit: ...


class Image(Protocol):
    @property
    def name(self) -> str:
        """Repository, tag and digest as written."""

    def change(self, name: str) -> Edit: ...


@dataclass(frozen=True, slots=True)
class WordImage:
    """An image that is a word of a command line, `start` to `end` in the layer."""

    layer: Layer
    dialect: Dialect
    start: int
    end: int
    name: str

    def change(self, name: str) -> Edit:
        new = requote(self.layer.text[self.start : self.end], name, self.dialect)
        return self.layer.edit(self.start, self.end, self.layer.escape(new))


@dataclass(frozen=True, slots=True)
class Target:
    """One launch command in a text. `start`, `end`: its span there. `sure`: an entry point or
    an image of an engine
    was seen. `complete`: it is the whole command, so an absent flag has its default."""

    form: str
    engine: str
    start: int
    end: int
    args: Args
    env: Env | None = None
    image: Image | None = None
    positional_model: bool = False  # `vllm serve MODEL`, not `--model MODEL`
    sure: bool = True
    complete: bool = True
    entry: str = ""  # serve, module, image, binary
    # options that the text sets outside the arguments, each with the words that tell where
    elsewhere: tuple[tuple[str, str], ...] = ()
