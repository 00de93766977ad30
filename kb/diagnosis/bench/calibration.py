"""From which agreement on a fault is called known: chosen on some faults, measured on others.

The faults are parted into folds, each family of faults whole in one. For each fold the thresholds
are chosen on all the others; what is said with them of the fold's own pastes is what counts.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from zlib import crc32

from kb.core.ranking import THRESHOLDS, Candidate, Thresholds, rank
from kb.diagnosis.bench.cases import Case
from kb.diagnosis.bench.noise import Runs
from kb.diagnosis.bench.sets import hidden
from kb.diagnosis.engine.model import Given, Reading
from kb.diagnosis.engine.printing import present_in
from kb.diagnosis.engine.reading import read
from kb.diagnosis.library import Library

FOLDS = 5
TRIED = tuple(Thresholds(*pair) for pair in product((0.75, 0.8, 0.85, 0.9, 0.95), (0.5, 0.6, 0.7)))
PRECISION = 0.92  # of what is called confirmed or likely, below which it is worth nothing
_LOG = 400  # lines

Claims = Counter[tuple[str, bool]]  # (verdict, right) → how often it was said


@dataclass(frozen=True, slots=True)
class Asked:
    """A paste that was read and searched for; `right` are the faults that it may be called."""

    fold: int
    right: frozenset[str]
    reading: Reading
    candidates: Sequence[Candidate]


def measure(library: Library, cases: Sequence[Case], runs: Runs = ()) -> dict[str, object]:
    """Precision of each verdict on the held-out folds, and of every pair of thresholds on all."""
    asked = list(_asked(library, cases, runs))
    said = {tried: [_claims(each, tried, library) for each in asked] for tried in TRIED}
    chosen = [choose(said, [each.fold for each in asked], fold) for fold in range(FOLDS)]
    held_out = sum(
        (said[chosen[each.fold]][at] for at, each in enumerate(asked)), Counter[tuple[str, bool]]()
    )
    return {
        "pastes": len(asked),
        "folds": FOLDS,
        "chosen": dict(Counter(map(_name, chosen))),
        "in_use": _name(THRESHOLDS),
        "held_out": _precision(held_out),
        "tried": {_name(tried): _precision(_sum(claims)) for tried, claims in said.items()},
    }


def _asked(library: Library, cases: Sequence[Case], runs: Runs) -> Iterator[Asked]:
    """Every case with what was told besides, alone in a log, and with its fault taken out."""
    for case, log in zip(cases, hidden(cases, cases, _LOG, runs), strict=True):
        fold = crc32(case.family.encode()) % FOLDS
        right = case.expected if case.in_base else frozenset[str]()
        for dress in (case, log):
            given = Given(paste=dress.paste, environment=dress.environment, command=dress.command)
            reading = read(given, library)
            found = library.candidates(reading.errors, reading.facts, reading.lines)
            yield Asked(fold, right, reading, found)
            if case.in_base and dress is case:
                left = [each for each in found if each.article.slug not in case.expected]
                yield Asked(fold, frozenset(), reading, left)


def _claims(asked: Asked, thresholds: Thresholds, library: Library) -> Claims:
    """What is called confirmed or likely of a paste."""
    reading = asked.reading
    matches = rank(
        asked.candidates,
        reading.errors,
        reading.facts,
        library.vocabulary,
        present_in(reading.command),
        near=0,
        thresholds=thresholds,
    )
    sure = (match for match in matches if match.verdict in {"confirmed", "likely"})
    return Counter((match.verdict, match.article.slug in asked.right) for match in sure)


def choose(
    said: Mapping[Thresholds, Sequence[Claims]], folds: Sequence[int], left_out: int
) -> Thresholds:
    """The best thresholds on all folds but one, of what was said of each paste; of equals the one
    in their middle, which is farthest from where it gets worse."""
    worth = {}
    for tried, claims in said.items():
        others = zip(claims, folds, strict=True)
        worth[tried] = _worth(_sum(each for each, fold in others if fold != left_out))
    best = [tried for tried in worth if worth[tried] == max(worth.values())]
    return best[len(best) // 2]


def _worth(claims: Claims) -> float:
    """Right answers against wrong ones: at the least precision wanted they weigh the same."""
    right = _right(claims)
    return round((1 - PRECISION) * right - PRECISION * (claims.total() - right), 6)


def _sum(claims: Iterable[Claims]) -> Claims:
    return sum(claims, Counter[tuple[str, bool]]())


def _right(claims: Claims) -> int:
    return sum(count for (_, right), count in claims.items() if right)


def _precision(claims: Claims) -> dict[str, dict[str, float]]:
    """Verdict → how often it was said, how often rightly, and the share."""
    told = {}
    for verdict in ("confirmed", "likely"):
        right, said = claims[verdict, True], claims[verdict, True] + claims[verdict, False]
        told[verdict] = {
            "said": said,
            "right": right,
            "precision": round(right / said, 3) if said else 0.0,
        }
    return told


def _name(thresholds: Thresholds) -> str:
    return f"line {thresholds.line}, symptom {thresholds.symptom}"


def summary(part: Mapping[str, object]) -> list[tuple[str, ...]]:
    """Rows of the table for people."""
    rows: list[tuple[str, ...]] = [("thresholds", "confirmed, right", "likely, right")]
    tried = part["tried"]
    assert isinstance(tried, dict)
    for name, rates in {**tried, f"held out, {part['folds']} folds": part["held_out"]}.items():
        shares = (rates[verdict] for verdict in ("confirmed", "likely"))
        rows.append((name, *(f"{each['right']} of {each['said']}" for each in shares)))
    return rows
