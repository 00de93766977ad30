"""What was sent with a form or a source view, read: the article, and each problem at its field."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from kb.core.articles import Article, Parsed, Problem, format
from kb.core.messages import Message
from kb.wiki.corpus.files import fit, hygienic
from kb.wiki.corpus.source import read_article
from kb.wiki.editing.dressing import dress
from kb.wiki.editing.makers import Dressed
from kb.wiki.editing.posted import Values, masked, nested, text_of

UNNAMED = "untitled-article"  # stands for the address until there is one


@dataclass(frozen=True, slots=True)
class Told:
    """A problem for the summary: the field it is at ("" where none is), path, line, sentence."""

    place: str
    path: str
    line: int
    message: Message
    draft: bool


@dataclass(frozen=True, slots=True)
class Draft:
    """`source` is the text of the file; `dressed` tells where its parts are in the form."""

    values: Values
    slug: str
    source: str
    parsed: Parsed
    dressed: Dressed | None = None
    told: tuple[Told, ...] = field(default=())

    @property
    def article(self) -> Article | None:
        return self.parsed.article

    @property
    def errors(self) -> dict[str, list[Message]]:
        """Sentences by the field that they belong to."""
        found: dict[str, list[Message]] = {}
        for each in self.told:
            found.setdefault(each.place, []).append(each.message)
        return found


def read_draft(sent: Mapping[str, str], slug: str, topic: str) -> Draft:
    """`slug` is the page's, "" for a new article, which may name its own."""
    if "source" in sent:
        return _of_source(masked(sent["source"]), sent, slug, topic)
    values = masked(nested(sent))
    dressed = dress(values)
    slug = slug or text_of(values, "slug").strip() or fit(text_of(values, "title"))[:80].strip("-")
    parsed = read_article(dressed.source, slug or UNNAMED, text_of(values, "topic") or topic)
    places = [dressed.place(problem.field) for problem in parsed.problems]
    told = _told(parsed.problems, places)
    source = format(parsed.article) if parsed.article else dressed.source
    return Draft(values, slug, source, parsed, dressed, told)


def _of_source(source: str, sent: Mapping[str, str], slug: str, topic: str) -> Draft:
    text = hygienic(source)
    names = ("slug", "topic", "note", "based_on")
    values: Values = masked({name: sent.get(name, "") for name in names})
    slug = slug or values["slug"].strip()
    parsed = read_article(text, slug or UNNAMED, values["topic"] or topic)
    if not slug and parsed.article:
        slug = fit(parsed.article.title)[:80].strip("-")
    return Draft(
        values, slug, text, parsed, told=_told(parsed.problems, ["source"] * len(parsed.problems))
    )


def _told(problems: tuple[Problem, ...], places: list[str]) -> tuple[Told, ...]:
    return tuple(
        Told(
            "slug" if each.field == "slug" else place,
            each.field,
            each.line,
            each.message,
            each.draft,
        )
        for each, place in zip(problems, places, strict=True)
    )
