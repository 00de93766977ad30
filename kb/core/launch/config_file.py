"""`vllm serve --config FILE` together with the file's own lines, or these lines alone."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from kb.core.launch.mapped import NESTED, ConfigArgs, Pair
from kb.core.launch.spans import Edit, Layer, whole
from kb.core.launch.target import Args, Target
from kb.core.launch.wordlist import WordList
from kb.core.launch.yamllines import scalar_at

_PAIR = re.compile(r"(?P<name>[a-z][a-z0-9_-]*):(?:[ \t]+(?P<value>\S.*)|[ \t]*)$")
_BELOW = re.compile(r"(?:\r?\n(?:[ \t]+|-[ \t])[^\r\n]*)*")
_NAMES = re.compile(
    r"^(?:model|port|host|tensor[-_]parallel[-_]size|max[-_]model[-_]len|gpu[-_]memory[-_]utilization"
    r"|served[-_]model[-_]name|dtype|quantization|max[-_]num[-_]seqs|trust[-_]remote[-_]code"
    r"|model[-_]path|tp[-_]size|mem[-_]fraction[-_]static):[ \t]",
    re.M,
)
_OTHERS = re.compile(r"^(?:services|version|apiVersion|kind|models|image|name|volumes):", re.M)


@dataclass(frozen=True, slots=True)
class BothArgs:
    """The command line and its config file: the command line wins, new flags go to the file."""

    line: WordList
    file: ConfigArgs

    @property
    def values(self) -> tuple[str, ...]:
        return (*self.file.values, *self.line.values)

    @property
    def named(self) -> int:
        return self.file.named

    @property
    def expands(self) -> tuple[bool, ...]:
        return (*self.file.expands, *self.line.expands)

    @property
    def equals_style(self) -> bool:
        return True

    def append(self, words: Sequence[str]) -> Edit:
        return self.file.append(words)

    def _at(self, index: int) -> tuple[Args, int]:
        size = len(self.file.pairs)
        return (self.line, index - size) if index >= size else (self.file, index)

    def insert(self, index: int, words: Sequence[str]) -> Edit:
        args, at = self._at(index)
        return args.insert(at, words)

    def replace(self, index: int, value: str, keep: str = "") -> Edit:
        args, at = self._at(index)
        return args.replace(at, value, keep)

    def remove(self, first: int, last: int) -> Edit:
        args, at = self._at(first)
        return args.remove(at, at + last - first)


def with_config(text: str, targets: tuple[Target, ...]) -> tuple[Target, ...]:
    """The one target, its arguments joined by those of the config file that stands in the text."""
    if len(targets) != 1 or not isinstance(targets[0].args, WordList):
        return targets
    words = targets[0].args.values
    if "--config" not in words:
        return targets
    pairs = read_pairs(text, targets[0].start, targets[0].end)
    if not pairs:
        return targets
    (one,) = targets
    both = BothArgs(targets[0].args, ConfigArgs(whole(text), pairs))
    return (_like(one, both, min(one.start, pairs[0].start), max(one.end, pairs[-1].end)),)


def _like(one: Target, args: Args, start: int, end: int) -> Target:
    return Target("config", one.engine, start, end, args, one.env, one.image,
                  one.positional_model, one.sure, one.complete, one.entry)  # fmt: skip


def alone(text: str) -> tuple[Target, ...]:
    """A text that is a config file."""
    if not _NAMES.search(text) or _OTHERS.search(text):
        return ()
    pairs = read_pairs(text, len(text), len(text))
    if not pairs or not all(_fits(line) for line in text.splitlines()):
        return ()
    args = ConfigArgs(whole(text), pairs)
    return (Target("config", "", pairs[0].start, pairs[-1].end, args, sure=False, complete=False),)


def _fits(line: str) -> bool:
    blank = not line.strip() or line.lstrip().startswith("#") or line[:1] in " -\t"
    return blank or bool(_PAIR.match(line.rstrip()))


def read_pairs(text: str, start: int, end: int) -> tuple[Pair, ...]:
    """The `key: value` lines outside the span from `start` to `end`."""
    return tuple(_pairs(whole(text), start, end))


def _pairs(layer: Layer, start: int, end: int) -> Iterator[Pair]:
    at = 0
    for line in layer.text.split("\n"):
        body = line.rstrip("\r")
        found = _PAIR.match(body.rstrip())
        if found and not start <= at < end:
            yield _pair(layer.text, found, at, at + len(body))
        at += len(line) + 1


def _pair(text: str, found: re.Match[str], at: int, end: int) -> Pair:
    below = None if found["value"] else _BELOW.match(text, end)
    if below and below[0].strip():
        return Pair(found["name"], NESTED, at, end, below.end(), below.end())
    scalar = scalar_at(text, at + (found.start("value") if found["value"] else found.end()), end)
    return Pair(found["name"], scalar.value, at, scalar.start, scalar.end, end, scalar.quote)
