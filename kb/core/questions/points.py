"""The answers that a fact could have, as far as the conditions in play tell them apart."""

import re
from collections.abc import Iterable
from dataclasses import dataclass

from kb.core.conditions import Condition
from kb.core.facts.model import FactKind

# The answer that no condition names. It looks like a name on the hub: a bare word may be anything.
SOMETHING_ELSE = "nobody/other-1b"

_VERSION = re.compile(r"v?(\d[\w.+!-]*|b\d+)")
_NUMBER = re.compile(r"\d+(?:\.\d+)?")
_STARS = re.compile(r"[*?]+")


@dataclass(frozen=True, slots=True)
class Point:
    """A possible answer and its probability while nothing is known."""

    value: str
    weight: float
    named: bool = False  # by a condition


def points(kind: FactKind, conditions: Iterable[Condition]) -> tuple[Point, ...]:
    """Answers that cover every region which the conditions draw. Half of the weight goes to what
    they name: articles are written about what happens."""
    wanted = [value for each in conditions for value in each.values]
    values, named = _VALUES[kind.kind](kind, wanted)
    shared = 0.5 / len(named) if named else 0.0
    even = (0.5 if named else 1.0) / max(1, len(values))
    return tuple([Point(v, even + shared * (v in named), v in named) for v in values])


Values = tuple[list[str], set[str]]  # all, and those that a condition names


def _choices(kind: FactKind, wanted: list[str]) -> Values:
    names = [choice.name for choice in kind.choices]
    return list(dict.fromkeys([*names, *wanted])), set(wanted)


def _texts(kind: FactKind, wanted: list[str]) -> Values:
    plain = [_STARS.sub("-", value).strip("-") or value for value in wanted]
    if kind.name == "model":
        plain = [value if "/" in value else f"nobody/{value}" for value in plain]
    return list(dict.fromkeys([*plain, SOMETHING_ELSE])), set(plain)


def _versions(kind: FactKind, wanted: list[str]) -> Values:
    bounds = sorted(
        {found for value in wanted for found in _VERSION.findall(value)}, key=_version_key
    )
    values = [_below(bounds[0])] if bounds else []
    for bound in bounds:
        values += [bound, _above(bound)]
    return list(dict.fromkeys(values)) or [SOMETHING_ELSE], set(bounds)


def _version_key(text: str) -> tuple[int, ...]:
    return tuple(int(part) for part in re.findall(r"\d+", text)[:6])


def _below(bound: str) -> str:
    return "b1" if bound.startswith("b") else "0.0.1"


def _above(bound: str) -> str:
    """The next build, or a release just above with nothing in between."""
    if bound.startswith("b"):
        return f"b{int(bound[1:]) + 1}"
    release = re.match(r"\d+(?:\.\d+)*", bound)
    parts = (release.group() if release else "0").split(".")
    return ".".join([*parts, *["0"] * (4 - len(parts)), "1"])


def _numbers(kind: FactKind, wanted: list[str]) -> Values:
    bounds = sorted({float(n) for value in wanted for n in _NUMBER.findall(value)})
    values = [bounds[0] / 2] if bounds else []
    for bound, after in zip(
        bounds, [*bounds[1:], 2 * bounds[-1] + 1] if bounds else [], strict=True
    ):
        values += [bound, (bound + after) / 2]
    texts = list(dict.fromkeys(_plain(value) for value in values))
    return texts or ["0"], {_plain(bound) for bound in bounds}


def _plain(number: float) -> str:
    return str(int(number)) if number == int(number) else f"{number:g}"


_VALUES = {"choice": _choices, "text": _texts, "version": _versions, "number": _numbers}
