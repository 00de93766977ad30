"""A fault of the machine (full disk, locked base, …) → its kind, to say what helps."""

from __future__ import annotations

import errno
from dataclasses import dataclass

from django.db import DatabaseError, InterfaceError
from django.utils.translation import gettext_noop

from kb.search.index import IndexBusy, IndexDamaged


@dataclass(frozen=True, slots=True)
class Fault:
    """`code` for programs; what happened and what to do, as keys of translations."""

    code: str
    what: str
    then: str


BUSY = Fault(
    "busy",
    gettext_noop("Somebody else is writing just now, and it takes long."),
    gettext_noop("What you sent was not kept. Go back and send it again in a few seconds."),
)
FULL = Fault(
    "disk-full",
    gettext_noop("The disk of this site is full."),
    gettext_noop(
        "Reading goes on; nothing new can be kept until whoever runs the site makes room."
    ),
)
READ_ONLY = Fault(
    "read-only",
    gettext_noop("The data folder of this site cannot be written."),
    gettext_noop(
        "Reading goes on; nothing new can be kept until whoever runs the site gives it the right."
    ),
)
NO_INDEX = Fault(
    "index",
    gettext_noop("The search index is damaged and could not be made anew."),
    gettext_noop("Nothing is lost. Whoever runs the site makes it with manage.py reindex."),
)
NO_BASE = Fault(
    "database",
    gettext_noop("The database does not answer."),
    gettext_noop("What you sent was not kept. Try again soon, and tell whoever runs the site."),
)

_ERRNO = {
    errno.ENOSPC: FULL,
    errno.EDQUOT: FULL,
    errno.EFBIG: FULL,
    errno.EROFS: READ_ONLY,
    errno.EACCES: READ_ONLY,
    errno.EPERM: READ_ONLY,
}
# SQLite and PostgreSQL tell by the text alone.
_SAID = {
    "locked": BUSY,
    "busy": BUSY,
    "lock timeout": BUSY,
    "deadlock": BUSY,
    "disk is full": FULL,
    "no space left": FULL,
    "disk i/o error": FULL,
    "readonly": READ_ONLY,
    "read-only": READ_ONLY,
    "unable to open": READ_ONLY,
}


def fault_of(error: BaseException | None) -> Fault | None:
    """The fault that an exception tells of; None where it is a mistake of ours."""
    if isinstance(error, IndexBusy):
        return BUSY
    if isinstance(error, IndexDamaged):
        return fault_of(error.__cause__) or NO_INDEX
    if isinstance(error, DatabaseError | InterfaceError):
        return _of_base(str(error).lower())
    if isinstance(error, OSError):
        return _ERRNO.get(error.errno or 0)
    return None


def _of_base(text: str) -> Fault | None:
    told = (fault for words, fault in _SAID.items() if words in text)
    unreachable = "connect" in text or "server closed" in text or "terminat" in text
    return next(told, NO_BASE if unreachable else None)
