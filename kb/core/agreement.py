"""How well a line of a paste and a sample of an article say the same: 0 to 1.

Lines come wrapped, cut and with other numbers in them, so what counts is the shared words, each
by how much it tells, and that one of the two is nearly whole inside the other.
"""

import re
from collections.abc import Mapping

KNOWN = 0.9  # from here on a line is the sample's, whatever else stands beside it

_ENOUGH = 6.0  # telling that two lines must share before a part of one counts as the whole
_ANOTHER = 0.8  # factor for the same sentence with another code (802 and 803)
_VALUE = 0.4  # factor for a value (a model, a size) that only one of the two has
_CODE = re.compile(r"\d{3,4}|sm_\d+|0x[0-9a-f]+|.*\.so\.\d+")
_DIGIT = re.compile(r"\d")
_JOINT = re.compile(r"\w[._\-/:+]+\w")

_COMMON = frozenset((
    "a", "an", "and", "any", "are", "as", "at", "be", "been", "but", "by", "can", "could",
    "did", "do", "does", "doing", "due", "file", "for", "from", "get", "got", "had", "has",
    "have", "if", "in", "into", "is", "it", "its", "line", "may", "more", "most", "must", "no",
    "not", "of", "on", "one", "or", "other", "out", "please", "run", "see", "set", "should",
    "so", "than", "that", "the", "then", "there", "this", "to", "try", "up", "use", "used",
    "using", "was", "were", "when", "which", "will", "with", "you", "your", "error", "errors",
    "failed", "failure", "exception", "traceback",
))  # fmt: skip


def tells(word: str) -> float:
    """How much a word tells by its look: an identifier most, a word of every sentence least. A
    compound tells little, as its parts stand beside it; and so does the class of an exception, as
    wrappers raise the same sentence under another."""
    if word in _COMMON:
        return 0.3
    if _JOINT.search(word) or word.endswith(("error", "exception")):
        return 0.5
    if not word.isascii():
        return 0.5 if len(word) == 1 else 1.0
    if len(word) <= 2:
        return 0.5
    return 1.5 if len(word) >= 12 or not word.isalpha() else 1.0


def agreement(line: Mapping[str, float], sample: Mapping[str, float]) -> float:
    """0 to 1 from the words of both, each with what it tells."""
    shared = sum(weight for word, weight in sample.items() if word in line)
    if not shared:
        return 0.0
    in_line = shared / (shared + _missing(line, sample))
    in_sample = shared / (shared + _missing(sample, line))
    both = 2 * in_line * in_sample / (in_line + in_sample)
    inside = max(in_line, in_sample) * min(1.0, shared / _ENOUGH)
    return max(both, inside) * (_ANOTHER if _codes_differ(line, sample) else 1.0)


def _missing(words: Mapping[str, float], other: Mapping[str, float]) -> float:
    """The weight of the words that `other` lacks. Values differ from one report to the next."""
    lacking = (pair for pair in words.items() if pair[0] not in other)
    return sum(weight * (_VALUE if _DIGIT.search(word) else 1.0) for word, weight in lacking)


def _codes_differ(line: Mapping[str, float], sample: Mapping[str, float]) -> bool:
    ours, theirs = set(filter(_CODE.fullmatch, line)), set(filter(_CODE.fullmatch, sample))
    return bool(ours and theirs and not ours & theirs)
