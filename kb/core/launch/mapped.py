"""Arguments as names with values: a `--config` file and the keyword arguments of `LLM(…)`."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from kb.core.launch.model import LaunchQuestion
from kb.core.launch.spans import Edit, Layer
from kb.core.launch.yamlvalues import is_other_than_text
from kb.core.messages import msg

NESTED = "{below}"  # the value of a key that has lines of its own below it
_YES, _NO = ("true", "True"), ("false", "False", "null", "None", "~")


@dataclass(frozen=True, slots=True)
class Pair:
    """One name with its value: `start` to `end` as a whole, `value_start` to `end` of the value."""

    name: str
    value: str
    start: int
    value_start: int
    value_end: int
    end: int
    quote: str = ""


def as_word(pair: Pair) -> str:
    """`max_model_len: 4096` as an option of the command line, always one word."""
    flag = "--" + pair.name.replace("_", "-")
    if not pair.quote and pair.value in _YES:
        return f"{flag}=true"
    if not pair.quote and pair.value in _NO:
        return f"{flag}=false"
    return f"{flag}={pair.value}"


def name_and_value(words: Sequence[str]) -> tuple[str, str | None]:
    """`--max-model-len 4096` → its name and value; None for a switch."""
    flag, equals, joined = words[0].partition("=")
    value = joined if equals else " ".join(words[1:]) if len(words) > 1 else None
    return flag.lstrip("-"), value


def underscored(pairs: Sequence[Pair]) -> bool:
    """Does the user write names with underscores?"""
    return any("_" in pair.name for pair in pairs) and not any("-" in one.name for one in pairs)


@dataclass(frozen=True, slots=True)
class ConfigArgs:
    """The top-level keys of a YAML config file, in a text."""

    layer: Layer
    pairs: tuple[Pair, ...]

    @property
    def values(self) -> tuple[str, ...]:
        return tuple(as_word(pair) for pair in self.pairs)

    @property
    def named(self) -> int:
        return len(self.pairs)

    @property
    def expands(self) -> tuple[bool, ...]:
        return tuple("$" in pair.value for pair in self.pairs)

    @property
    def equals_style(self) -> bool:
        return True

    def append(self, words: Sequence[str]) -> Edit:
        at = self.pairs[-1].end
        return self.layer.edit(at, at, self._newline + self._line(words))

    def insert(self, index: int, words: Sequence[str]) -> Edit:
        pair = self._flat(index)
        return self.layer.edit(pair.value_start, pair.value_end, self._written(words[0]))

    @property
    def _newline(self) -> str:
        return "\r\n" if "\r\n" in self.layer.text else "\n"

    def _line(self, words: Sequence[str]) -> str:
        name, value = name_and_value(words)
        name = name.replace("-", "_") if underscored(self.pairs) else name
        return f"{name}: {'true' if value is None else self._written(value)}"

    def _written(self, value: str, quote: str = "") -> str:
        plain = re.fullmatch(r"[\w./+-]*[\w/]", value, re.ASCII)
        if not quote and plain and not is_other_than_text(value):
            return value
        if quote == '"' and '"' not in value and "\\" not in value:
            return f'"{value}"'
        return "'" + value.replace("'", "''") + "'"

    def _flat(self, index: int) -> Pair:
        pair = self.pairs[index]
        if pair.value == NESTED:
            raise LaunchQuestion(
                msg("{name} has keys of its own: change them there", name=pair.name)
            )
        return pair

    def replace(self, index: int, value: str, keep: str = "") -> Edit:
        pair = self._flat(index)
        if keep:
            new = self._written(value, pair.quote)
        else:
            new = "false" if value.startswith("--no-") else "true"
        return self.layer.edit(pair.value_start, pair.value_end, new)

    def remove(self, first: int, last: int) -> Edit:
        start, end = self.pairs[first].start, self.pairs[last].end
        after = re.compile(r"\r?\n").match(self.layer.text, end)
        if after:
            return self.layer.edit(start, after.end(), "")
        before = re.compile(r"\r?\n\Z").search(self.layer.text, 0, start)
        return self.layer.edit(before.start() if before else start, end, "")
