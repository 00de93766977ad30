"""A command and an environment before the start → the faults that they would meet."""

from collections.abc import Sequence
from math import prod

from kb.core.conditions import Judged, State
from kb.core.facts import Facts, Vocabulary
from kb.core.ranking import BROAD, Match
from kb.core.ranking.odds import narrowness

# What nearly every server has says nothing of a fault.
_COMMON = BROAD | {"accelerator", "platform", "os"}
# At least two conditions that few environments meet.
_NARROW = 4.0


def would_apply(
    matches: Sequence[Match], facts: Facts, vocabulary: Vocabulary
) -> tuple[Match, ...]:
    """The matches of which all that is required holds but how it breaks, where that is more than
    what nearly everybody has."""
    return tuple(match for match in matches if _applies(match, facts, vocabulary))


def _applies(match: Match, facts: Facts, vocabulary: Vocabulary) -> bool:
    required = [each for each in match.requires if each.condition.fact not in BROAD]
    if not match.alive or any(each.state != State.HOLDS for each in required):
        return False
    telling = [each for each in required if _tells(each, facts)]
    return prod(narrowness(each, vocabulary) for each in telling) >= _NARROW


def _tells(held: Judged, facts: Facts) -> bool:
    fact = facts.get(held.condition.fact)
    return held.condition.fact not in _COMMON and fact is not None and fact.how != "default"
