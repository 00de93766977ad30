"""Sentences in plain words: what a person says about a fault that prints nothing."""

import re
from collections.abc import Callable, Iterator, Sequence
from itertools import islice

from kb.core.errors import ErrorReading
from kb.core.text import Line

MOST_SENTENCES = 20
_MOST_LOOKED_AT = 200
_MOST_INSTALLS = 5
_SHORT = 40  # lines; a longer paste is a log, in which only its own errors are asked
_PRINTED = 2.0  # weight from which an error line is a machine's
_LONGEST = 600  # characters of a sentence

_CJK = re.compile("[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]{4}")
_LOGGED = re.compile(r"\b(?:DEBUG|INFO|WARN|WARNING|ERROR)\b")
_INSTALLED = re.compile(r"(?:[$#>]{1,3} ?)?(?:uv )?(?:pip3?|conda|mamba) install \S.{3,}")
_FUNCTION_WORD = re.compile(
    r"\b(?:a|after|an|and|any|are|as|at|be|but|by|can(?:not|'t)?|does(?:n't)?|every|for|from|has|have"
    r"|how|i|if|in|is|isn't|it|its|my|no|not|of|on|only|or|so|that|the|then|there|this|to|was|we"
    r"|what|when|why|with|without|works|you)\b",
    re.IGNORECASE,
)


def sentences(lines: Sequence[Line], reading: ErrorReading) -> tuple[Line, ...]:
    """The lines that a person wrote, at most 20. In a log only long sentences said once count,
    and beside an error only those in Chinese, Japanese or Korean: its chatter is in English."""
    printed = {error.line for error in reading.errors if error.weight >= _PRINTED}
    said: Callable[[str], bool] = is_sentence
    if len(lines) > _SHORT:
        said = _is_foreign if reading.root else _is_long_sentence
    found = (line for line in lines if _may_be_said(line, printed) and said(line.text[:_LONGEST]))
    once = {line.text: line for line in islice(found, _MOST_LOOKED_AT)}
    every = tuple(once.values())
    if len(lines) > _SHORT:  # a person who asks in Chinese wrote none of the log's English
        every = tuple(line for line in every if _is_foreign(line.text[:_LONGEST])) or every
        every += () if reading.root else tuple(_installs(lines))
    return every[:MOST_SENTENCES] or _anything(lines, reading)


def _installs(lines: Sequence[Line]) -> Iterator[Line]:
    """What somebody installed by hand, once each: where nothing broke, the question may be that."""
    found = (line for line in lines if _INSTALLED.fullmatch(line.text[:_LONGEST].strip()))
    return islice(iter({line.text: line for line in found}.values()), _MOST_INSTALLS)


def _may_be_said(line: Line, printed: set[int]) -> bool:
    """A person writes no level; an error line in Chinese is a sentence about an error."""
    return not line.level and (line.number not in printed or _is_foreign(line.text[:_LONGEST]))


def _anything(lines: Sequence[Line], reading: ErrorReading) -> tuple[Line, ...]:
    """A short paste in which nothing is an error and nobody speaks: a command, a version."""
    if reading.errors or len(lines) > _SHORT:
        return ()
    return tuple(line for line in lines[:MOST_SENTENCES] if line.text.strip() and not line.level)


def _is_foreign(text: str) -> bool:
    return _CJK.search(text) is not None


def is_sentence(text: str, small_words: int = 2) -> bool:
    """Whether a person says this: Chinese or Japanese, or enough small words of English."""
    if _is_foreign(text):
        return True
    if _LOGGED.search(text):
        return False
    small = len(_FUNCTION_WORD.findall(text))
    return small >= small_words and small >= 0.15 * len(text.split())


def _is_long_sentence(text: str) -> bool:
    return is_sentence(text, small_words=4)
