"""How fast a log is read, and the clock of it."""

import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from kb.core.errors import read_errors
from kb.core.redact import redact
from kb.core.text import read_lines
from kb.diagnosis.bench.noise import in_log
from kb.search.index import SearchDocument

_LONG_LOG = 5_000  # lines


@dataclass(slots=True)
class Clock:
    """CPU seconds of this process."""

    seconds: float = 0.0


@contextmanager
def cpu() -> Iterator[Clock]:
    """What its block takes; the clock is right behind the block."""
    clock, start = Clock(), time.process_time()
    yield clock
    clock.seconds = time.process_time() - start


def analysis(document: SearchDocument, repeats: int) -> dict[str, float]:
    """CPU milliseconds to read a megabyte of log: secrets and personal details masked, lines and
    error lines. The best of some times counts."""
    log = long_log(document)
    size = len(log.encode()) / 1e6
    best = min(_seconds(log) for _ in range(repeats))
    return {"log_mb": round(size, 2), "cpu_ms_per_mb": round(1000 * best / size, 1)}


def _seconds(log: str) -> float:
    with cpu() as clock:
        read_errors(read_lines(redact(log).text))
    return clock.seconds


def long_log(document: SearchDocument) -> str:
    """5,000 lines of log with the document's error in it."""
    paste = "\n".join(document.errors) or document.title
    return in_log(paste, _LONG_LOG, document.slug)
