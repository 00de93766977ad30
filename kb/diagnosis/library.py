"""What a diagnosis asks of the articles, and the answer out of memory."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Protocol

from kb.core.articles.model import Article
from kb.core.errors import ErrorReading
from kb.core.facts.model import Facts, Vocabulary
from kb.core.ranking import Candidate
from kb.core.text import Line


class Library(Protocol):
    """The articles one reader may see. The site backs it by database and index, lint and bench by
    files and an index in memory. Nothing here may load every article: there may be 100,000."""

    @property
    def vocabulary(self) -> Vocabulary: ...

    @property
    def catalogues(self) -> Any: ...

    def article(self, slug: str, language: str = "") -> Article | None:
        """The article under its original's slug, in `language` where a translation has it."""
        ...

    def candidates(
        self, reading: ErrorReading, facts: Facts, lines: Sequence[Line] = ()
    ) -> Sequence[Candidate]:
        """At most some 50 articles that share words with the errors (or, without one, with the
        prose of `lines`), best first. `evidence` may be empty: the engine then gathers it."""
        ...

    def applicable(self, facts: Facts, limit: int = 200) -> Sequence[Candidate]:
        """Articles whose engine, symptom, stage, model … do not contradict `facts`, without an
        error: for the questionnaire and for a check before the start. At most `limit`."""
        ...


Counts = Mapping[str, Mapping[str, int]]  # fact → value → articles that require it


def by_slug(articles: Iterable[Article]) -> dict[str, Article]:
    """Articles by slug; the last one wins."""
    return {article.slug: article for article in articles}
