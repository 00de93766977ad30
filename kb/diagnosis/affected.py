"""Somebody who has a fault of a family, and knows his environment: what the questionnaire asks."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass

from kb.core.articles import Article
from kb.core.conditions import Condition, State, judge_fact
from kb.core.facts import Fact, FactKind, Vocabulary
from kb.core.questions import Question, assume, simulate
from kb.core.questions.points import points
from kb.core.ranking import Candidate, rank
from kb.diagnosis.engine.model import Given, Reading
from kb.diagnosis.engine.reading import read
from kb.diagnosis.library import Library

Environment = dict[str, str]
MOST_LINES = 12
Oracle = Callable[[Question], str | None]


@dataclass(frozen=True, slots=True)
class Case:
    """A fault, the line it shares, and what its owner knows of his environment."""

    truth: Article
    line: str
    environment: Environment
    checks: Environment  # sentence of a check → the answer


def cases_of(articles: Iterable[Article], library: Library) -> Iterator[Case]:
    """Every article of which a line is known of others too, once, with the line that most have."""
    for article in articles:
        lines = {line: _causes(line, library) for line in _lines(article)}
        shared = [line for line, causes in lines.items() if article.slug in causes]
        line = max(shared, key=lambda each: len(lines[each]), default="")
        if line and len(lines[line]) > 1:
            environment = environment_of(article, library.vocabulary)
            yield Case(article, line, environment, _own_checks(article))


def _lines(article: Article) -> list[str]:
    lines = [line.strip() for sample in article.errors for line in sample.text.splitlines()]
    return [line for line in dict.fromkeys(lines) if line][:MOST_LINES]


def _causes(line: str, library: Library) -> list[str]:
    """The faults that a paste of this line alone could be."""
    reading, candidates = found_by(line, library)
    matches = rank(candidates, reading.errors, reading.facts, library.vocabulary)
    return [match.article.slug for match in matches if match.known and match.alive]


def found_by(line: str, library: Library) -> tuple[Reading, Sequence[Candidate]]:
    reading = read(Given(paste=line), library)
    return reading, library.candidates(reading.errors, reading.facts, reading.lines)


def _own_checks(article: Article) -> Environment:
    return {check.ask.casefold().strip(): check.expect for check in article.checks}


def environment_of(article: Article, vocabulary: Vocabulary) -> Environment:
    """A value for each fact of `requires` and `seen` that meets all of their conditions, with what
    it implies. What the article does not speak of stays unknown."""
    wanted: dict[str, list[Condition]] = defaultdict(list)
    for condition in (*article.environment.requires, *article.environment.seen):
        wanted[condition.fact].append(condition)
    told: dict[str, Fact] = {}
    for name, conditions in wanted.items():
        value = _meeting(conditions, vocabulary.facts.get(name), vocabulary)
        if value is not None:
            told = assume(told, name, value, vocabulary) | told
    return {name: fact.value for name, fact in told.items() if fact.value is not None}


def _meeting(
    conditions: Sequence[Condition], kind: FactKind | None, vocabulary: Vocabulary
) -> str | None:
    """A value that all conditions let through: what was seen, else what they name, else any."""
    if kind is None:
        return None
    offered = sorted(points(kind, conditions), key=lambda point: not point.named)
    for point in offered:
        fact = Fact(kind.name, point.value, how="answered")
        judged = [judge_fact(condition, fact, vocabulary).state for condition in conditions]
        if all(state == State.HOLDS for state in judged):
            return point.value
    return None


def knows(case: Case) -> Oracle:
    def answer(question: Question) -> str | None:
        if question.kind == "check":
            return case.checks.get(question.text.casefold().strip())
        return case.environment.get(question.id)

    return answer


def path_of(case: Case, library: Library) -> tuple[tuple[str, str | None], ...]:
    """What somebody with this fault is asked, in order, with the answers."""
    reading, candidates = found_by(case.line, library)
    vocabulary = library.vocabulary
    return simulate(candidates, reading.errors, reading.facts, vocabulary, knows(case)).asked
