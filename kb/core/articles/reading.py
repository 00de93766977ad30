"""Nodes of a front matter → values of the schema, with every problem noted and none raised."""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import date

from rapidfuzz import process

from kb.core.articles.model import Problem
from kb.core.documents import Fields, Items, Node, Text
from kb.core.facts.model import Vocabulary
from kb.core.messages import Message, msg

SLUG = re.compile(r"[a-z0-9]+(?:-[a-z0-9]+)*")
_ALIKE = 70  # rapidfuzz ratio from which a name is worth offering


@dataclass(slots=True)
class Reading:
    """The problems found so far in one source."""

    vocabulary: Vocabulary
    problems: list[Problem] = field(default_factory=list)

    def refuse(self, line: int, path: str, message: Message) -> None:
        self.problems.append(Problem(line, path, message))

    def draft(self, line: int, path: str, message: Message) -> None:
        self.problems.append(Problem(line, path, message, draft=True))


def did_you_mean(word: str, known: Iterable[str]) -> str:
    """The known word that is most like `word`, "" where none is."""
    found = process.extractOne(word, list(known), score_cutoff=_ALIKE)
    return found[0] if found else ""


def unknown(word: str, what: str, known: Sequence[str]) -> Message:
    """A sentence for a word that is not one of `known`, a closed set."""
    meant = did_you_mean(word, known)
    if meant:
        text = "`{word}`: no such {what}; did you mean `{meant}`?"
        return msg(text, word=word, what=what, meant=meant)
    one_of = ", ".join(known)
    return msg("`{word}`: no such {what}; one of {one_of}", word=word, what=what, one_of=one_of)


def is_empty(node: Node | None) -> bool:
    """Nothing was written there: no value, `[]` or `{}`."""
    if isinstance(node, Text):
        return not node.value.strip()
    return node is None or not (node.values if isinstance(node, Items) else node.entries)


def fields(node: Node | None, path: str, known: Sequence[str], reading: Reading) -> dict[str, Node]:
    """The entries of a mapping that are in the schema; the others are refused by name."""
    if node is None or is_empty(node):
        return {}
    if not isinstance(node, Fields):
        reading.refuse(node.line, path, msg("a mapping (`key: value`) belongs here"))
        return {}
    for key, place in node.keys.items():
        if key not in known:
            reading.refuse(place.line, join(path, key), unknown(key, "field", known))
    return {key: value for key, value in node.entries.items() if key in known}


def entries(node: Node | None, path: str, reading: Reading) -> Iterator[tuple[str, Node]]:
    """The items of a list with their paths; a single value counts as a list of one."""
    if node is None or is_empty(node):
        return
    values = node.values if isinstance(node, Items) else (node,)
    for number, value in enumerate(values):
        yield f"{path}[{number}]", value


def join(path: str, key: str) -> str:
    return f"{path}.{key}" if path else key


def text(node: Node | None, path: str, reading: Reading) -> str:
    """Text of any number of lines, without blank lines around it; "" where there is none."""
    if node is None:
        return ""
    if isinstance(node, Text):
        if node.cut:
            reading.refuse(node.line, path, _cut())
        return node.value.strip("\n").rstrip()
    reading.refuse(node.line, path, _split(node))
    return ""


def _cut() -> Message:
    return msg("YAML ends this text at ` #`; write it as a block (`|`) or in quotes")


def _split(node: Node) -> Message:
    first = next(iter(node.entries), "") if isinstance(node, Fields) else ""
    if not first:
        return msg("text belongs here; write it as a block (`|`) or in quotes")
    return msg(
        "YAML splits this text at `{first}: `; write it as a block: `|`, and the text under it",
        first=first,
    )


def words(node: Node | None, path: str, reading: Reading) -> str:
    """Text on one line; a remark may follow it."""
    if isinstance(node, Text):
        return " ".join(node.value.split())
    return text(node, path, reading)


def texts(
    node: Node | None, path: str, reading: Reading, read: Callable[..., str] = text
) -> tuple[str, ...]:
    """A list of texts, none of them empty."""
    found = (read(value, where, reading) for where, value in entries(node, path, reading))
    return tuple(value for value in found if value)


def choice(
    node: Node | None, path: str, known: Sequence[str], default: str, reading: Reading
) -> str:
    """One of a closed set of words; another word is refused."""
    value = words(node, path, reading)
    if not value or node is None:
        return default
    if value not in known:
        reading.refuse(node.line, path, unknown(value, "value", known))
        return default
    return value


def truth(node: Node | None, path: str, default: bool, reading: Reading) -> bool:
    value = choice(node, path, ("true", "false"), str(default).lower(), reading)
    return value == "true"


def day(node: Node | None, path: str, reading: Reading) -> str:
    """An ISO date, as text."""
    value = words(node, path, reading)
    if value and node and not is_day(value):
        reading.refuse(node.line, path, msg("a date is written as 2026-08-12"))
    return value


def is_day(value: str) -> bool:
    try:
        return date.fromisoformat(value).isoformat() == value
    except ValueError:
        return False


def slug(node: Node | None, path: str, reading: Reading) -> str:
    value = words(node, path, reading)
    if value and node and not SLUG.fullmatch(value):
        message = msg("`{value}`: small letters, digits and single dashes only", value=value)
        reading.refuse(node.line, path, message)
    return value
