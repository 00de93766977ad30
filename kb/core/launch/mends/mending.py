"""What every mender gets and gives: a text, who knows an option's name, and the repairs it made."""

import re
from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice

from kb.core.launch.dialects import SH, Dialect
from kb.core.launch.docker import SWITCHES, VALUED
from kb.core.launch.model import Catalogue, Catalogues, Repair, Resolved
from kb.core.launch.spans import Edit, splice
from kb.core.messages import Message, msg

_COMMENT = re.compile(r"(?:^|(?<=\s))#")
_MARKS = 20  # `#` of one line that are looked at
_PLACES = 3  # examples of one kind of repair


@dataclass(frozen=True, slots=True)
class Mending:
    """`catalogues` tell which names are options; of any engine, because names give the damage
    away."""

    catalogues: Catalogues
    dialect: Dialect = SH

    def known(self, option: str) -> bool:
        """Is this an option of an engine or of docker, an unambiguous beginning of one included?"""
        name = option.partition("=")[0].partition(".")[0]
        return name in VALUED or name in SWITCHES or any(self._found(name))

    def exact(self, option: str) -> bool:
        """Is it one written out?"""
        name = option.partition("=")[0].partition(".")[0].replace("_", "-")
        return (
            name in VALUED
            or name in SWITCHES
            or any(
                name in catalogue.spellings(found.flag, None)
                for catalogue, found in self._found(name)
            )
        )

    def _found(self, name: str) -> Iterator[tuple[Catalogue, Resolved]]:
        for catalogue in self.catalogues.values():
            found = catalogue.resolve(name, None)
            if found is not None and not found.ambiguous and _whole(found):
                yield catalogue, found


@dataclass(frozen=True, slots=True)
class Mended:
    """`asks`: what only the person can put right."""

    text: str
    repairs: tuple[Repair, ...] = ()
    asks: Message | None = None


Mender = Callable[[str, Mending], Mended]


def _whole(found: Resolved) -> bool:
    """Not a letter with a value joined to it (`-p8000`): that any word would be."""
    return getattr(found, "how", "exact") != "joined"


def mended(text: str, edits: Iterable[Edit], what: str) -> Mended:
    """The text with the edits, reported as one repair of this kind with an example."""
    edits = list(edits)
    if not edits:
        return Mended(text)
    shown = edits[:_PLACES]
    before = ", ".join(_visible(text[one.start : one.end]) for one in shown)
    after = ", ".join(one.text for one in shown)
    said = msg(what, count=len(edits)) if "{count}" in what else msg(what)
    return Mended(splice(text, edits), (Repair(said, before.strip(), after.strip()),))


def _visible(piece: str) -> str:
    """A mark that cannot be seen by its number."""
    if (piece.strip(" \t\n") and not piece.strip()) or (piece and not piece.isprintable()):
        return " ".join(f"U+{ord(char):04X}" for char in piece[:_PLACES])
    return piece


def outside(edits: Iterable[Edit], spans: Sequence[tuple[int, int]]) -> Iterator[Edit]:
    """The edits that begin in none of the spans, which are in order and do not overlap."""
    starts = [start for start, _ in spans]
    for edit in edits:
        at = bisect_right(starts, edit.start) - 1
        if at < 0 or spans[at][1] <= edit.start:
            yield edit


def comment_start(line: str) -> int | None:
    """Where the comment of a shell line begins: `#` at the start of a word, outside quotes."""
    for found in islice(_COMMENT.finditer(line), _MARKS):
        before = line[: found.start()]
        if before.count("'") % 2 == 0 and before.count('"') % 2 == 0:
            return found.start()
    return None


def comments_of(text: str) -> list[tuple[int, int]]:
    """The spans of all comments, in order."""
    found, at = [], 0
    for line in text.splitlines(keepends=True):
        start = comment_start(line)
        if start is not None:
            found.append((at + start, at + len(line)))
        at += len(line)
    return found
