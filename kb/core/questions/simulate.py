"""A whole questionnaire against somebody who knows the answers: how the wizard is measured."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from kb.core.errors import ErrorReading
from kb.core.facts.model import Facts, Vocabulary
from kb.core.questions.choose import next_question
from kb.core.questions.gain import assume
from kb.core.questions.model import Question
from kb.core.ranking import Candidate, Match, rank

MOST_QUESTIONS = 20
Oracle = Callable[[Question], str | None]  # None = does not know


@dataclass(frozen=True, slots=True)
class Run:
    """What was asked, in order, with the answers, and the matches at the end. `shown` is the best
    cause with its fix (`slug/fix`) before the first answer and after each."""

    asked: tuple[tuple[str, str | None], ...]
    matches: tuple[Match, ...]
    shown: tuple[str, ...] = ()


def simulate(
    candidates: Sequence[Candidate],
    errors: ErrorReading,
    facts: Facts,
    vocabulary: Vocabulary,
    oracle: Oracle,
) -> Run:
    """Asks until nothing is to be asked, and at most MOST_QUESTIONS."""
    known, asked, skipped = dict(facts), list[tuple[str, str | None]](), set[str]()
    matches = rank(candidates, errors, known, vocabulary)
    shown = [_best(matches)]
    while len(asked) < MOST_QUESTIONS:
        question = next_question(matches, known, vocabulary, skipped)
        if question is None:
            break
        answer = oracle(question)
        asked.append((question.id, answer))
        if answer is None:
            skipped.add(question.id)
        else:
            known.update(assume(known, question.id, answer, vocabulary))
            matches = rank(candidates, errors, known, vocabulary)
        shown.append(_best(matches))
    return Run(tuple(asked), matches, tuple(shown))


def _best(matches: Sequence[Match]) -> str:
    best = next((match for match in matches if match.alive), None)
    return f"{best.article.slug}/{best.fix.fix.id if best.fix else ''}" if best else ""
