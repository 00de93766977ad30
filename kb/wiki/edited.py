"""What of the shared texts was edited on the site, as this process knows it.

Asked of the base at most once in EVERY seconds, by whoever needs a text, and whenever the base has
a generation that was not seen before: no page pays for it, and what another process or machine
saved is seen by this one within that time.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, replace
from threading import Lock

from django.db import DatabaseError

from kb.kept_pages import newest_generation
from kb.wiki.models import SharedRevision, SharedText

EVERY = 1.0  # seconds

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Edited:
    """Texts by name. `edition` is another number whenever one of them changed."""

    sources: Mapping[str, str]
    digests: Mapping[str, str]
    edition: int
    until: float
    generation: int = 0


_NOTHING = Edited({}, {}, -1, 0.0)
_known = [Edited({}, {}, 0, 0.0)]
_files_alone: ContextVar[bool] = ContextVar("files_alone", default=False)
_lock = Lock()


def edited() -> Edited:
    """The texts that stand in place of the files. Without a base: none, or those known before."""
    if _files_alone.get():
        return _NOTHING
    generation = newest_generation()
    if _known[0].until <= time.monotonic() or _known[0].generation != generation:
        with _lock:
            until = time.monotonic() + EVERY
            _known[0] = replace(_asked(_known[0]), until=until, generation=generation)
    return _known[0]


def forget() -> None:
    """The next question goes to the base: this process has changed something."""
    _known[0] = replace(_known[0], until=0.0)


@contextmanager
def files_alone() -> Iterator[None]:
    """For what works on files and needs no base."""
    token = _files_alone.set(True)
    try:
        yield
    finally:
        _files_alone.reset(token)


def _asked(known: Edited) -> Edited:
    try:
        digests = dict(SharedText.objects.order_by("name").values_list("name", "digest"))
        return known if digests == known.digests else _fresh(known, digests)
    except DatabaseError as error:
        log.warning("The shared texts stay as they are: %s", error)
        return known


def _fresh(known: Edited, digests: Mapping[str, str]) -> Edited:
    changed = [name for name, digest in digests.items() if known.digests.get(name) != digest]
    newest = SharedRevision.objects.filter(text__name__in=changed).order_by("text", "number")
    sources = {name: text for name, text in known.sources.items() if name in digests}
    sources |= dict(newest.values_list("text__name", "source"))
    return Edited(sources, digests, known.edition + 1, 0.0)
