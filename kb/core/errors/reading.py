"""Lines → the error lines among them, each signature once, and the root."""

from bisect import bisect_left
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from kb.core.errors.model import ErrorLine, ErrorReading
from kb.core.errors.root import Found, choose_root
from kb.core.errors.signature import fingerprint, signature
from kb.core.errors.steady import steady
from kb.core.errors.tracebacks import Tracebacks, find_tracebacks
from kb.core.errors.weighing import OF_PASTED, OF_STATED, Weighed, is_calm, weigh, weigh_ending
from kb.core.text import Line

MOST = 40  # error lines that a reading keeps
_SIGNED = 500  # distinct lines whose signature is made; the heaviest and earliest
_NEAR = 60  # lines around an exception in which other error lines count whole
_BROKEN = 0.5  # weight from which a generic line says that something broke, not only stopped
_FAR = 0.3
_STEADY = 0.5  # a factor for what is said all through a log: the server lives with it
_CHOSEN = 3  # of so few lines each was chosen, so the first says what the trouble is
_DIGITS = str.maketrans("", "", "0123456789")


class _Candidate(NamedTuple):
    at: int  # its index
    weight: float
    kind: str
    key: str  # the line without its digits


def read_errors(lines: tuple[Line, ...]) -> ErrorReading:
    """The error lines of a paste: root first, then by weight and place; at most MOST.

    The root is None where nothing broke, and where only generic lines say so: then
    `cause_is_elsewhere`.
    """
    traces = find_tracebacks(lines)
    found = _merged(_placed(_hushed(_weighed(lines, traces), lines)), lines)
    root = choose_root(found, lines, traces)
    errors = sorted(found, key=lambda one: (one is not root, -one.weight, one.index))[:MOST]
    read = tuple(_error_line(one, lines, one is root) for one in errors)
    broken = any(one.role == "generic" and one.weight >= _BROKEN for one in read)
    return ErrorReading(read, read[0] if root else None, root is None and broken)


def _error_line(found: Found, lines: Sequence[Line], is_root: bool) -> ErrorLine:
    line = lines[found.index]
    role = "root" if is_root else "generic" if found.kind == "generic" else "other"
    text, weight = line.text.strip(" |"), round(found.weight, 2)
    return ErrorLine(line.number, text, found.signature, role, weight, found.count, line.source)


def _weighed(lines: Sequence[Line], traces: Tracebacks) -> list[_Candidate]:
    """Each line that says something; a line is looked at once for all its twins but for digits."""
    ends = set(traces.ends)
    known: dict[tuple[str, str], Weighed] = {}
    candidates: list[_Candidate] = []
    for index, line in enumerate(lines):
        if index in traces.frames or is_calm(line.text, line.level):
            continue
        key = (line.text.translate(_DIGITS), line.level)
        weighed = known.get(key)
        if weighed is None:
            weighed = known[key] = weigh(line.text, line.level)
        if index in ends:
            weighed = weigh_ending(line.text.strip(" |"), line.level, weighed)
        if weighed.weight:
            candidates.append(_Candidate(index, weighed.weight, weighed.kind, key[0]))
    return candidates or [_Candidate(0, OF_PASTED, "pasted", "")] * (0 < len(lines) <= _CHOSEN)


def _hushed(candidates: list[_Candidate], lines: Sequence[Line]) -> list[_Candidate]:
    """What is said all through a run counts less, unless nothing else is said."""
    said: dict[str, list[int]] = {}
    for one in candidates:
        said.setdefault(one.key, []).append(one.at)
    always = steady(said, lines)
    if len(always) == len(said):
        return candidates
    return [
        one._replace(weight=one.weight * _STEADY) if one.key in always else one
        for one in candidates
    ]


def _placed(candidates: list[_Candidate]) -> list[_Candidate]:
    """Lighter lines far from every exception count less."""
    heavy = [one.at for one in candidates if one.weight >= OF_STATED]
    if not heavy:
        return candidates
    return [
        one._replace(weight=one.weight * _FAR)
        if one.weight < OF_STATED and _distance(one.at, heavy) > _NEAR
        else one
        for one in candidates
    ]


def _distance(index: int, places: Sequence[int]) -> int:
    at = bisect_left(places, index)
    return min(abs(index - place) for place in places[max(0, at - 1) : at + 1])


def _merged(candidates: Iterable[_Candidate], lines: Sequence[Line]) -> list[Found]:
    """Each signature once, with the indexes where it was met."""
    by_print: dict[str, Found] = {}
    signatures: dict[str, tuple[str, str]] = {}
    for one in sorted(candidates, key=lambda one: -one.weight):
        text = lines[one.at].text
        if text not in signatures:
            if len(signatures) == _SIGNED:
                break
            signed = signature(text)
            signatures[text] = signed, fingerprint(signed)
        signed, key = signatures[text]
        met = by_print.get(key)
        if met is None:
            by_print[key] = Found(one.at, one.weight, one.kind, signed, [one.at])
        else:
            met.met(one.at, one.weight)
    return list(by_print.values())
