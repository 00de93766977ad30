"""The words of an error, English and Chinese, the same for every engine.

A word is kept whole (`torch.cuda.OutOfMemoryError`) and in its parts; numbers stay, because
801 and 802 are different faults. Chinese, Japanese and Korean text, which has no blanks, becomes
single characters and pairs.
"""

import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from itertools import pairwise

from kb.core.errors import ErrorReading

LONGEST_WORD = 64
LONGEST_TEXT = 1 << 16  # of one line or field; what is longer is no sentence
LONGEST_LINE = 2_000  # of a line that is asked about
MOST_WORDS = 600  # distinct words that one paste may ask an index about

_CJK = "\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7af\uf900-\ufaff\U00020000-\U0003ffff"
_WORD = re.compile(rf"[{_CJK}]+|[^\W{_CJK}]+(?:[.\-/:+][^\W{_CJK}]+)*")
_IS_CJK = re.compile(rf"[{_CJK}]")
_JOINT = re.compile(r"[._\-/:+]+")
_HUMP = re.compile(r"[A-Z]{2,}s(?![a-z])|[A-Z]+(?=[A-Z][a-z])|[A-Z]?[a-z]+|[A-Z]+|\d+")
_PLACEHOLDER = re.compile(r"<[a-z][a-z_-]{0,14}>")


def words(text: str) -> Iterator[str]:
    """The words of `text` in order, repeated as often as they occur, each at most 64 characters."""
    folded = unicodedata.normalize("NFKC", text[:LONGEST_TEXT])[:LONGEST_TEXT]  # one may be 18
    for found in _WORD.finditer(folded):
        word = found.group()
        yield from _characters(word) if _IS_CJK.match(word) else _parts(word)


def signature_words(signature: str) -> Iterator[str]:
    """The words of a signature without its placeholders (`<num>`, `<path>`)."""
    return words(_PLACEHOLDER.sub(" ", signature[:LONGEST_TEXT]))


@lru_cache(maxsize=128)  # an index is asked for the words of a line, then the line is compared
def line_words(signature: str) -> tuple[str, ...]:
    """The words of the signature of a line, of which LONGEST_LINE characters are looked at."""
    return tuple(signature_words(signature[:LONGEST_LINE]))


def _characters(run: str) -> Iterator[str]:
    yield from run
    for first, second in pairwise(run):
        yield first + second


def _parts(word: str) -> Iterator[str]:
    """`cudaGetDeviceCount` → itself, cuda, get, device, count; `sm_120` → itself, sm, 120."""
    yield from _sayable(word)
    pieces = [piece for piece in _JOINT.split(word) if piece]
    if len(pieces) > 1:
        for piece in pieces:
            yield from _sayable(piece)
    for piece in pieces:
        one_case = piece in (piece.lower(), piece.upper(), piece.capitalize())
        humps = () if one_case else _HUMP.findall(piece)
        if len(humps) > 1:
            for hump in humps:
                yield from _sayable(hump)


def _sayable(word: str) -> Iterator[str]:
    """The word folded and cut; a lone letter says nothing."""
    if len(word) > 1 or word.isdigit():
        yield word[:LONGEST_WORD].strip("_").casefold()[:LONGEST_WORD] or word[:LONGEST_WORD]


def query_words(
    reading: ErrorReading, prose: Iterable[str] = (), trust: float = 1.0
) -> Mapping[str, float]:
    """Each word that a paste asks about with its weight: that of the heaviest line that holds it.

    `prose` are sentences in plain words, of weight `trust`. At most MOST_WORDS words, heaviest
    lines first, so a paste of 200,000 distinct words asks no more than any other.
    """
    most = max((error.weight for error in reading.errors), default=0.0)
    root = reading.root.signature if reading.root else None
    weighed = [(most, root)] if root is not None else []
    weighed += [(e.weight, e.signature) for e in reading.errors if e.signature != root]
    weighed += [(trust, sentence) for sentence in prose]
    found: dict[str, float] = {}
    for weight, line in sorted(weighed, key=lambda pair: -pair[0]):
        for word in line_words(line):
            if len(found) >= MOST_WORDS:
                return found
            found.setdefault(word, weight)
    return found
