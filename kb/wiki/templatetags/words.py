"""Words of a command that a line break must not cut: `--max-model-len` is one word."""

from __future__ import annotations

import re

from django import template

register = template.Library()

_WORDS = re.compile(r"\S*-\S*")
_LONGEST = 40  # characters; a longer word may break, or it would leave a phone's screen


@register.filter
def words(text: str) -> list[tuple[str, bool]]:
    """The text in pieces, each with whether it must stay in one line."""
    pieces, last = [], 0
    for found in _WORDS.finditer(text):
        if len(found[0]) <= _LONGEST:
            pieces += [(text[last : found.start()], False), (found[0], True)]
            last = found.end()
    return [piece for piece in (*pieces, (text[last:], False)) if piece[0]]
