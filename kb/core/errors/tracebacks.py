"""Tracebacks of interleaved writers → the lines that end them, and which exception began it."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from kb.core.errors import frames
from kb.core.text import Line


@dataclass(slots=True)
class Tracebacks:
    """Indexes of lines: `ends` state an exception, `frames` (and code) do not."""

    ends: list[int] = field(default_factory=list)
    frames: set[int] = field(default_factory=set)
    causes: dict[int, int] = field(default_factory=dict)  # an exception → the one before it


@dataclass(slots=True)
class _Writer:
    """Where one process stands in its traceback."""

    after_frame: bool = False
    depth: int = 0  # blanks in front of its last frame
    pending: int | None = None  # the line behind the last frame, until the next one is seen
    last_end: int | None = None
    linked: bool = False


def find_tracebacks(lines: Sequence[Line]) -> Tracebacks:
    """The tracebacks of all writers. A line without one may end the traceback just above it."""
    found = Tracebacks()
    writers: dict[str, _Writer] = {}
    last = _Writer()
    for index, line in enumerate(lines):
        writer = writers.get(line.source)
        if writer is None:
            writer = writers[line.source] = _Writer()
        if not line.source and not writer.after_frame and last.after_frame:
            writer = last
        _step(found, writer, index, line.text)
        last = writer
    for writer in writers.values():
        _end(found, writer)
    found.ends.sort()
    return found


def _step(found: Tracebacks, writer: _Writer, index: int, text: str) -> None:
    if 'File "' in text and frames.FRAME.fullmatch(text):
        _frame(found, writer, index, text)
    elif frames.HEADER in text:
        _end(found, writer)
        writer.after_frame, writer.depth = text.rstrip(" :").endswith(frames.HEADER), 0
        if len(text) < 2 * len(frames.HEADER):  # else a message stands before it
            found.frames.add(index)
    elif "bove exception" in text and any(link in text for link in frames.LINKS):
        _end(found, writer)
        writer.linked = True
        found.frames.add(index)
    elif writer.pending is not None:
        _end(found, writer)
    elif writer.after_frame:
        _behind_frame(found, writer, index, text)


def _frame(found: Tracebacks, writer: _Writer, index: int, text: str) -> None:
    _end(found, writer)  # what looks like code was passed over, so this is another traceback
    writer.after_frame = True
    writer.depth = len(text) - len(text.lstrip())
    found.frames.add(index)


def _behind_frame(found: Tracebacks, writer: _Writer, index: int, text: str) -> None:
    bare = text.strip(" |")
    deeper = len(text) - len(text.lstrip()) > writer.depth
    if frames.RAISED.match(bare):  # all that a cut traceback says
        return
    coded = frames.CLASS.match(bare) is None and frames.CODE.match(bare)
    if not bare or deeper or coded or frames.CARETS.fullmatch(text):
        found.frames.add(index)
    else:
        writer.pending = index


def _end(found: Tracebacks, writer: _Writer) -> None:
    if writer.pending is None:
        return
    if writer.linked and writer.last_end is not None:
        found.causes[writer.pending] = writer.last_end
    found.ends.append(writer.pending)
    writer.last_end, writer.pending = writer.pending, None
    writer.after_frame = writer.linked = False
