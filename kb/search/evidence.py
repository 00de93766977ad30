"""Which lines of a paste agree with an article's samples, hints and sentences."""

from bisect import bisect_right
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from heapq import nlargest
from itertools import accumulate

from kb.core.agreement import agreement, tells
from kb.core.articles import Article
from kb.core.errors import ErrorReading, fingerprint, signature
from kb.core.ranking import Evidence
from kb.core.text import Line
from kb.search.analysis import signature_words

_MOST_ERRORS = 60  # lines that are compared; the heaviest
_MOST_SAMPLES = 40  # lines of an article that are compared
_COMPARED = 4  # lines of the paste that are compared with one sample: those that share most
_LEAST = 0.35  # agreement below which two lines have nothing to do with each other
_LONGEST = 2_000  # characters of a line


@lru_cache(maxsize=20_000)
def _weighed(text: str) -> Mapping[str, float]:
    """The words of a signature, each with what it tells."""
    return {word: tells(word) for word in signature_words(text)}


@lru_cache(maxsize=20_000)
def _signed(text: str) -> tuple[str, str]:
    signed = signature(text[:_LONGEST])
    return signed, fingerprint(signed)


class Paste:
    """The lines of a paste, ready to be compared with many articles."""

    def __init__(
        self, reading: ErrorReading, lines: Sequence[Line], prose: Sequence[Line] = ()
    ) -> None:
        errors = reading.errors[:_MOST_ERRORS]
        self._errors = _Lines([(error.line, error.text, error.signature) for error in errors])
        self._prose = _Lines([(line.number, line.text, line.text) for line in prose])
        self._lines = lines
        self._starts = list(accumulate((len(line.text) + 1 for line in lines), initial=0))
        self._text = "\n".join(line.text for line in lines).casefold()

    def evidence(self, article: Article) -> tuple[Evidence, ...]:
        """What of the paste speaks for the article, the best first."""
        found = [*self._of_samples(article), *self._of_hints(article), *self._of_sentences(article)]
        return tuple(sorted(found, key=lambda each: (-each.exact, -each.agreement)))

    def _of_samples(self, article: Article) -> Iterator[Evidence]:
        for sample in _sample_lines(article):
            signed, mark = _signed(sample)
            line, text, exact, agrees = self._errors.best(signed, mark)
            if agrees >= _LEAST:
                yield Evidence(line, text, sample, "error", exact, agrees)

    def _of_hints(self, article: Article) -> Iterator[Evidence]:
        for hint in article.hints:
            for line in hint.splitlines():
                met = self._verbatim(line.strip())
                if met:
                    yield Evidence(met.number, met.text, line, "hint", True, 1.0)

    def _of_sentences(self, article: Article) -> Iterator[Evidence]:
        if not self._prose:
            return
        for said in _sentences(article):
            line, text, _, agrees = self._prose.best(said, "")
            if agrees >= _LEAST:
                yield Evidence(line, text, said, "symptom", False, agrees)

    def _verbatim(self, wanted: str) -> Line | None:
        at = self._text.find(wanted.casefold()) if len(wanted) >= 8 else -1
        return self._lines[bisect_right(self._starts, at) - 1] if at >= 0 else None


class _Lines:
    """Lines by their words, so that a sample meets only lines that share some with it."""

    def __init__(self, rows: list[tuple[int, str, str]]) -> None:
        self._rows = rows
        self._words = [_weighed(signed) for _, _, signed in rows]
        self._marks = {_signed(text)[1]: at for at, (_, text, _) in reversed([*enumerate(rows)])}
        self._having: dict[str, list[int]] = {}
        for at, found in enumerate(self._words):
            for word in found:
                self._having.setdefault(word, []).append(at)

    def __bool__(self) -> bool:
        return bool(self._rows)

    def best(self, signed: str, mark: str) -> tuple[int, str, bool, float]:
        """The line that agrees best with a sample: number, text, whether equal, agreement."""
        if mark in self._marks:
            number, text, _ = self._rows[self._marks[mark]]
            return number, text, True, 1.0
        sample = _weighed(signed)
        shared: dict[int, float] = {}
        for word, weight in sample.items():
            for at in self._having.get(word, ()):
                shared[at] = shared.get(at, 0.0) + weight
        likest = nlargest(_COMPARED, shared, key=lambda at: (shared[at], -at))
        rated = [(agreement(self._words[at], sample), -at) for at in likest]
        agrees, at = max(rated, default=(0.0, 0))
        number, text, _ = self._rows[-at] if self._rows else (0, "", "")
        return number, text, False, agrees


def _sample_lines(article: Article) -> list[str]:
    lines = [line.strip() for sample in article.errors for line in sample.text.splitlines()]
    return [line for line in lines if line][:_MOST_SAMPLES]


def _sentences(article: Article) -> list[str]:
    """What the article says in plain words of how it looks."""
    bodies = [s.body for s in article.sections if s.name in ("summary", "symptom")]
    said = [line.strip() for body in bodies for line in body.splitlines()]
    return [article.title, *filter(None, said)][:_MOST_SAMPLES]
