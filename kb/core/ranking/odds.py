"""What held and failed conditions make of a text score."""

from collections.abc import Sequence

from kb.core.conditions import Judged, State
from kb.core.facts.model import FactKind, Vocabulary
from kb.core.ranking.conditions import BROAD
from kb.core.ranking.model import Observed, Verdict

# A held condition speaks for a fault by how few environments it leaves; bounded, since authors
# write what they saw and not what they tried.
MOST = 4.0
_LEAST = 1.2
# An estimate moves a fault a little; it never puts one aside.
_LEANING = {State.HOLDS: 1.1, State.FAILS: 0.6}
_PLAIN = {"version": 2.0, "number": 2.0, "text": 3.0}


def agreement_of(
    requires: Sequence[Judged],
    seen: Sequence[Judged],
    checks: Sequence[Observed],
    vocabulary: Vocabulary,
) -> float:
    """What the known conditions multiply the odds of a fault by."""
    factor = 1.0
    for each in requires:
        factor *= _factor(each, vocabulary, held=1.0, failed=0.2)
    for each in seen:
        factor *= _factor(each, vocabulary, held=0.5, failed=0.7)
    for observed in checks:
        factor *= {State.HOLDS: MOST, State.FAILS: 0.2, State.UNKNOWN: 1.0}[observed.state]
    return factor


def _factor(judged: Judged, vocabulary: Vocabulary, *, held: float, failed: float) -> float:
    if judged.state == State.UNKNOWN:
        return _LEANING.get(judged.leans, 1.0)
    if judged.state == State.FAILS:
        return failed
    weight = 0.3 * held if judged.condition.fact in BROAD else held
    return 1 + weight * (narrowness(judged, vocabulary) - 1)


def narrowness(judged: Judged, vocabulary: Vocabulary) -> float:
    """How many environments there are for one that the condition lets through, 1.2 to 4."""
    kind = vocabulary.facts.get(judged.condition.fact)
    if kind is None or kind.kind != "choice":
        return _PLAIN.get(kind.kind, 2.0) if kind else 2.0
    return min(MOST, max(_LEAST, len(kind.choices) / _let_through(judged, kind)))


def _let_through(judged: Judged, kind: FactKind) -> int:
    wanted = len(judged.condition.values)
    return max(1, len(kind.choices) - wanted if judged.condition.negated else wanted)


_CEILING: dict[Verdict, float] = {"near": 0.45, "aside": 0.3}
# An environment that agrees says little of a fault whose error nobody saw.
_UNSEEN = 0.25


def score_of(text: float, agreement: float, verdict: Verdict) -> float:
    """A score of 0 to 1 from the text's and the conditions' agreement; what is near or put aside
    never looks like a hit."""
    text = min(0.95, max(0.02, text))
    odds = text / (1 - text) * (agreement**_UNSEEN if verdict == "near" else agreement)
    return round(odds / (1 + odds) * _CEILING.get(verdict, 1.0), 4)
