"""How well a line of a paste and a sample of an article say the same: 0 to 1.

Lines come wrapped, cut and with other numbers in them, so what counts is the shared words, each
by how much it tells, and that one of the two is nearly whole inside the other.
"""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache

KNOWN = 0.9  # from here on a line is the sample's, whatever else stands beside it

# In hundredths of what a plain word tells:
_ENOUGH_OF_LINE = 600  # telling that a cut line must share before it counts as the whole sample
_MOST_OF_SAMPLE = 0.63  # … and part of the sample that it must hold: the rest may be what differs
_ENOUGH_OF_SAMPLE = 350  # … that a line must share which holds the sample: its author chose it
_ANOTHER = 0.8  # factor for the same sentence with another code (802 and 803)
_ALIKE = 0.5  # agreement of two statements below which they say different things
_ADVICE = 0.7  # most that two lines agree which say different things
_VALUE = 0.4  # factor for a value (a model, a size) that only one of the two has
_CODE = re.compile(r"\d{3,4}|sm_\d+|0x[0-9a-f]+|.*\.so\.\d+")
_DIGIT = re.compile(r"\d")
_JOINT = re.compile(r"\w[._\-/:+]+\w")

_END = re.compile(r"(?<=[^\s.:])\.(?:\s+(?=[A-Z`'\"])|\s*$)")
_CLASS = re.compile(r"[\w.]+(?:Error|Exception|Warning)[:(]\s*[\"']?")
_SHORTEST = 3  # words of a statement

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


@dataclass(frozen=True, slots=True)
class Told:
    """The words of a text. Each has what it tells and what it counts where the other text lacks it,
    in hundredths, so that sums do not depend on an order; `total` adds up the latter."""

    words: Mapping[str, tuple[int, int]]
    total: int
    codes: frozenset[str]


def told(words: Iterable[str]) -> Told:
    """What the words of a text tell."""
    weighed = {word: _weights(word) for word in words}
    total = sum(lacking for _, lacking in weighed.values())
    return Told(weighed, total, frozenset(filter(_CODE.fullmatch, weighed)))


@lru_cache(maxsize=16_384)
def _weights(word: str) -> tuple[int, int]:
    weight = tells(word)
    return round(100 * weight), round(100 * weight * (_VALUE if _DIGIT.search(word) else 1.0))


@dataclass(frozen=True, slots=True)
class Worded:
    """The words of a line, and those of its first sentence."""

    whole: Told
    stated: Told


def statement(line: str) -> str:
    """The first sentence of an error line without the class of the exception: what broke. Advice
    follows ("Try increasing …"), which many errors share and many reports cut off."""
    start = found.end() if (found := _CLASS.match(line)) else 0
    end = found.start() if (found := _END.search(line, start)) else len(line)
    for head in (line[start:end], line[start:]):
        if len(head.split()) > _SHORTEST:
            return head
    return line


def agreement(line: Worded, sample: Worded, *, cut: bool = True) -> float:
    """0 to 1: who shares the statement shares the error, who shares the advice alone does not.
    Where the line may be `cut`, a part of the sample counts as all of it."""
    whole = _agreement(line.whole, sample.whole, cut)
    first = _agreement(line.stated, sample.stated, cut)
    agrees = max(first, (first + whole) / 2) if first >= _ALIKE else min(whole, _ADVICE)
    return agrees * (_ANOTHER if _codes_differ(line.whole, sample.whole) else 1.0)


def _agreement(line: Told, sample: Told, cut: bool) -> float:
    shared = lacked = 0
    for word in line.words.keys() & sample.words.keys():
        weight, lacking = sample.words[word]
        shared += weight
        lacked += lacking
    if not shared:
        return 0.0
    in_line = shared / (shared + line.total - lacked)
    in_sample = shared / (shared + sample.total - lacked)
    both = 2 * in_line * in_sample / (in_line + in_sample)
    quoted = in_sample * min(1.0, shared / _ENOUGH_OF_SAMPLE)
    held = min(shared / _ENOUGH_OF_LINE, in_sample / _MOST_OF_SAMPLE)
    partly = in_line * min(1.0, held) if cut else 0.0
    return max(both, quoted, partly)


def _codes_differ(line: Told, sample: Told) -> bool:
    return bool(line.codes and sample.codes and line.codes.isdisjoint(sample.codes))
