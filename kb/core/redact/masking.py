"""A text with its secrets masked; the same secret wears the same mask."""

import re
from collections import Counter
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass

from kb.core.redact.model import Rule
from kb.core.redact.rules import RULES, no_secret
from kb.core.redact.windows import Finder, Window, finders, windows

_BEFORE = 40  # characters in front of a value that `unless_before` may look at
_MASK = re.compile(r"<([A-Z]+(?:_[A-Z]+)*)_(\d{1,6})>")
_LONGEST_PLACEHOLDER = 400


@dataclass(frozen=True, slots=True)
class Redaction:
    """`found` counts masks by kind: {"hf-token": 1, "email": 2}."""

    text: str
    found: dict[str, int]


@dataclass(frozen=True, slots=True)
class _Compiled:
    rule: Rule
    pattern: re.Pattern[str]
    unless: re.Pattern[str]
    unless_before: re.Pattern[str] | None
    finders: tuple[Finder, ...]
    group: str | int


def _compile(rule: Rule) -> _Compiled:
    before = re.compile(rule.unless_before, re.I | re.A) if rule.unless_before else None
    pattern, unless = rule.compiled(), re.compile(no_secret(rule), re.I | re.A)
    group = "secret" if "secret" in pattern.groupindex else 0
    return _Compiled(rule, pattern, unless, before, finders(rule), group)


_COMPILED = tuple(map(_compile, RULES))
_KINDS = frozenset(rule.kind for rule in RULES)


class _Masks:
    """Hands out masks: one number a value, counted by kind, above the numbers that the text has."""

    def __init__(self, text: str) -> None:
        self.found: Counter[str] = Counter()
        self._numbers: dict[str, int] = {}
        self._given: dict[tuple[str, str], str] = {}
        for name, number in _MASK.findall(text) if "<" in text else ():
            self._numbers[name] = max(self._numbers.get(name, 0), int(number))

    def mask(self, kind: str, value: str) -> str:
        self.found[kind] += 1
        if (kind, value) not in self._given:
            name = kind.upper().replace("-", "_")
            self._numbers[name] = self._numbers.get(name, 0) + 1
            self._given[kind, value] = f"<{name}_{self._numbers[name]}>"
        return self._given[kind, value]


def redact(text: str, *, personal: bool = True, keep: Collection[str] = ()) -> Redaction:
    """`text` with secrets (always) and personal details (if `personal`) as masks: `<HF_TOKEN_1>`.

    Personal kinds in `keep` stay: whoever owns the text wants them sent. The same value has the
    same mask. Linear in the text; masking twice changes nothing more.
    """
    masks = _Masks(text)
    lower = text.lower()
    for row in _COMPILED:
        rule = row.rule
        if rule.personal and (not personal or rule.kind in keep):
            continue
        if len(lower) != len(text):  # a letter that is two in lower case: no place is right
            held = [(0, len(text))] * any(need in lower for need in rule.needs)
        else:
            held = windows(lower, row.finders, rule.reach)
        pieces = list(_pieces(text, row, held, masks))
        if pieces:
            text = "".join(pieces)
            lower = text.lower()
    return Redaction(text, dict(masks.found))


def masks_in(text: str) -> dict[str, int]:
    """How often each kind of mask stands in a text: what a browser masked before it was sent."""
    named = (name.lower().replace("_", "-") for name, _ in _MASK.findall(text))
    return dict(Counter(kind for kind in named if kind in _KINDS))


def _pieces(text: str, row: _Compiled, held: Iterable[Window], masks: _Masks) -> Iterator[str]:
    """The text in pieces, its secrets as masks; nothing where there is none."""
    done = 0
    none: dict[tuple[str, str], bool] = {}  # equal values at equal places are judged once
    for start, end in held:
        for found in row.pattern.finditer(text, start, end):
            value, before = found.group(row.group), _before(row, found)
            if (value, before) not in none:
                none[value, before] = _is_none(row, value, before)
            if not none[value, before]:
                yield text[done : found.start(row.group)]
                yield masks.mask(row.rule.kind, value)
                done = found.end(row.group)
    if done:
        yield text[done:]


def _before(row: _Compiled, found: re.Match[str]) -> str:
    """The text in front of a match, where the rule asks for it."""
    start = found.start()
    return found.string[max(0, start - _BEFORE) : start] if row.unless_before else ""


def _is_none(row: _Compiled, value: str, before: str) -> bool:
    if len(value) <= _LONGEST_PLACEHOLDER and row.unless.fullmatch(value):
        return True
    return row.unless_before is not None and row.unless_before.search(before) is not None
