"""A line → how much it says about what broke, judged by its own words and level."""

from collections.abc import Callable
from typing import NamedTuple

from kb.core.errors.chatter import BENIGN
from kb.core.errors.frames import CLASS, INNER_CLASS, SKIPPED
from kb.core.errors.generic import GENERIC, WRAPPED
from kb.core.errors.patterns import LOOKED_AT
from kb.core.errors.stated import STATED
from kb.core.errors.words import GATE, LOUD, MILD, SAID, SHOUTED

OF_EXCEPTION = 3.0
OF_STATED = 2.5
OF_ERROR = 2.0
OF_KEYWORD = 1.5
OF_MILD = 1.0
OF_INFO = 0.4
_GENERIC = 0.35  # a factor
_WRAPPED = 0.75  # a factor: the wrapper repeats the error's own words
_BENIGN = 0.2  # a factor


class Weighed(NamedTuple):
    """`weight` 0 = no error line. `kind` names the rule that decided."""

    weight: float
    kind: str


_NOTHING = Weighed(0.0, "")


class _Rule(NamedTuple):
    kind: str
    fits: Callable[[str], object]
    weight: float  # of a line without a level or at level "error"
    warning: float
    info: float


_RULES = (
    _Rule("exception", CLASS.match, OF_EXCEPTION, 1.4, 1.2),
    _Rule("stated", STATED.search, OF_STATED, 1.4, 0.8),
    _Rule("inner", INNER_CLASS.search, OF_STATED, 1.3, 0.6),
    _Rule("said", SAID.search, OF_KEYWORD, 1.0, OF_INFO),
    _Rule("shouted", SHOUTED.search, OF_KEYWORD, 1.0, OF_INFO),
    _Rule("keyword", LOUD.search, OF_KEYWORD, 0.5, OF_INFO),
    _Rule("mild", MILD.search, OF_MILD, 0.4, 0.2),
)


def weigh(text: str, level: str) -> Weighed:
    """The weight of a peeled line. A traceback's last line is heavier, see `tracebacks`."""
    text = text.strip(" |")[:LOOKED_AT]
    if (level != "error" and not _gated(text)) or (SKIPPED.search(text) and not CLASS.match(text)):
        return _NOTHING
    weighed = _by_words(text, level)
    if WRAPPED.search(text):
        return Weighed(weighed.weight * _WRAPPED, "wrapped")
    if GENERIC.search(text):
        return Weighed(max(weighed.weight, OF_MILD) * _GENERIC, "generic")
    return weighed


def _gated(text: str) -> bool:
    lower = text.lower()
    return any(word in lower for word in GATE)


def _by_words(text: str, level: str) -> Weighed:
    for rule in _RULES:
        if rule.fits(text):
            weight = _at_level(rule, level)
            tame = level in ("info", "warning", "debug") or rule.weight <= OF_KEYWORD
            if tame and BENIGN.search(text):
                return Weighed(weight * _BENIGN, "benign")
            return Weighed(weight, rule.kind)
    return Weighed(OF_ERROR, "level") if level == "error" else _NOTHING


def _at_level(rule: _Rule, level: str) -> float:
    if level == "error":
        return max(rule.weight, OF_ERROR)
    if level == "warning":
        return rule.warning
    return {"info": rule.info, "debug": rule.info / 2}.get(level, rule.weight)
