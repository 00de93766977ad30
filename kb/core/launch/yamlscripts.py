"""A YAML scalar as the text of its own that it holds: a script, a command line."""

import json
import re

from kb.core.launch.spans import Layer, Piece
from kb.core.launch.yamllines import Scalar

_SINGLE = re.compile(r"''|[^']", re.S)
_DOUBLE = re.compile(r"\\\r?\n|\\u[0-9a-fA-F]{4}|\\.|[^\"]", re.S)


def scalar_layer(layer: Layer, scalar: Scalar) -> Layer:
    """The scalar's text; new words are escaped for its quotes. Line ends stay where they are
    written."""
    if scalar.quote == '"':
        pieces = _pieces(layer.text, scalar, _DOUBLE)
        if all(piece.end - piece.start == 1 for piece in pieces):
            return layer.inside(scalar.start + 1, scalar.end - 1, _escape_double)
        return layer.decoded(pieces, _escape_double)
    if scalar.quote == "'":
        return layer.decoded(_pieces(layer.text, scalar, _SINGLE), _escape_single)
    return layer.inside(scalar.start, scalar.end)


def _pieces(text: str, scalar: Scalar, pattern: re.Pattern[str]) -> list[Piece]:
    found = pattern.finditer(text, scalar.start + 1, scalar.end - 1)
    return [Piece(_meant(hit[0]), *hit.span()) for hit in found]


def _meant(written: str) -> str:
    if written == "''":
        return "'"
    if written[0] != "\\" or len(written) == 1:
        return written
    if written[1] in "\r\n":
        return " "
    try:
        return str(json.loads(f'"{written}"'))[:1]
    except ValueError:
        return written[1]


def _escape_double(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)[1:-1]


def _escape_single(text: str) -> str:
    return text.replace("'", "''")
