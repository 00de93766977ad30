"""`LLM(model="m", enforce_eager=True)`: keyword arguments as options, and values as Python writes
them."""

import ast
import json
import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from kb.core.launch.itemlists import FlowList
from kb.core.launch.mapped import Pair, as_word, name_and_value
from kb.core.launch.spans import Edit, Layer


def write_item(value: str, quote: str) -> str:
    """A Python string."""
    single = quote == "'" and "'" not in value and "\\" not in value
    return f"'{value}'" if single else json.dumps(value, ensure_ascii=False)


@dataclass(frozen=True, slots=True)
class KeywordArgs:
    """`LLM(model="m", enforce_eager=True)`: keyword arguments as options."""

    layer: Layer
    spans: FlowList  # for the places alone
    pairs: tuple[Pair, ...]

    @property
    def values(self) -> tuple[str, ...]:
        return tuple(as_word(pair) for pair in self.pairs)

    @property
    def named(self) -> int:
        return len(self.pairs)

    @property
    def expands(self) -> tuple[bool, ...]:
        return tuple(not pair.quote and pair.value[:1] == "{" for pair in self.pairs)

    @property
    def equals_style(self) -> bool:
        return True

    def append(self, words: Sequence[str]) -> Edit:
        name, value = name_and_value(words)
        off = name.startswith("no-")
        said = str(not off) if value is None else self._literal(value)
        text = f"{name.removeprefix('no-').replace('-', '_')}={said}"
        return replace(self.spans, write=lambda value, quote: value).append([text])

    def _literal(self, value: str, quote: str = "") -> str:
        try:
            read = json.loads(value)
        except ValueError:
            read = value
        if quote or isinstance(read, str):
            return write_item(value, quote or self._quote)
        return _python(value)

    @property
    def _quote(self) -> str:
        return next((pair.quote for pair in self.pairs if pair.quote), '"')

    def insert(self, index: int, words: Sequence[str]) -> Edit:
        pair = self.pairs[index]
        return self.layer.edit(pair.value_start, pair.value_end, self._literal(words[0]))

    def replace(self, index: int, value: str, keep: str = "") -> Edit:
        pair = self.pairs[index]
        new = self._literal(value, pair.quote) if keep else str(not value.startswith("--no-"))
        return self.layer.edit(pair.value_start, pair.value_end, new)

    def remove(self, first: int, last: int) -> Edit:
        places = [at for at, item in enumerate(self.spans.items)
                  if item.start in (self.pairs[first].start, self.pairs[last].start)]  # fmt: skip
        return self.spans.remove(places[0], places[-1])


_WORDS = {"true": "True", "false": "False", "null": "None"}
_JSON_WORD = re.compile(r"\"(?:[^\"\\]|\\.)*\"|\b(?:true|false|null)\b")


def _python(value: str) -> str:
    """JSON as Python writes it."""
    return _JSON_WORD.sub(lambda hit: _WORDS.get(hit[0], hit[0]), value)


def literal(written: str) -> str:
    """A dict or list of Python as JSON, a number or name of a constant as it is, any other
    expression in braces: its value is not known."""
    try:
        value = ast.literal_eval(written)
        return json.dumps(value) if isinstance(value, dict | list) else written
    except (ValueError, SyntaxError, TypeError, RecursionError, MemoryError):
        return "{" + written + "}"
