"""Bytes → lines: decoding, ANSI, container and log prefixes, wrapped lines."""

from kb.core.text.decoding import decode
from kb.core.text.lines import read_lines
from kb.core.text.model import Line, TextError
from kb.core.text.peeling import peel
from kb.core.text.prefixes import PREFIXES

__all__ = ["PREFIXES", "Line", "TextError", "decode", "peel", "read_lines"]
