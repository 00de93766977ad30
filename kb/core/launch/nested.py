"""A script that is one word of another command: the word's inside as a layer of its own."""

import re

from kb.core.launch.model import LaunchError
from kb.core.launch.spans import Layer, Piece
from kb.core.launch.words import Token
from kb.core.messages import msg

# a character as it is written between these quotes; the idiom '\'' is one
_IN_SINGLE = re.compile(r"'\\''|[^']", re.S)
_IN_DOUBLE = re.compile(r"\\[\"\\$`]|[^\"]", re.S)


def script_in(layer: Layer, word: Token) -> Layer:
    """What stands between the quotes of `word`; new words are escaped for these quotes.

    Raises LaunchError for a word of several quoted parts."""
    raw = layer.text[word.start : word.end]
    if raw[:1] not in ("'", '"'):
        return layer.inside(word.start, word.end)
    written, escape = (_IN_SINGLE, _in_single) if raw[0] == "'" else (_IN_DOUBLE, _in_double)
    pieces = _pieces(written, raw, word.start)
    if all(piece.end - piece.start == 1 for piece in pieces):
        return layer.inside(word.start + 1, word.end - 1, escape)
    return layer.decoded(pieces, escape)


def _pieces(written: re.Pattern[str], raw: str, offset: int) -> list[Piece]:
    found, at = [], 1
    while at < len(raw) - 1:
        hit = written.match(raw, at, len(raw) - 1)
        if hit is None:
            raise LaunchError(msg("the script in quotes is put together of several quoted parts"))
        char = "'" if hit[0].startswith("'") else hit[0][-1]
        found.append(Piece(char, offset + at, offset + hit.end()))
        at = hit.end()
    return found


def _in_single(text: str) -> str:
    return text.replace("'", "'\\''")


def _in_double(text: str) -> str:
    return re.sub(r'(["\\$`])', r"\\\1", text)
