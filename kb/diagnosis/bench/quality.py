"""How well faults are found: plain, hidden in a log, with the environment, and where there is
nothing to find. Beside plain full text search over the same articles, paste by paste."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from statistics import fmean

from kb.core.articles import Article
from kb.core.errors import ErrorReading
from kb.core.facts import Facts
from kb.core.ranking import Candidate
from kb.core.text import Line
from kb.diagnosis.bench.cases import Case, positive
from kb.diagnosis.bench.noise import Runs
from kb.diagnosis.bench.peers import WhooshSearch, worded
from kb.diagnosis.bench.sets import sets_of
from kb.diagnosis.engine import Given, diagnose
from kb.diagnosis.library import Library
from kb.search.analysis import words
from kb.search.documents import document_of
from kb.search.find import MOST_CANDIDATES

_CONFIDENT = {"confirmed", "likely"}

Finder = Callable[[Case], Sequence[tuple[str, bool]]]  # slugs best first, and whether it is sure


@dataclass(frozen=True, slots=True)
class Found:
    """What one paste found: the place of a right slug (1 is first, None not at all), whether it was
    sure of a right one, and a wrong slug that it was sure of."""

    case: Case
    place: int | None
    sure: bool
    sure_of: str | None


class Without:
    """A library from which some articles are taken out."""

    def __init__(self, library: Library, slugs: Iterable[str]) -> None:
        self._library, self._gone = library, frozenset(slugs)
        self.vocabulary, self.catalogues = library.vocabulary, library.catalogues

    def article(self, slug: str, language: str = "") -> Article | None:
        return None if slug in self._gone else self._library.article(slug, language)

    def candidates(
        self,
        reading: ErrorReading,
        facts: Facts,
        lines: Sequence[Line] = (),
        limit: int = MOST_CANDIDATES,
    ) -> Sequence[Candidate]:
        return self._kept(self._library.candidates(reading, facts, lines, limit))

    def applicable(self, facts: Facts, limit: int = 200) -> Sequence[Candidate]:
        return self._kept(self._library.applicable(facts, limit))

    def _kept(self, candidates: Iterable[Candidate]) -> Sequence[Candidate]:
        return [each for each in candidates if each.article.slug not in self._gone]


def measure(
    library: Library, articles: Iterable[Article], cases: Sequence[Case], runs: Runs = ()
) -> dict[str, object]:
    """Rates of every set, by language and kind, and the wins and losses against plain search.
    `runs` are real lines to hide the pastes among."""
    plain_search = _plain_search(articles)
    ours = _finder(library)
    report: dict[str, object] = {}
    against: list[dict[str, object]] = []
    for name, asked in sets_of(cases, runs).items():
        found = [_found(case, ours) for case in asked]
        theirs = [_found(case, plain_search) for case in asked]
        report[name] = _rates(found) | {"plain_search": _rates(theirs, parts=False)}
        against += _wins_and_losses(name, found, theirs)
    report["nothing_to_find"] = _nothing(library, cases)
    report["against_plain_search"] = against
    return report


def _finder(library: Library) -> Finder:
    def find(case: Case) -> Sequence[tuple[str, bool]]:
        given = Given(paste=case.paste, environment=case.environment, command=case.command)
        matches = diagnose(given, library).matches
        return [(match.article.slug, match.verdict in _CONFIDENT) for match in matches]

    return find


def _plain_search(articles: Iterable[Article]) -> Finder:
    """An OR of all words of the paste over all words of the articles."""
    documents = [document_of(article) for article in articles]
    search, group = WhooshSearch(), {each.slug: each.group for each in documents}
    search.fill(worded(documents))

    def find(case: Case) -> Sequence[tuple[str, bool]]:
        asked = dict.fromkeys(word for line in case.paste.splitlines() for word in words(line))
        faults = dict.fromkeys(group[slug] for slug in search.search(list(asked)))
        return [(slug, False) for slug in faults]

    return find


def _found(case: Case, finder: Finder) -> Found:
    listed = finder(case)
    places = (at for at, (slug, _) in enumerate(listed, 1) if slug in case.expected)
    wrong = (slug for slug, sure in listed if sure and slug not in case.expected)
    right = any(sure for slug, sure in listed if slug in case.expected)
    return Found(case, next(places, None), right, next(wrong, None))


def _rates(found: Sequence[Found], *, parts: bool = True) -> dict[str, object]:
    """recall@1, @5, MRR and how often a wrong article was called confirmed or likely."""
    rates: dict[str, object] = {
        "cases": len(found),
        "recall_at_1": _mean(each.place == 1 for each in found),
        "recall_at_5": _mean(each.place is not None and each.place <= 5 for each in found),
        "mrr": _mean(1 / each.place if each.place else 0.0 for each in found),
        "confident": _mean(each.sure for each in found),
        "false_confident": _mean(each.sure_of is not None for each in found),
    }
    if parts:
        rates["by_language"] = _by(found, lambda each: each.case.language)
        rates["by_kind"] = _by(found, lambda each: each.case.kind)
        rates["missed"] = [
            {"id": each.case.id, "place": each.place} for each in found if each.place != 1
        ]
    return rates


def _by(found: Sequence[Found], key: Callable[[Found], str]) -> dict[str, object]:
    values = sorted({key(each) for each in found})
    return {
        value: _rates([each for each in found if key(each) == value], parts=False)
        for value in values
    }


def _mean(values: Iterable[float]) -> float:
    every = [float(value) for value in values]
    return round(fmean(every), 3) if every else 0.0


def _nothing(library: Library, cases: Sequence[Case]) -> dict[str, object]:
    """Pastes whose fault is not in the base: the null cases, and each case with its article taken
    out. `false_confident` is the share in which something was still called confirmed or likely."""
    null = [_found(case, _finder(library)) for case in cases if not case.in_base]
    out = [_found_without(library, case) for case in positive(cases)]
    return {
        "cases": len(null) + len(out),
        "false_confident": _mean(each.sure_of is not None for each in (*null, *out)),
        "null_cases": _mean(each.sure_of is not None for each in null),
        "taken_out": _mean(each.sure_of is not None for each in out),
        "sure_of": {each.case.id: each.sure_of for each in (*null, *out) if each.sure_of},
    }


def _found_without(library: Library, case: Case) -> Found:
    return _found(replace(case, expected=frozenset()), _finder(Without(library, case.expected)))


def _wins_and_losses(
    name: str, ours: Sequence[Found], theirs: Sequence[Found]
) -> list[dict[str, object]]:
    """Every paste in which only one of the two has a right article first."""
    pairs = ((a, b) for a, b in zip(ours, theirs, strict=True) if (a.place == 1) != (b.place == 1))
    return [
        {"set": name, "id": a.case.id, "ours": a.place, "plain_search": b.place,
         "won": a.place == 1}
        for a, b in pairs
    ]  # fmt: skip


def summary(report: Mapping[str, object]) -> list[tuple[str, ...]]:
    """Rows of the table for people."""
    rows: list[tuple[str, ...]] = [
        ("set", "cases", "recall@1", "recall@5", "MRR", "sure", "sure, wrong", "plain search @1")
    ]
    for name, rates in report.items():
        if isinstance(rates, dict) and "recall_at_1" in rates:
            told = ("cases", "recall_at_1", "recall_at_5", "mrr", "confident", "false_confident")
            peer = str(rates["plain_search"]["recall_at_1"])
            rows.append((name, *(str(rates[key]) for key in told), peer))
    return rows
