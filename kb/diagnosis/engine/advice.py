"""The best match → the fix to try now, and on what it rests."""

from collections.abc import Collection, Sequence

from kb.core.articles.model import Fix
from kb.core.conditions import Judged, State
from kb.core.facts.model import Vocabulary
from kb.core.messages import Message, msg
from kb.core.ranking import FixMatch, Match
from kb.core.ranking.reasons import lowered
from kb.core.ranking.spoken import any_of, label
from kb.diagnosis.engine.model import FixShown

MOST_PLANNED = 5
ABOUT_AS_LIKELY = 0.05  # difference of scores that says nothing


def fix_for(match: Match, vocabulary: Vocabulary) -> FixShown | None:
    """The fastest fix that nothing speaks against, None where the article has none left."""
    fix = match.fix
    if fix is None:
        return None
    rests = rests_on(match, fix, vocabulary)
    return FixShown(match.article.slug, fix.fix, bool(rests), rests, match.article.verify)


def rests_on(match: Match, fix: FixMatch, vocabulary: Vocabulary) -> tuple[Message, ...]:
    """The conditions of the fault and of the fix that are not known to hold, and where else it was
    seen; at the least that it is this cause of the error and no other."""
    judged = [e for e in (*match.requires, *fix.judged) if e.state == State.UNKNOWN]
    once = {e.condition: _condition(e, vocabulary) for e in judged}
    rests = (*once.values(), *lowered(match.seen, match.verdict, vocabulary))
    if rests or match.verdict == "confirmed":
        return rests
    return (msg("the same error has no other cause here"),)


def _condition(judged: Judged, vocabulary: Vocabulary) -> Message:
    condition = judged.condition
    fact, wanted = label(condition.fact, vocabulary), any_of(condition, vocabulary)
    if condition.negated:
        return msg("{fact} is not {wanted}", fact=fact, wanted=wanted)
    return msg("{fact} is {wanted}", fact=fact, wanted=wanted)


def open_facts(match: Match, skipped: Collection[str]) -> list[str]:
    """The facts that the match waits for and nobody said that he does not know."""
    fix = match.fix
    judged: Sequence[Judged] = (*match.requires, *(fix.judged if fix else ()))
    waiting = [e.condition.fact for e in judged if e.state == State.UNKNOWN]
    return [name for name in dict.fromkeys(waiting) if name not in skipped]


def plan(matches: Sequence[Match], *, near: bool = False) -> tuple[tuple[Match, Fix], ...]:
    """What to try in which order: the fastest fix of each live cause, the likeliest first; between
    two that are about as likely what needs no restart. `near` admits faults without an error."""
    pairs = [(m, m.fix.fix) for m in live(matches, near=near) if m.fix]
    return tuple(sorted(pairs, key=_place)[:MOST_PLANNED])


def _place(pair: tuple[Match, Fix]) -> float:
    match, fix = pair
    return -match.score + (ABOUT_AS_LIKELY if fix.restart else 0.0)


def live(matches: Sequence[Match], *, near: bool = False) -> list[Match]:
    """The possible causes, best first."""
    return [match for match in matches if match.alive and (near or match.verdict != "near")]


def to_find_out(
    matches: Sequence[Match], vocabulary: Vocabulary, *, near: bool = False
) -> tuple[str, ...]:
    """The facts that the likeliest causes wait for and a command tells, whoever skipped them."""
    waiting = [name for match in live(matches, near=near) for name in open_facts(match, ())]
    facts = vocabulary.facts
    told = [n for n in dict.fromkeys(waiting) if n in facts and facts[n].find_out]
    return tuple(told[:MOST_PLANNED])
