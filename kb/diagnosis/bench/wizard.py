"""The wizard, measured: each fault that shares its error line with another, as the truth."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import log2
from statistics import fmean
from zlib import crc32

from kb.core.articles import Article
from kb.core.facts import Fact
from kb.core.questions import Question, Run, simulate
from kb.core.ranking import Match, rank
from kb.diagnosis.affected import Case, Environment, Oracle, cases_of, found_by, knows
from kb.diagnosis.engine.model import Reading
from kb.diagnosis.library import Library


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
    own = [_asked(case, library, knows(case)) for case in cases]
    third = [_asked(case, library, _forgets(case)) for case in cases]
    nothing = [_asked(case, library, lambda _: None) for case in cases]
    pasted = [_asked(case, library, knows(case), pasted=True) for case in cases]
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


def _forgets(case: Case) -> Oracle:
    """As above, but a third of the answers (always the same ones) are not known."""
    known = knows(case)

    def answer(question: Question) -> str | None:
        mark = crc32(f"{case.truth.slug} {question.id}".encode())
        return None if mark % 3 == 0 else known(question)

    return answer


def _asked(case: Case, library: Library, oracle: Oracle, *, pasted: bool = False) -> Asked:
    reading, candidates = found_by(case.line, library)
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
