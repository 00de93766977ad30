"""Where a piece of a command lies in the user's own text, and edits of exactly these characters."""

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Edit:
    """Put `text` in the place of the characters from `start` to `end` (0-based, end exclusive)."""

    start: int
    end: int
    text: str


def splice(text: str, edits: Iterable[Edit]) -> str:
    """`text` with all `edits` done; they must not overlap."""
    pieces, at = [], 0
    for edit in sorted(edits, key=lambda one: (one.start, one.end)):
        pieces += [text[at : edit.start], edit.text]
        at = edit.end
    return "".join([*pieces, text[at:]])


def as_it_is(text: str) -> str:
    return text


@dataclass(frozen=True, slots=True)
class Layer:
    """A text as its reader sees it (a script inside a quoted string, say), each character with
    its place in the
    user's text: `starts` and `ends`. `escape` turns new words into what has to be written there."""

    text: str
    starts: Sequence[int]
    ends: Sequence[int]
    escape: Callable[[str], str] = as_it_is

    def place(self, start: int, end: int) -> tuple[int, int]:
        """The span in the user's text of the characters from `start` to `end` of this layer."""
        if start == end:
            spot = self.ends[start - 1] if start else self.starts[0] if self.starts else 0
            return spot, spot
        return self.starts[start], self.ends[end - 1]

    def edit(self, start: int, end: int, new: str) -> Edit:
        return Edit(*self.place(start, end), new)

    def inside(self, start: int, end: int, escape: Callable[[str], str] | None = None) -> "Layer":
        """The characters from `start` to `end` read as they stand."""
        nested = _chain(self.escape, escape)
        return Layer(self.text[start:end], self.starts[start:end], self.ends[start:end], nested)

    def decoded(self, pieces: Sequence["Piece"], escape: Callable[[str], str]) -> "Layer":
        """What the `pieces` of this layer's text mean."""
        places = [self.place(piece.start, piece.end) for piece in pieces]
        nested = _chain(self.escape, escape)
        text = "".join(piece.char for piece in pieces)
        return Layer(text, [one[0] for one in places], [one[1] for one in places], nested)


@dataclass(frozen=True, slots=True)
class Piece:
    """One decoded character and where it is written."""

    char: str
    start: int
    end: int


def _chain(outer: Callable[[str], str], inner: Callable[[str], str] | None) -> Callable[[str], str]:
    if inner is None:
        return outer
    return lambda text: outer(inner(text))


def undoubled(layer: Layer, mark: str) -> Layer:
    """The layer where its reader takes one `mark` for two (`$$` of make, `%%` of supervisor)."""
    pattern = re.compile(f"{re.escape(mark * 2)}|.", re.S)
    pieces = [Piece(hit[0][-1], *hit.span()) for hit in pattern.finditer(layer.text)]
    return layer.decoded(pieces, lambda text: text.replace(mark, mark * 2))


def whole(text: str) -> Layer:
    """The user's text itself."""
    return Layer(text, range(len(text)), range(1, len(text) + 1))
