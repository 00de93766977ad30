"""Source → article, with every problem of the source at once."""

from kb.core.articles.front import front_matter
from kb.core.articles.model import Article, Parsed
from kb.core.articles.reading import SLUG, Reading
from kb.core.articles.required import missing
from kb.core.articles.sections import sections
from kb.core.articles.source import Source, split
from kb.core.articles.words import RESERVED_SLUGS
from kb.core.documents import Document, read
from kb.core.facts.model import Vocabulary
from kb.core.messages import msg

_MOST_PROBLEMS = 200  # nobody reads further; refusals come before what keeps a draft


def parse(source: str, slug: str, topic: str, vocabulary: Vocabulary) -> Parsed:
    """The article of a file's text. Without front matter it is read as plain prose.

    Raises nothing: whatever is wrong is a problem with its line and field."""
    found = split(source)
    reading = Reading(vocabulary)
    _slug(slug, reading)
    if found.refused:
        reading.refuse(1, "", found.refused)
        return Parsed(None, tuple(reading.problems))
    if found.front is None:
        return _plain(found, slug, topic, reading)
    return _structured(found, slug, topic, reading)


def _slug(slug: str, reading: Reading) -> None:
    if not SLUG.fullmatch(slug):
        message = msg("`{slug}`: a slug is small letters, digits and single dashes", slug=slug)
        reading.refuse(1, "slug", message)
    if slug in RESERVED_SLUGS:
        reading.refuse(1, "slug", msg("`{slug}` is an address of the site's own", slug=slug))


def _plain(found: Source, slug: str, topic: str, reading: Reading) -> Parsed:
    from kb.core.plain import parse_plain  # plain builds articles, so it imports this package

    parsed = parse_plain(found.body, slug, topic, reading.vocabulary)
    problems = (*reading.problems, *parsed.problems)
    return Parsed(None if reading.problems else parsed.article, problems)


def _structured(found: Source, slug: str, topic: str, reading: Reading) -> Parsed:
    document = read(found.front or "", first_line=2)
    _faults(document, reading)
    article = _article(document, found, slug, topic, reading)
    reading.problems += missing(article) if document.root else ()
    refused = any(not problem.draft for problem in reading.problems)
    problems = sorted(reading.problems, key=lambda problem: (problem.draft, problem.line))
    told = sorted(problems[:_MOST_PROBLEMS], key=lambda problem: problem.line)
    return Parsed(None if refused else article, tuple(told))


def _faults(document: Document, reading: Reading) -> None:
    for fault in document.faults:
        reading.refuse(fault.line, f"column {fault.column}", fault.message)


def _article(document: Document, found: Source, slug: str, topic: str, reading: Reading) -> Article:
    values = front_matter(document.root, reading)
    must, must_not = values.pop("matches", ((), ()))
    article = Article(
        slug=slug,
        topic=topic,
        sections=sections(found.body, found.body_line, reading),
        matches_must=must,
        matches_must_not=must_not,
        **values,
    )
    _translation(article, reading)
    return article


def _translation(article: Article, reading: Reading) -> None:
    wanted = f"{article.translation_of}-{article.language}".lower()
    if article.translation_of and article.slug != wanted:
        message = msg("the file of this translation is named `{name}.md`", name=wanted)
        reading.refuse(1, "translation_of", message)
