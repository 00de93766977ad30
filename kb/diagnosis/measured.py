"""`diagnose` with its time and its verdict in the figures of the site; a question that is asked
again (an error that many have, a step of the questionnaire, a result that is looked at in another
form) is answered once a state of the base.

What is kept is masked, under a hash of what was asked, and used for a minute at most.
"""

from __future__ import annotations

import hashlib
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from functools import partial
from threading import Lock
from typing import TypeVar

from kb.core.ranking import Match
from kb.diagnosis import engine
from kb.diagnosis.engine import Diagnosed, Given
from kb.diagnosis.library import Library
from kb.diagnosis.outcomes import worked
from kb.metrics import count_diagnosis, timed
from kb.wiki.library import SiteLibrary
from kb.wiki.shelf import Key, Shelf

_SHORT = 16_000  # characters of what is asked: what is kept of a paste, not a whole log
_LONG = 200_000  # characters of a log that waits for another one of this process
_SECONDS = 60
T = TypeVar("T")
_long_log = Lock()
_kept: Shelf[Diagnosed] = Shelf(64)
_said: Shelf[int] = Shelf(4_000)  # by article: how many more say that it worked
_typed: Shelf[tuple[Match, ...]] = Shelf(256)


def diagnose(given: Given, library: Library) -> Diagnosed:
    """As `engine.diagnose`, with what people said of the fixes. Long logs take turns: side by side
    they would take as long, and the memory of all."""
    with _turn(given), timed("analysis"):
        answer = partial(engine.diagnose, worked=partial(_worked, library))
        found = _once(_kept, answer, given, library)
    count_diagnosis(found.verdict)
    return found


def _turn(given: Given) -> AbstractContextManager[object]:
    return _long_log if len(given.paste) + len(given.environment) > _LONG else nullcontext()


def known(given: Given, library: Library) -> tuple[Match, ...]:
    """As `engine.known`; what is still being typed is no diagnosis to count."""
    return _once(_typed, engine.known, given, library)


def _worked(library: Library, slugs: Sequence[str]) -> Mapping[str, int]:
    """As `worked`: what people say of a fix may be a minute old, as what is kept."""
    return _said.each(_now(library), slugs, worked)


def _once(
    kept: Shelf[T], answer: Callable[[Given, Library], T], given: Given, library: Library
) -> T:
    asked = repr((given.paste, given.environment, given.command, [*given.answers.items()]))
    now = _now(library)
    if now is None or len(asked) > _SHORT:
        return answer(given, library)
    view = (*now, given.language, given.keep)
    name = hashlib.sha256(asked.encode("utf-8", "replace")).hexdigest()
    return kept.each(view, [name], lambda _: {name: answer(given, library)})[name]


def _now(library: Library) -> Key | None:
    """What a reader sees of the base in this minute; None where nothing may be kept of it."""
    if not isinstance(library, SiteLibrary) or library.view is None:
        return None
    return *library.view, library.language, int(time.monotonic() / _SECONDS)
