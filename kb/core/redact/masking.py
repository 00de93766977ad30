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
    """`found` counts masks by kind: {"hf-token": 1, "email": 2}; `secretless` is the text in which
    secrets alone are masked."""

    text: str
    found: dict[str, int]
    secretless: str = ""


@dataclass(frozen=True, slots=True)
class _Compiled:
    rule: Rule
    needs: tuple[str, ...]
    pattern: re.Pattern[str]
    unless: re.Pattern[str]
    unless_before: re.Pattern[str] | None
    finders: tuple[Finder, ...]
    group: str | int


def _compile(rule: Rule) -> _Compiled:
    before = re.compile(rule.unless_before, re.I | re.A) if rule.unless_before else None
    pattern, unless = rule.compiled(), re.compile(no_secret(rule), re.I | re.A)
    group = "secret" if "secret" in pattern.groupindex else 0
    return _Compiled(rule, rule.needs, pattern, unless, before, finders(rule), group)


_Span = tuple[int, int, str]  # from, to, and the mask in its place
_COMPILED = tuple(map(_compile, RULES))
_SECRETS = tuple(row for row in _COMPILED if not row.rule.personal)
_PERSONAL = tuple(row for row in _COMPILED if row.rule.personal)
_KINDS = frozenset(rule.kind for rule in RULES)


class _Masks:
    """Hands out masks: one number a value, counted by kind, above the numbers that the text has."""

    def __init__(self, text: str) -> None:
        self.found: dict[str, int] = {}
        self._numbers: dict[str, int] = {}
        self._given: dict[tuple[str, str], str] = {}
        for name, number in _MASK.findall(text) if "<" in text else ():
            self._numbers[name] = max(self._numbers.get(name, 0), int(number))

    def mask(self, kind: str, value: str) -> str:
        self.found[kind] = self.found.get(kind, 0) + 1
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
    if not text:
        return Redaction("", {})
    masks = _Masks(text)
    secretless = _masked(text, _SECRETS, masks)
    kept = (row for row in _PERSONAL if row.rule.kind not in keep)
    masked = _masked(secretless, kept, masks) if personal else secretless
    return Redaction(masked, masks.found, secretless)


def _masked(text: str, rows: Iterable[_Compiled], masks: _Masks) -> str:
    looked_at = _plain(text)
    for row in rows:
        for need in row.needs:  # a loop: three times as fast as `any`, and most have none
            if need in looked_at:
                break
        else:
            continue
        held = windows(looked_at, row.finders, row.rule.reach)
        spans = list(_spans(text, row, held, masks))
        if spans:
            text = _put(text, spans)
            looked_at = _put(looked_at, [(start, end, mask.lower()) for start, end, mask in spans])
    return text


def _plain(text: str) -> str:
    """The text in ASCII's lower case, each other character as a mark: what a rule needs is ASCII,
    every character keeps its place, and one byte each is searched several times as fast."""
    return text.encode("ascii", "replace").decode("ascii").lower()


def _put(text: str, spans: Iterable[_Span]) -> str:
    pieces, done = [], 0
    for start, end, mask in spans:
        pieces += [text[done:start], mask]
        done = end
    return "".join([*pieces, text[done:]])


def masks_in(text: str) -> dict[str, int]:
    """How often each kind of mask stands in a text: what a browser masked before it was sent."""
    named = (name.lower().replace("_", "-") for name, _ in _MASK.findall(text))
    return dict(Counter(kind for kind in named if kind in _KINDS))


def _spans(text: str, row: _Compiled, held: Iterable[Window], masks: _Masks) -> Iterator[_Span]:
    """Where the secrets of a row stand in the text, with their masks."""
    none: dict[tuple[str, str], bool] = {}  # equal values at equal places are judged once
    for start, end in held:
        for found in row.pattern.finditer(text, start, end):
            value, before = found.group(row.group), _before(row, found)
            if (value, before) not in none:
                none[value, before] = _is_none(row, value, before)
            if not none[value, before]:
                mask = masks.mask(row.rule.kind, value)
                yield found.start(row.group), found.end(row.group), mask


def _before(row: _Compiled, found: re.Match[str]) -> str:
    """The text in front of a match, where the rule asks for it."""
    start = found.start()
    return found.string[max(0, start - _BEFORE) : start] if row.unless_before else ""


def _is_none(row: _Compiled, value: str, before: str) -> bool:
    if len(value) <= _LONGEST_PLACEHOLDER and row.unless.fullmatch(value):
        return True
    return row.unless_before is not None and row.unless_before.search(before) is not None
