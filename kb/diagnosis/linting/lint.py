"""All checks over the given files, in the order of the files."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from kb.core.articles import follows, lags, untranslated
from kb.core.messages import msg
from kb.diagnosis.library import MemoryLibrary
from kb.diagnosis.linting.commands import command_findings, number_findings
from kb.diagnosis.linting.contradictions import contradictions
from kb.diagnosis.linting.families import twins
from kb.diagnosis.linting.finding import Finding, Read
from kb.diagnosis.linting.places import placed
from kb.diagnosis.linting.references import dead_references
from kb.diagnosis.linting.samples import sample_findings
from kb.wiki.corpus.contents import catalogues, vocabulary
from kb.wiki.corpus.files import Source, sources
from kb.wiki.corpus.shared import wrong_with
from kb.wiki.corpus.source import read_article


def lint(paths: Iterable[Path]) -> Iterator[Finding]:
    """Schema, facts, flags, commands, own samples, translations, families, dead links."""
    read: list[Read] = []
    texts: dict[str, str] = {}
    for source in sources(paths):
        texts[source.path] = source.text
        yield from placed(_of_source(source, read), texts)
    yield from placed(_of_articles(read), texts)


def _of_articles(read: Sequence[Read]) -> Iterator[Finding]:
    library = MemoryLibrary([each.article for each in read], vocabulary(), catalogues())
    for each in read:
        yield from command_findings(each, catalogues())
        if each.article.translation_of:
            yield from _translation(each, library)
        else:
            yield from sample_findings(each, library)
            yield from number_findings(each)
    yield from contradictions(read, vocabulary())
    yield from twins(read)
    yield from dead_references(read)


def _of_source(source: Source, read: list[Read]) -> Iterator[Finding]:
    if source.refused:
        yield Finding(source.path, 0, "", source.refused)
        return
    if source.shared:
        for wrong in wrong_with(source.slug, source.text):
            yield Finding(source.path, wrong.line, wrong.field, wrong.message)
        return
    parsed = read_article(source.text, source.slug, source.topic or "inbox")
    for problem in parsed.problems:
        level = "draft" if problem.draft else "error"
        yield Finding(source.path, problem.line, problem.field, problem.message, level)
    if parsed.article is not None:
        read.append(Read(source.path, parsed.article))


def _translation(each: Read, library: MemoryLibrary) -> Iterator[Finding]:
    original = library.article(each.article.translation_of)
    if original is None:
        return
    for problem in untranslated(original, each.article):
        yield Finding(each.path, 0, problem.field, problem.message, "warning")
    if lags(original, each.article):
        message = msg(
            "the original has changed since; write `follows: {hash}` once this says the same",
            hash=follows(original),
        )
        yield Finding(each.path, 0, "follows", message, "warning")
