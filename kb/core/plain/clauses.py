"""Prose → sentences and clauses, in English and Chinese; text in brackets is never split."""

import re

_SENTENCE_END = re.compile(r"[。；;！!？?]|\.(?=\s|$)|\n")
_CLAUSE_END = re.compile(r"[，,：]|\s(?:but|while|whereas|although|and)\s|但是?|而(?!非|且)")
_BRACKETS = {"（": "）", "(": ")", "「": "」", "“": "”", "`": "`"}


def sentences(text: str) -> list[str]:
    return _split(text, _SENTENCE_END)


def clauses(sentence: str) -> list[str]:
    return _split(sentence, _CLAUSE_END)


def _split(text: str, ends: re.Pattern[str]) -> list[str]:
    """The pieces between the matches of `ends` that stand in no brackets, stripped, none empty."""
    inside = _bracketed(text)
    pieces, start = [], 0
    for found in ends.finditer(text):
        if not inside[found.start()]:
            pieces.append(text[start : found.start()])
            start = found.end()
    return [piece.strip() for piece in (*pieces, text[start:]) if piece.strip()]


def _bracketed(text: str) -> list[bool]:
    """For each character whether it stands in brackets; a line's end closes them."""
    inside, closing = [], ""
    for character in text:
        if character == "\n" or character == closing:
            closing = ""
        elif not closing and character in _BRACKETS:
            closing = _BRACKETS[character]
        inside.append(bool(closing))
    return inside


def first_clause(text: str, most: int = 90) -> str:
    """The first sentence of a text; its first clause where the sentence is longer than `most`."""
    sentence = next(iter(sentences(text)), "")
    if len(sentence) <= most:
        return sentence
    return next(iter(_split(sentence, re.compile(r"[，,：]"))), "")[:200].strip()
