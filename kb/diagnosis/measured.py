"""`diagnose` with its time and its verdict in the figures of the site; short questions that many
ask are answered once a state of the base.

What is kept is masked, under a hash of what was asked, and used for a minute at most.
"""

from __future__ import annotations

import hashlib
import time

from kb.diagnosis import engine
from kb.diagnosis.engine import Diagnosed, Given
from kb.diagnosis.library import Library
from kb.metrics import count_diagnosis, timed
from kb.wiki.library import SiteLibrary
from kb.wiki.shelf import Shelf

_SHORT = 2_000  # characters of what is asked by many: a line of an error, answers, a command
_SECONDS = 60
_kept: Shelf[Diagnosed] = Shelf(64)


def diagnose(given: Given, library: Library) -> Diagnosed:
    """As `engine.diagnose`."""
    with timed("analysis"):
        found = _diagnosed(given, library)
    count_diagnosis(found.verdict)
    return found


def _diagnosed(given: Given, library: Library) -> Diagnosed:
    asked = repr((given.paste, given.environment, given.command, [*given.answers.items()]))
    if not isinstance(library, SiteLibrary) or len(asked) > _SHORT or library.view is None:
        return engine.diagnose(given, library)
    minute = int(time.monotonic() / _SECONDS)
    view = (*library.view, library.language, given.language, given.keep, minute)
    name = hashlib.sha256(asked.encode("utf-8", "replace")).hexdigest()
    return _kept.each(view, [name], lambda _: {name: engine.diagnose(given, library)})[name]
