"""A value that the error itself names: `--max-model-len {tokens}`, read from its line."""

import re
from collections.abc import Iterable
from dataclasses import replace

from kb.core.articles.model import Change
from kb.core.messages import Message, msg

_PLACE = re.compile(r"\{([a-z][a-z_]*)\}")
# A number as messages write it: 17232, 1,048,576, 9.97.
_NUMBER = r"(\d[\d,_]*(?:\.\d+)?)"
_LEAST_BESIDE = 8  # characters of text beside the number, so that it is found in its line alone


def unreadable(change: Change) -> Message | None:
    """What is wrong with `reads`: each text and the value hold the same `{name}`, once."""
    if not change.reads:
        waits = _PLACE.fullmatch(change.value or "")
        return msg("say in `reads` where the error has this number") if waits else None
    names = [_PLACE.findall(text) for text in (change.value or "", *change.reads)]
    if any(len(found) != 1 or found != names[0] for found in names):
        return msg("the value and each text hold the same {place} once", place="`{name}`")
    if any(len(_PLACE.sub("", text).strip()) < _LEAST_BESIDE for text in change.reads):
        return msg("at least {number} characters stand beside the number", number=_LEAST_BESIDE)
    return None


def filled(change: Change, texts: Iterable[str]) -> Change | None:
    """The change with the number of the first text that has it; None where none does."""
    if not change.reads:
        return change
    patterns = [re.compile(_pattern(text)) for text in change.reads]
    for text in texts:
        for pattern in patterns:
            if found := pattern.search(text):
                return replace(change, value=_put(change.value or "", found[1]), reads=())
    return None


def unread(changes: Iterable[Change]) -> Message | None:
    """What must be read off the error first; None where no change waits for a number."""
    change = next((change for change in changes if change.reads), None)
    if change is None:
        return None
    return msg(
        "{flag} takes a number that the error names and that is not in the paste: “{where}”",
        flag=change.flag or change.name,
        where=change.reads[0],
    )


def _pattern(text: str) -> str:
    before, _, after = _PLACE.sub("\0", text).partition("\0")
    return re.escape(before) + _NUMBER + re.escape(after)


def _put(value: str, number: str) -> str:
    return _PLACE.sub(re.sub(r"[,_]", "", number), value)
