"""Which lines of a paste agree with an article's samples, hints and sentences."""

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import islice

from kb.core.agreement import KNOWN
from kb.core.articles import Article
from kb.core.errors import ErrorReading
from kb.core.errors.chatter import is_chatter
from kb.core.ranking import Evidence
from kb.core.ranking.model import EvidenceKind
from kb.core.text import Line
from kb.search.compared import Row, Rows, Said, WholeText, row, said

_MOST_ERRORS = 60  # lines that are compared; the heaviest
_MOST_SAMPLES = 40  # lines of an article that are compared
_IN_OTHER_WORDS = 4 / 3  # two people who describe one fault share three in four words at most
_FULL_SAYING = 2.0  # weight of an error line from which it says all it can
_LEAST_SAYING = 0.4
_SHORT = 40  # lines that a person chose; a longer paste is a log
_TAIL = 5  # lines that end a log: a server that hangs says the same to the end
_LEAST = 0.35  # agreement below which two lines have nothing to do with each other


class Paste:
    """The lines of a paste, ready to be compared with many articles."""

    def __init__(
        self, reading: ErrorReading, lines: Sequence[Line], prose: Sequence[Line] = ()
    ) -> None:
        errors = reading.errors[:_MOST_ERRORS]
        self._errors = Rows(
            [row(each.line, each.text, each.signature, _saying(each.weight)) for each in errors]
        )
        generic = (each.line for each in reading.errors if each.role == "generic")
        self._empty = set(generic) if reading.root else set()
        self._prose = Rows([row(line.number, line.text, line.text) for line in prose])
        self._whole = WholeText(lines)
        self._rooted = reading.root is not None
        self._tail = lines[max(_SHORT, len(lines) - _TAIL)].number if len(lines) > _SHORT else 0

    def evidence(self, article: Article, described: Sequence[str] = ()) -> tuple[Evidence, ...]:
        """What of the paste speaks for the article, the best first; `described` is what its
        translations say of how it looks."""
        found = [*self._of_samples(article), *self._of_hints(article)]
        if self._prose.rows:
            found += self._of_sentences(_sentences(article))
            found += self._of_sentences(described)
        return tuple(sorted(found, key=lambda each: (-each.exact, -each.agreement)))

    def _of_samples(self, article: Article) -> Iterator[Evidence]:
        """Samples among the error lines, or anywhere in the paste: not every error says so."""
        for text, sample in _said(tuple(sample.text for sample in article.errors)):
            met, agrees = self._errors.best(sample)
            kind: EvidenceKind = "error"
            if agrees < KNOWN and (elsewhere := self._whole.known(sample)):
                (met, agrees), kind = elsewhere, self._elsewhere(elsewhere[0])
            if met and agrees >= _LEAST:
                exact = met.mark == sample.mark
                yield Evidence(met.number, met.text, text, kind, exact, agrees)

    def _elsewhere(self, met: Row) -> EvidenceKind:
        """What a line is that was read as no error. A healthy server may say the like: beside a
        root it is a hint, and in a log so is chatter that does not end it."""
        chatter = met.number < self._tail and is_chatter(met.text)
        return "hint" if self._rooted or chatter else "error"

    def _of_hints(self, article: Article) -> Iterator[Evidence]:
        """Hints anywhere in the paste; beside a root, that something broke is none."""
        for text, hint in _said(article.hints):
            met, agrees = self._whole.known(hint) or (None, 0.0)
            if met and met.number not in self._empty:
                yield Evidence(met.number, met.text, text, "hint", met.mark == hint.mark, agrees)

    def _of_sentences(self, sentences: Sequence[str]) -> Iterator[Evidence]:
        """The sentence that agrees best, by as much as all of them together do."""
        if not sentences:
            return
        rated = [(*self._prose.best(said(text)), text) for text in sentences]
        met, agrees, text = max(rated, key=lambda each: each[1])
        _, together = self._prose.best(said(" ".join(sentences)))
        agrees = min(1.0, _IN_OTHER_WORDS * max(agrees, together))
        if met and agrees >= _LEAST:
            yield Evidence(met.number, met.text, text, "symptom", False, agrees)


def _saying(weight: float) -> float:
    """How much a line that is only alike counts: chatter shares words with everything."""
    return min(1.0, max(_LEAST_SAYING, weight / _FULL_SAYING))


@lru_cache(maxsize=4_096)
def _said(texts: tuple[str, ...]) -> tuple[tuple[str, Said], ...]:
    """The lines of an article's samples, read once."""
    return tuple((text, said(text)) for text in _lines(texts))


def _lines(texts: Iterable[str]) -> list[str]:
    """The lines of an article's samples, without indents and blank ones."""
    lines = (line.strip() for text in texts for line in text.splitlines())
    return list(islice(filter(None, lines), _MOST_SAMPLES))


def _sentences(article: Article) -> list[str]:
    """What the article says in plain words of how it looks."""
    bodies = (s.body for s in article.sections if s.name in ("summary", "symptom"))
    return [article.title, *_lines(bodies)]
