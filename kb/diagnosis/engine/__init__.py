"""Paste, environment, command and answers → the fault, the fix and the corrected command."""

from collections.abc import Sequence

from kb.core.questions import Question, next_question, question_about
from kb.core.ranking import Candidate, Match, Worked, nobody_said, rank, settled
from kb.diagnosis.engine.advice import fix_for, live, open_facts, plan, to_find_out
from kb.diagnosis.engine.language import localised
from kb.diagnosis.engine.model import (
    AnswerError,
    Diagnosed,
    FixShown,
    Given,
    LaunchShown,
    Outcome,
    Reading,
)
from kb.diagnosis.engine.numbers import with_numbers
from kb.diagnosis.engine.preflight import would_apply
from kb.diagnosis.engine.printing import launch_for, present_in
from kb.diagnosis.engine.reading import read
from kb.diagnosis.library import Library

MOST_SHOWN = 20
MOST_TYPED = 8  # … while one types
NEAREST = 3  # that share words only, where nothing is known
BESIDE = 5  # … and beside what is
# Asked first where nobody has an error: an index can narrow by them.
FIRST = ("engine", "symptom", "stage")


def diagnose(given: Given, library: Library, worked: Worked = nobody_said) -> Diagnosed:
    """Everything one paste gives away, decided. Without an error (paste empty) it is the
    questionnaire, with a command the check before the start. Of two that are equal, what `worked`
    for more people comes first. Raises AnswerError."""
    reading = read(given, library)
    blank = not given.paste.strip()
    ranked = _ranked(_candidates(reading, library, blank), reading, library, blank)
    ranked = _in_language(settled(ranked, worked), given.language, library)
    question = _question(ranked, reading, library, given.language, blank)
    best = next(iter(live(ranked)), None)
    fix = fix_for(best, library.vocabulary) if best else None
    fix = with_numbers(fix, reading) if fix else None
    return Diagnosed(
        verdict=_outcome(best, question, reading),
        reading=reading,
        matches=_shown(ranked),
        question=question,
        fix=fix,
        launch=launch_for(fix, reading, library) if fix else None,
        vocabulary=library.vocabulary,
        would_apply=would_apply(ranked, reading.facts, library.vocabulary)[:MOST_SHOWN]
        if blank
        else (),
        plan=plan(ranked, near=blank),
        find_out=to_find_out(ranked, library.vocabulary, near=blank),
        language=given.language,
    )


def known(given: Given, library: Library) -> tuple[Match, ...]:
    """The possible causes whose error the paste names, best first, without a question or a fix:
    what can be told while one types."""
    reading = read(given, library)
    found = library.candidates(reading.errors, reading.facts, reading.lines, 2 * MOST_TYPED)
    ranked = rank(found, reading.errors, reading.facts, library.vocabulary, near=0)
    alive = [match for match in ranked if match.known and match.alive]
    return _in_language(alive[:MOST_TYPED], given.language, library)


def _candidates(reading: Reading, library: Library, blank: bool) -> Sequence[Candidate]:
    if blank:
        return library.applicable(reading.facts)
    return library.candidates(reading.errors, reading.facts, reading.lines)


def _ranked(
    candidates: Sequence[Candidate], reading: Reading, library: Library, blank: bool
) -> tuple[Match, ...]:
    present, near = present_in(reading.command), None if blank else BESIDE
    return rank(candidates, reading.errors, reading.facts, library.vocabulary, present, near)


def _in_language(matches: Sequence[Match], language: str, library: Library) -> tuple[Match, ...]:
    """Those that may be shown, in the reader's language where a translation has it."""
    shown = [localised(match, language, library) for match in matches[:MOST_SHOWN]]
    return (*shown, *matches[MOST_SHOWN:])


def _question(
    matches: Sequence[Match], reading: Reading, library: Library, language: str, blank: bool
) -> Question | None:
    vocabulary, skipped = library.vocabulary, reading.skipped
    if blank:
        for name in FIRST:
            if name not in reading.facts and name not in skipped:
                return question_about(name, matches, reading.facts, vocabulary, language)
    return next_question(matches, reading.facts, vocabulary, skipped, near=blank, language=language)


def _outcome(best: Match | None, question: Question | None, reading: Reading) -> Outcome:
    """`ask`: an answer could still change it, asked for or not; `match`: none would; `none`:
    nothing known, or nothing but the same error and nothing to ask (contract.md)."""
    if question is not None:
        return "ask"
    if best is None:
        return "none"
    if open_facts(best, reading.skipped):
        return "ask"
    return "none" if best.verdict == "same-error" else "match"


def _shown(matches: Sequence[Match]) -> tuple[Match, ...]:
    """Those whose error is known, put aside or not, and the nearest besides."""
    known = [match for match in matches if match.known]
    near = [match for match in matches if match.verdict == "near"]
    most = BESIDE if any(match.alive for match in known) else NEAREST
    shown = {id(match) for match in (*known[:MOST_SHOWN], *near[:most])}
    return tuple(match for match in matches if id(match) in shown)


__all__ = [
    "AnswerError",
    "Diagnosed",
    "FixShown",
    "Given",
    "LaunchShown",
    "Reading",
    "diagnose",
    "known",
]
