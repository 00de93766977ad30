"""The causes still alive, as hypotheses that an answer can weaken."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from kb.core.articles.model import Check, Conditions
from kb.core.conditions import Condition, Judged, State
from kb.core.ranking import Match, check_name
from kb.core.ranking.conditions import sentence
from kb.core.ranking.model import FixMatch

LIKELY = frozenset({"confirmed", "likely"})
# "None of these" is always possible: it weighs as much as a cause at even odds.
NONE_OF_THESE = 1.0
MOST_CAUSES = 48


@dataclass(frozen=True, slots=True)
class Hypothesis:
    """One cause with one of its fixes. Only what is not known yet is kept. `match` is None for
    "none of these"."""

    match: Match | None
    weight: float
    requires: Conditions = ()
    seen: Conditions = ()
    clear: tuple[Conditions, ...] = ()  # the open rest of entries that otherwise hold
    when: Conditions = ()  # the fix's own
    instead: tuple[Conditions, ...] = ()  # `when` of faster fixes: were one true, it would be that

    def conditions(self) -> Iterator[Condition]:
        """Every open condition that an answer could decide."""
        yield from (*self.requires, *self.when, *self.seen)
        for entry in (*self.clear, *self.instead):
            yield from entry


@dataclass(frozen=True, slots=True)
class Causes:
    """The live matches, their hypotheses with weights that add up to 1; `others` are alive as well,
    more than are compared."""

    matches: tuple[Match, ...]
    hypotheses: tuple[Hypothesis, ...]
    others: int = 0
    _on: dict[frozenset[str], Conditions] = field(
        default_factory=dict, init=False, repr=False, compare=False
    )

    def on(self, facts: frozenset[str]) -> Conditions:
        """The open conditions on any of these facts, each once. Many answers tell the same."""
        if facts not in self._on:
            every = (c for h in self.hypotheses for c in h.conditions() if c.fact in facts)
            self._on[facts] = tuple(dict.fromkeys(every))
        return self._on[facts]

    def of(self, match: Match) -> float:
        """Probability of a cause."""
        return sum(each.weight for each in self.hypotheses if each.match is match)


def causes(matches: Sequence[Match], *, near: bool = False) -> Causes:
    """The matches that could still be it; `near` admits those whose line is not in the paste (the
    questionnaire without an error)."""
    every = [m for m in matches if m.alive and (near or m.verdict != "near")]
    alive = every[:MOST_CAUSES]
    total = sum(map(_odds, alive)) + NONE_OF_THESE
    found = [each for match in alive for each in _hypotheses(match, _odds(match) / total)]
    if alive:
        found.append(Hypothesis(None, NONE_OF_THESE / total))
    return Causes(tuple(alive), tuple(found), len(every) - len(alive))


def _odds(match: Match) -> float:
    score = min(0.99, max(0.01, match.score))
    return score / (1 - score)


def _hypotheses(match: Match, weight: float) -> list[Hypothesis]:
    """Those of a cause, which share its weight."""
    fixes = possible_fixes(match)
    return [
        Hypothesis(
            match,
            weight / len(fixes),
            requires=unknown(match.requires),
            seen=unknown(match.seen),
            clear=_open_entries(match),
            when=unknown(fix.judged) if fix else (),
            instead=tuple(unknown(faster.judged) for faster in fixes[:place] if faster),
        )
        for place, fix in enumerate(fixes)
    ]


def possible_fixes(match: Match) -> list[FixMatch | None]:
    """The fixes that could be the one to apply: up to the fastest that certainly is."""
    found: list[FixMatch | None] = []
    for fix in match.fixes:
        if fix.state == State.FAILS:
            continue
        found.append(fix)
        if fix.state == State.HOLDS:
            break
    return found or [None]


def unknown(judged: Sequence[Judged]) -> Conditions:
    """The conditions that are neither held nor failed."""
    return tuple(each.condition for each in judged if each.state == State.UNKNOWN)


def _open_entries(match: Match) -> tuple[Conditions, ...]:
    entries = []
    for entry in match.clear:
        if entry and State.FAILS not in {each.state for each in entry}:
            entries.append(unknown(entry))
    return tuple(entry for entry in entries if entry)


def expected(match: Match, ask: str) -> str | None:
    """The answer to a sentence that speaks for this cause; None where it does not ask it."""
    return next((each.check.expect for each in match.checks if sentence(each.check) == ask), None)


def open_checks(matches: Sequence[Match]) -> Mapping[str, Check]:
    """Checks without an answer by name, the same sentence once."""
    found: dict[str, Check] = {}
    sentences: set[str] = set()
    for match in matches:
        for observed in match.checks:
            if observed.state == State.UNKNOWN and sentence(observed.check) not in sentences:
                sentences.add(sentence(observed.check))
                found[check_name(match.article.slug, observed.check.id)] = observed.check
    return found
