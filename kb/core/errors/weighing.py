"""A line → how much it says about what broke, judged by its own words and level."""

from collections.abc import Callable
from typing import NamedTuple

from kb.core.errors.chatter import BENIGN, HARMLESS, UNNEEDED
from kb.core.errors.frames import CLASS, INNER_CLASS, LOOSE_CLASS, RAISED, SKIPPED
from kb.core.errors.generic import GENERIC
from kb.core.errors.patterns import LOOKED_AT, has_any
from kb.core.errors.stated import OPENING, STATED
from kb.core.errors.unwrap import unwrapped
from kb.core.errors.words import GATE, LOUD, MILD, OPENED, SAID, SHOUTED

OF_EXCEPTION = 3.0
OF_STATED = 2.5
OF_OPENING = 2.2
OF_ERROR = 2.0
OF_KEYWORD = 1.5
OF_MILD = 1.0
OF_PASTED = 0.9
OF_INFO = 0.4
_GENERIC = 0.35  # a factor
_WRAPPED = 0.9  # a factor: the line repeats an error inside of a wrapper
_LEAST_LETTERS = 6
_BENIGN = 0.2  # a factor
_TOLD = 0.3  # more for what a logger calls an error
_CALM = ("info", "warning", "debug")
_CALM_GATE = ("error", "exception", "fail", "fatal", "out of memory", "refused", "报错")


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
    _Rule("exception", CLASS.match, OF_EXCEPTION, 1.0, 1.3),
    _Rule("stated", STATED.are_in, OF_STATED, 0.9, 0.8),
    _Rule("inner", INNER_CLASS.search, OF_STATED, 0.9, 0.6),
    _Rule("raised", RAISED.match, 1.2, 0.5, OF_INFO),
    _Rule("opening", OPENING.are_in, OF_OPENING, 0.9, OF_INFO),
    _Rule("said", SAID.search, OF_KEYWORD, 0.9, OF_INFO),
    _Rule("shouted", SHOUTED.search, OF_KEYWORD, 0.9, OF_INFO),
    _Rule("opened", OPENED.match, OF_KEYWORD, 0.5, OF_INFO),
    _Rule("keyword", LOUD.search, OF_MILD, 0.5, OF_INFO),
    _Rule("mild", MILD.search, OF_MILD, 0.4, 0.2),
)
_WARNING_CLASS = "UserWarning: "  # a library says so where its program goes on without a GPU
_OF_WARNING_CLASS = 1.4


def weigh(text: str, level: str) -> Weighed:
    """The weight of a peeled line by itself."""
    text = text.strip(" |")[:LOOKED_AT]
    if not _gated(text, level) or (SKIPPED.are_in(text) and not CLASS.match(text)):
        return _NOTHING
    message = unwrapped(text)
    weighed = _by_words(message, level)
    if message != text and sum(map(str.isalpha, message)) < _LEAST_LETTERS:
        return Weighed(OF_MILD * _GENERIC, "generic")  # the message goes on in the next line
    if message != text:
        weighed = max(weighed, _by_words(text, level))
        weighed = Weighed(weighed.weight * _WRAPPED, weighed.kind)
    return _generic(message, weighed) if GENERIC.are_in(message) else weighed


def weigh_ending(text: str, level: str, weighed: Weighed) -> Weighed:
    """The weight of the line behind a traceback's last frame: an exception, if it can be one."""
    if weighed.kind in ("generic", "benign") or level in _CALM:
        return weighed
    if CLASS.match(text) or LOOSE_CLASS.match(text):
        return Weighed(OF_EXCEPTION, "exception")
    return Weighed(max(weighed.weight, OF_ERROR), "ending") if weighed.weight else weighed


def _generic(message: str, weighed: Weighed) -> Weighed:
    """A wrapper, unless it says what broke beside its own phrase."""
    if STATED.are_in(GENERIC.taken_from(message)):
        return Weighed(weighed.weight * _WRAPPED, weighed.kind)
    return Weighed(max(weighed.weight, OF_MILD) * _GENERIC, "generic")


def is_calm(text: str, level: str) -> bool:
    """Whether a line of level "info" or "debug" surely says nothing of an error."""
    return level in ("info", "debug") and not has_any(text.lower(), _CALM_GATE)


def _gated(text: str, level: str) -> bool:
    if level == "error":
        return True
    return not is_calm(text, level) and has_any(text.lower(), GATE)


def _by_words(text: str, level: str) -> Weighed:
    for rule in _RULES:
        if rule.fits(text):
            return _tamed(text, level, rule)
    if level == "error" and _harmless(text):
        return Weighed(OF_MILD * _BENIGN, "benign")
    return Weighed(OF_ERROR, "level") if level == "error" else _NOTHING


def _harmless(text: str) -> bool:
    return UNNEEDED.are_in(text) or (HARMLESS.are_in(text) and not CLASS.match(text))


def _tamed(text: str, level: str, rule: _Rule) -> Weighed:
    weight = _at_level(rule, level)
    if _harmless(text):
        return Weighed(min(weight, OF_KEYWORD) * _BENIGN, "benign")
    if level == "warning" and rule.kind == "stated" and text.startswith(_WARNING_CLASS):
        weight = _OF_WARNING_CLASS
    elif (level in _CALM or rule.weight <= OF_KEYWORD) and BENIGN.are_in(text):
        return Weighed(weight * _BENIGN, "benign")
    return Weighed(weight, rule.kind)


def _at_level(rule: _Rule, level: str) -> float:
    if level == "error":
        return min(max(rule.weight, OF_ERROR - _TOLD) + _TOLD, OF_EXCEPTION)
    if level == "warning":
        return rule.warning
    return {"info": rule.info, "debug": rule.info / 2}.get(level, rule.weight)
