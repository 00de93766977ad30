"""One error with several causes → the table of the facts that tell them apart."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from urllib.parse import urlencode

from kb.core.conditions import Judged, State
from kb.core.facts import Fact
from kb.core.ranking import Match
from kb.diagnosis.engine import Diagnosed
from kb.wiki.wording import label_of, value_label, wanted_label

MOST_COLUMNS = 5  # more do not fit beside each other


@dataclass(frozen=True, slots=True)
class Cell:
    """What one cause wants of one fact; `ask` is the address that asks just that. `label` names the
    fact again, for phones, where a row is a list."""

    label: str
    wanted: str
    state: str
    ask: str


@dataclass(frozen=True, slots=True)
class Column:
    label: str
    have: str


@dataclass(frozen=True, slots=True)
class Cause:
    slug: str
    title: str
    verdict: str
    cells: list[Cell]


@dataclass(frozen=True, slots=True)
class CausesTable:
    facts: list[Column]
    rows: list[Cause]


def causes_table(diagnosed: Diagnosed, answers: Mapping[str, str]) -> CausesTable | None:
    """None where fewer than two causes have this error, or where no fact tells them apart."""
    known = [match for match in diagnosed.matches if match.known]
    names = _telling(known)
    if len(known) < 2 or not names:
        return None
    columns = [_column(name, diagnosed) for name in names]
    return CausesTable(columns, [_row(match, names, diagnosed, answers) for match in known])


def _telling(known: Sequence[Match]) -> list[str]:
    """The facts that the causes do not all want alike, those of most causes first."""
    wanted: dict[str, list[str]] = {}
    for match in known:
        for each in match.requires:
            wanted.setdefault(each.condition.fact, []).append(each.condition.wanted)
    telling = [n for n, all_ in wanted.items() if len(all_) < len(known) or len(set(all_)) > 1]
    return sorted(telling, key=lambda name: -len(wanted[name]))[:MOST_COLUMNS]


def _column(name: str, diagnosed: Diagnosed) -> Column:
    fact = diagnosed.reading.facts.get(name)
    have = _have(fact) if fact and fact.how != "default" else ""
    vocabulary, language = diagnosed.vocabulary, diagnosed.language
    return Column(
        label_of(name, vocabulary, language), value_label(name, have, vocabulary, language)
    )


def _have(fact: Fact) -> str:
    return fact.value or " / ".join(fact.candidates) or fact.bounds


def _row(
    match: Match, names: Sequence[str], diagnosed: Diagnosed, answers: Mapping[str, str]
) -> Cause:
    judged = {each.condition.fact: each for each in match.requires}
    cells = [_cell(name, judged.get(name), diagnosed, answers) for name in names]
    return Cause(match.article.slug, match.article.title, match.verdict, cells)


def _cell(
    name: str, judged: Judged | None, diagnosed: Diagnosed, answers: Mapping[str, str]
) -> Cell:
    label = label_of(name, diagnosed.vocabulary, diagnosed.language)
    if judged is None:
        return Cell(label, "", "", "")
    wanted = wanted_label(judged.condition, diagnosed.vocabulary, diagnosed.language)
    ask = f"?{urlencode({**answers, 'ask': name})}" if judged.state == State.UNKNOWN else ""
    return Cell(label, wanted, judged.state, ask)
