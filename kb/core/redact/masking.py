"""A text with its secrets masked; the same secret wears the same mask."""

import re
from collections import Counter
from collections.abc import Collection
from dataclasses import dataclass

from kb.core.redact.model import Rule
from kb.core.redact.rules import RULES, no_secret

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


def _compile(rule: Rule) -> _Compiled:
    before = re.compile(rule.unless_before, re.I | re.A) if rule.unless_before else None
    return _Compiled(rule, rule.compiled(), re.compile(no_secret(rule), re.I | re.A), before)


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
        if any(need in lower for need in rule.needs):
            text = _masked(text, row, masks)
    return Redaction(text, dict(masks.found))


def masks_in(text: str) -> dict[str, int]:
    """How often each kind of mask stands in a text: what a browser masked before it was sent."""
    named = (name.lower().replace("_", "-") for name, _ in _MASK.findall(text))
    return dict(Counter(kind for kind in named if kind in _KINDS))


def _masked(text: str, row: _Compiled, masks: _Masks) -> str:
    group = "secret" if "secret" in row.pattern.groupindex else 0

    def mask(found: re.Match[str]) -> str:
        value = found.group(group)
        if _is_none(row, found, value):
            return found.group()
        whole, start = found.group(), found.start(group) - found.start()
        return whole[:start] + masks.mask(row.rule.kind, value) + whole[start + len(value) :]

    return row.pattern.sub(mask, text)


def _is_none(row: _Compiled, found: re.Match[str], value: str) -> bool:
    if len(value) <= _LONGEST_PLACEHOLDER and row.unless.fullmatch(value):
        return True
    start = found.start()
    before = found.string[max(0, start - _BEFORE) : start]
    return row.unless_before is not None and row.unless_before.search(before) is not None
