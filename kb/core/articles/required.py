"""What an article needs to be published; a draft may lack it."""

from collections.abc import Iterator

from kb.core.articles.model import Article, Fix, Problem
from kb.core.messages import Message, msg


def missing(article: Article) -> tuple[Problem, ...]:
    """A draft problem for each part that a reader cannot do without."""
    parts = _of_translation(article) if article.translation_of else _of_article(article)
    return tuple(Problem(1, path, message, draft=True) for path, message in parts)


def _of_article(article: Article) -> Iterator[tuple[str, Message]]:
    if not article.title:
        yield "title", msg("a title is missing")
    if not article.section("symptom"):
        yield "sections.symptom", msg("what one sees is missing: a section `## Symptom`")
    if not article.section("fix"):
        yield "sections.fix", msg("what to do is missing: a section `## Fix`")
    if not (article.verify or article.section("verification")):
        yield "verify", msg("how one sees that it worked is missing: `verify` or `## Verification`")
    yield from _of_fixes(article)


def _of_fixes(article: Article) -> Iterator[tuple[str, Message]]:
    if not article.fixes:
        yield "fixes", msg("a fix is missing: at least one under `fixes`")
    for number, fix in enumerate(article.fixes):
        if not (_does_something(fix) or article.section("fix")):
            yield f"fixes[{number}].steps", msg("a fix needs at least one step or launch change")


def _does_something(fix: Fix) -> bool:
    return bool(fix.steps or fix.launch or fix.run or fix.command)


def _of_translation(article: Article) -> Iterator[tuple[str, Message]]:
    if not article.title:
        yield "title", msg("a title is missing")
    if not article.follows:
        yield "follows", msg("`follows` is missing: the hash of the text that was translated")
