"""Every command that an article prints, checked for the version that the article is about."""

from __future__ import annotations

from collections.abc import Iterator

from kb.core.articles import Article, Fix
from kb.core.articles.reads import filled
from kb.core.launch import LaunchError, fix_command, parse_command
from kb.core.launch.flags import Catalogues, check
from kb.core.launch.model import Command
from kb.core.messages import msg
from kb.diagnosis.linting.finding import Finding, Read


def command_findings(each: Read, catalogues: Catalogues) -> Iterator[Finding]:
    article = each.article
    for at, fix in enumerate(article.fixes):
        if fix.command:
            yield from _of_command(each, fix, f"fixes[{at}].command", catalogues)


def _of_command(each: Read, fix: Fix, field: str, catalogues: Catalogues) -> Iterator[Finding]:
    try:
        command = parse_command(fix.command, catalogues=catalogues)
    except LaunchError as error:
        yield Finding(each.path, 0, field, error.message, "warning")
        return
    version = stated_version(each.article, command.engine)
    for found in check(command, version, catalogues):
        if found.level != "note":
            yield Finding(each.path, 0, field, found.message, "warning")
    yield from _already_changed(each, fix, field, command, catalogues)


def _already_changed(
    each: Read, fix: Fix, field: str, command: Command, catalogues: Catalogues
) -> Iterator[Finding]:
    """The fix's own command must hold the fix's own changes."""
    version = stated_version(each.article, command.engine)
    launch = [filled(change, _samples(each.article)) or change for change in fix.launch]
    outcome = fix_command(fix.command, launch, command.engine, version, catalogues)
    if why := outcome.question or outcome.refused:
        yield Finding(each.path, 0, field, why, "warning")


def number_findings(each: Read) -> Iterator[Finding]:
    """A number that no sample of the article holds will not be found in a paste either."""
    for at, fix in enumerate(each.article.fixes):
        for number, change in enumerate(fix.launch):
            if filled(change, _samples(each.article)) is None:
                field = f"fixes[{at}].launch[{number}].reads"
                yield Finding(each.path, 0, field, msg("no error sample holds this text"))


def _samples(article: Article) -> list[str]:
    return [*(sample.text for sample in article.errors), *article.hints]


def stated_version(article: Article, engine: str) -> str | None:
    """The one version that the article says it was seen on."""
    for condition in (*article.environment.seen, *article.environment.requires):
        if condition.fact == engine and len(condition.values) == 1:
            wanted = condition.values[0]
            if wanted.startswith("==") and "," not in wanted:
                return wanted.removeprefix("==").strip()
    return None
