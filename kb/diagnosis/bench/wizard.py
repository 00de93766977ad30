"""The wizard, measured: each fault that shares its error line with another, as the truth."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from math import log2
from statistics import fmean
from zlib import crc32

from kb.core.articles import Article
from kb.core.conditions import Condition, State, judge_fact
from kb.core.facts import Fact, FactKind, Vocabulary
from kb.core.questions import Question, Run, assume, simulate
from kb.core.questions.points import points
from kb.core.ranking import Candidate, Match, rank
from kb.diagnosis.engine.model import Given, Reading
from kb.diagnosis.engine.reading import read
from kb.diagnosis.library import Library

Environment = dict[str, str]
MOST_LINES = 12


@dataclass(frozen=True, slots=True)
class Case:
    """A fault, the line it shares, and what its owner knows of his environment."""

    truth: Article
    line: str
    environment: Environment
    checks: Environment  # sentence of a check → the answer


@dataclass(frozen=True, slots=True)
class Asked:
    """How one questionnaire went. `place` is the truth's among the matches, 1 is first; `clicks`
    are the answers until its command is shown for good, and the one that copies it."""

    causes: int
    questions: int
    place: int
    known_asked: int
    clicks: int


def measure(articles: Iterable[Article], library: Library) -> dict[str, object]:
    """Rates over all cases: with the truth's own environment as the oracle, with "don't know" to a
    third of the questions and to all of them, and with the environment in the paste."""
    cases = list(cases_of(articles, library))
    own = [_asked(case, library, _knows(case)) for case in cases]
    third = [_asked(case, library, _forgets(case)) for case in cases]
    nothing = [_asked(case, library, lambda _: None) for case in cases]
    pasted = [_asked(case, library, _knows(case), pasted=True) for case in cases]
    return {
        "cases": len(cases),
        "reached": _rate(own, 1),
        "questions": _mean(each.questions for each in own),
        "limit": _mean(log2(max(1, each.causes)) + 0.5 for each in own),
        "asked_what_was_said": sum(each.known_asked for each in own),
        "reached_with_a_third_unknown": _rate(third, 1),
        "among_three_with_all_unknown": _rate(nothing, 3),
        "copied_with_one_click": _share(pasted, 1),
        "copied_with_three_without_environment": _share(own, 3),
        "missed": sorted(
            case.truth.slug for case, a in zip(cases, own, strict=True) if a.place != 1
        ),
    }


def _rate(asked: Sequence[Asked], places: int) -> float:
    return _mean(float(each.place <= places) for each in asked)


def _share(asked: Sequence[Asked], clicks: int) -> float:
    return _mean(float(each.clicks <= clicks) for each in asked)


def _mean(numbers: Iterable[float]) -> float:
    every = list(numbers)
    return round(fmean(every), 3) if every else 0.0


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
    reading, candidates = _found(line, library)
    matches = rank(candidates, reading.errors, reading.facts, library.vocabulary)
    return [match.article.slug for match in matches if match.known and match.alive]


def _found(line: str, library: Library) -> tuple[Reading, Sequence[Candidate]]:
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


Oracle = Callable[[Question], str | None]


def _knows(case: Case) -> Oracle:
    def answer(question: Question) -> str | None:
        if question.kind == "check":
            return case.checks.get(question.text.casefold().strip())
        return case.environment.get(question.id)

    return answer


def _forgets(case: Case) -> Oracle:
    """As above, but a third of the answers (always the same ones) are not known."""
    knows = _knows(case)

    def answer(question: Question) -> str | None:
        mark = crc32(f"{case.truth.slug} {question.id}".encode())
        return None if mark % 3 == 0 else knows(question)

    return answer


def _asked(case: Case, library: Library, oracle: Oracle, *, pasted: bool = False) -> Asked:
    reading, candidates = _found(case.line, library)
    facts = dict(reading.facts) | (_stated(case.environment) if pasted else {})
    first = rank(candidates, reading.errors, facts, library.vocabulary)
    run = simulate(candidates, reading.errors, facts, library.vocabulary, oracle)
    return Asked(
        causes=sum(1 for match in first if match.known and match.alive),
        questions=len(run.asked),
        place=_place(case.truth.slug, run.matches),
        known_asked=_known_asked(run, reading),
        clicks=_clicks(case.truth.slug, run),
    )


def path_of(case: Case, library: Library) -> tuple[tuple[str, str | None], ...]:
    """What somebody with this fault is asked, in order, with the answers."""
    reading, candidates = _found(case.line, library)
    vocabulary = library.vocabulary
    return simulate(candidates, reading.errors, reading.facts, vocabulary, _knows(case)).asked


def _stated(environment: Environment) -> dict[str, Fact]:
    """What a paste can hold of it: where and how it broke only a person sees."""
    seen = {"symptom", "stage"}
    return {n: Fact(n, value, line=1) for n, value in environment.items() if n not in seen}


def _clicks(slug: str, run: Run) -> int:
    last = run.shown[-1]
    right = [each == last and each.startswith(f"{slug}/") for each in run.shown]
    answers = max((place + 1 for place, is_right in enumerate(right) if not is_right), default=0)
    return answers + 1


def _place(slug: str, matches: Sequence[Match]) -> int:
    slugs = [match.article.slug for match in matches if match.alive]
    return slugs.index(slug) + 1 if slug in slugs else len(matches) + 1


def _known_asked(run: Run, reading: Reading) -> int:
    said = {name for name, fact in reading.facts.items() if fact.value is not None}
    said -= {name for name, fact in reading.facts.items() if fact.how == "estimated"}
    return sum(1 for name, _ in run.asked if name in said)
