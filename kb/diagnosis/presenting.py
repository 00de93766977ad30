"""A diagnosis → the rows that its page shows."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from django.utils.functional import SimpleLazyObject

from kb.core.conditions import Judged, State
from kb.core.facts import Fact, Vocabulary, forks, wording
from kb.core.messages import Message
from kb.core.questions import Option, Question
from kb.core.ranking import Evidence, Match
from kb.core.text import Line
from kb.diagnosis.answers import query_of
from kb.diagnosis.causes import causes_table
from kb.diagnosis.diffing import DiffPart, diff
from kb.diagnosis.engine import Diagnosed, LaunchShown
from kb.wiki.rendering import steps
from kb.wiki.wording import label_of, value_label, wanted_label

_MOST_EVIDENCE = 4  # lines a match
_TELLS = {"requires": tuple(State), "seen": (State.HOLDS, State.FAILS), "clear": (State.HOLDS,)}


@dataclass(frozen=True, slots=True)
class LogLine:
    """A kept line. `role` is root, generic, other or ""; `skipped` lines were dropped before it."""

    number: int
    text: str
    role: str
    skipped: int


@dataclass(frozen=True, slots=True)
class KnownFact:
    """A fact with the line that it was read from; `values` has several where the text does. `notes`
    say what is to be known of it: bounds that the wording sets, the fork whose version it is."""

    name: str
    label: str
    values: list[str]
    fact: Fact
    notes: Sequence[Message] = ()
    decides: bool = False  # a condition of a possible cause looks at it


@dataclass(frozen=True, slots=True)
class ConditionRow:
    """For components/condition.html."""

    fact: str
    label: str
    wanted: str
    have: str
    state: str
    strength: str
    reason: Message | None


@dataclass(frozen=True, slots=True)
class MatchRow:
    """`conditions` are those that speak for or against it; `seen`, on what else it was seen, which
    is not known here."""

    match: Match
    conditions: list[ConditionRow]
    seen: list[ConditionRow]
    evidence: list[Evidence]  # the best of each line


def page_of(diagnosed: Diagnosed, answers: Mapping[str, str]) -> dict[str, Any]:
    """The context of a diagnosis, whatever page shows it."""
    return {
        "diagnosed": diagnosed,
        "log": log_lines(diagnosed),
        "known": (known := known_facts(diagnosed, answers)),
        "deciding": [fact for fact in known if fact.decides],
        "besides": [fact for fact in known if not fact.decides],
        "matches": (matches := [match_row(match, diagnosed) for match in diagnosed.matches]),
        "near": [row for row in matches if row.match.verdict == "near"],
        "steps": steps(diagnosed.fix.fix.steps) if diagnosed.fix else [],
        "diff": launch_diff(diagnosed.launch),
        "best": best_of(diagnosed),
        "rest_options": ruled_out(diagnosed.question),
        "causes": SimpleLazyObject(lambda: causes_table(diagnosed, answers)),  # not on all pages
        "answers_query": query_of(answers),
        "answers": answers,
    }


def best_of(diagnosed: Diagnosed) -> Match | None:
    """The match whose fix is shown."""
    slug = diagnosed.fix.article if diagnosed.fix else ""
    return next((match for match in diagnosed.matches if match.article.slug == slug), None)


def ruled_out(question: Question | None) -> list[Option]:
    """The choices that leave none of the causes; they are folded away, and can still be taken."""
    return [option for option in question.options if option.disabled] if question else []


def log_lines(diagnosed: Diagnosed) -> list[LogLine]:
    roles = {error.line: error.role for error in diagnosed.reading.errors.errors}
    rows, last = [], 0
    for line in diagnosed.reading.lines:
        if line.text.strip():
            rows.append(_log_line(line, roles, last))
        last = line.number  # a blank line leaves no gap
    return rows


def _log_line(line: Line, roles: Mapping[int, str], last: int) -> LogLine:
    skipped = max(0, line.number - last - 1)
    return LogLine(line.number, line.text, roles.get(line.number, ""), skipped)


def known_facts(diagnosed: Diagnosed, answers: Mapping[str, str]) -> list[KnownFact]:
    """Answers first, then what was read, then what follows from it; defaults are not listed."""
    facts = [f for f in diagnosed.reading.facts.values() if _is_listed(f)]
    order = {"answered": 0, "stated": 1, "resolved": 1, "implied": 2, "estimated": 3}
    facts.sort(key=lambda fact: (fact.name not in answers, order.get(fact.how, 1)))
    looked_at = {name for match in diagnosed.matches if match.known for name in _looked_at(match)}
    rows = [_known(fact, diagnosed.vocabulary, diagnosed.language) for fact in facts]
    return [replace(row, decides=row.name in looked_at or row.name in answers) for row in rows]


def _looked_at(match: Match) -> Iterator[str]:
    for judged in (
        *match.requires,
        *match.seen,
        *(each for entry in match.clear for each in entry),
    ):
        yield judged.condition.fact


def _is_listed(fact: Fact) -> bool:
    return fact.how != "default" and not fact.name.startswith("check:")


def _known(fact: Fact, vocabulary: Vocabulary, language: str) -> KnownFact:
    values = [fact.value] if fact.value is not None else list(fact.candidates)
    shown = [value_label(fact.name, value, vocabulary, language) for value in values]
    notes = [wording.told(fact.bounds)] if fact.bounds else []
    notes += [forks.told(fact.fork)] if fact.fork else []
    return KnownFact(fact.name, label_of(fact.name, vocabulary, language), shown, fact, notes=notes)


def match_row(match: Match, diagnosed: Diagnosed) -> MatchRow:
    judged = [("requires", each) for each in match.requires]
    judged += [("seen", each) for each in match.seen]
    judged += [("clear", each) for entry in match.clear for each in entry]
    rows = [_condition(each, how, diagnosed) for how, each in judged]
    telling = [row for row in rows if row.state in _TELLS[row.strength]]
    seen = [row for row in rows if row.strength == "seen" and row.state == State.UNKNOWN]
    return MatchRow(match, telling, seen, evidence_shown(match))


def evidence_shown(match: Match) -> list[Evidence]:
    """The best evidence of each line: one line may agree with several samples."""
    lines: dict[object, Evidence] = {}
    for each in match.evidence:
        lines.setdefault(each.line or each.text, each)
    return list(lines.values())[:_MOST_EVIDENCE]


def _condition(judged: Judged, strength: str, diagnosed: Diagnosed) -> ConditionRow:
    condition, language = judged.condition, diagnosed.language
    have = judged.have or ""
    return ConditionRow(
        fact=condition.fact,
        label=label_of(condition.fact, diagnosed.vocabulary, language),
        wanted=wanted_label(condition, diagnosed.vocabulary, language),
        have=value_label(condition.fact, have, diagnosed.vocabulary, language),
        state=judged.state,
        strength=strength,
        reason=judged.reason,
    )


def launch_diff(launch: LaunchShown | None) -> list[DiffPart]:
    """The command before and after as parts; nothing where there is nothing to compare."""
    if launch is None or launch.before is None or launch.printed is None:
        return []
    return diff(launch.before, launch.printed)
