"""Every command that an article prints, checked for the versions that the article is about."""

from __future__ import annotations

from collections.abc import Iterator

from kb.core.articles import Article, Change, Fix
from kb.core.articles.changes import short
from kb.core.articles.reads import filled
from kb.core.launch import LaunchError, fix_command, parse_command
from kb.core.launch.flags import Catalogues, check
from kb.core.launch.launchers import canonical_engine
from kb.core.launch.model import Command
from kb.core.messages import Message, msg
from kb.diagnosis.linting.finding import Finding, Read
from kb.diagnosis.linting.versions import Versions, stated_version, versions_of

# What a change is made in where its fix prints no command.
_BARE = {
    "vllm": "vllm serve MODEL",
    "sglang": "python -m sglang.launch_server --model-path MODEL",
    "llamacpp": "llama-server -m MODEL",
    "ollama": "ollama serve",
    "tgi": "text-generation-launcher --model-id MODEL",
}


def command_findings(each: Read, catalogues: Catalogues) -> Iterator[Finding]:
    article = each.article
    for at, check_ in enumerate(article.checks):
        yield from _printed(each, None, check_.command, f"checks[{at}].command", catalogues)
    for at, fix in enumerate(article.fixes):
        if fix.command:
            yield from _of_command(each, fix, f"fixes[{at}].command", catalogues)
        else:
            yield from _of_changes(each, fix, f"fixes[{at}].launch", catalogues)
        for number, block in enumerate(fix.run):
            yield from _printed(each, fix, block, f"fixes[{at}].run[{number}]", catalogues)


def _of_command(each: Read, fix: Fix, field: str, catalogues: Catalogues) -> Iterator[Finding]:
    try:
        command = parse_command(fix.command, catalogues=catalogues)
    except LaunchError as error:
        yield Finding(each.path, 0, field, error.message, "warning")
        return
    yield from _wrong(each, fix, command, field, catalogues)
    yield from _already_changed(each, fix, field, command, catalogues)


def _printed(
    each: Read, fix: Fix | None, text: str, field: str, catalogues: Catalogues
) -> Iterator[Finding]:
    """A block that may launch a server, or do anything else."""
    try:
        command = parse_command(text, catalogues=catalogues)
    except LaunchError:
        return
    yield from _wrong(each, fix, command, field, catalogues)


def _of_changes(each: Read, fix: Fix, field: str, catalogues: Catalogues) -> Iterator[Finding]:
    """Changes without a whole command, made in the shortest one that there is."""
    for engine in _engines(each.article) if fix.launch else ():
        launch = [change for change in _filled(each.article, fix) if change.op != "remove-flag"]
        version = next(iter(versions_of(each.article, fix, engine, catalogues)), None)
        made = fix_command(_BARE[engine], launch, engine, version, catalogues)
        if why := made.refused:
            yield Finding(each.path, 0, field, why, "warning")
        elif made.after:
            command = parse_command(made.after, catalogues=catalogues)
            yield from _wrong(each, fix, command, field, catalogues)


def _engines(article: Article) -> Iterator[str]:
    """The engines of the article whose options are known: one, or the change is for any."""
    stated = [one for one in article.environment.requires if one.fact == "engine"]
    names = [canonical_engine(name) for one in stated if not one.negated for name in one.values]
    if len(names) == 1 and names[0] in _BARE:
        yield names[0]


def _wrong(
    each: Read, fix: Fix | None, command: Command, field: str, catalogues: Catalogues
) -> Iterator[Finding]:
    """What is wrong in every version that the fix is for: a bound alone forbids nothing."""
    versions: Versions = versions_of(each.article, fix, command.engine, catalogues) or (None,)
    found = [_told(command, version, catalogues) for version in versions]
    for key, message in found[-1].items():
        if all(key in told for told in found):
            yield Finding(each.path, 0, field, message, "warning")


def _told(
    command: Command, version: str | None, catalogues: Catalogues
) -> dict[tuple[str, str], Message]:
    findings = check(command, version, catalogues)
    return {(one.kind, one.flag): one.message for one in findings if one.level != "note"}


def _already_changed(
    each: Read, fix: Fix, field: str, command: Command, catalogues: Catalogues
) -> Iterator[Finding]:
    """The fix's own command must hold the fix's own changes."""
    version = stated_version(each.article, command.engine)
    launch = _filled(each.article, fix)
    outcome = fix_command(fix.command, launch, command.engine, version, catalogues)
    if why := outcome.question or outcome.refused:
        yield Finding(each.path, 0, field, why, "warning")
    for change in outcome.changes:
        if change not in fix.launch:  # a number of the error: the command may round it
            continue
        message = msg("the command lacks a change of its fix: {change}", change=short(change)[1])
        yield Finding(each.path, 0, field, message, "warning")


def number_findings(each: Read) -> Iterator[Finding]:
    """A number that no sample of the article holds will not be found in a paste either."""
    for at, fix in enumerate(each.article.fixes):
        for number, change in enumerate(fix.launch):
            if filled(change, _samples(each.article)) is None:
                field = f"fixes[{at}].launch[{number}].reads"
                yield Finding(each.path, 0, field, msg("no error sample holds this text"))


def _filled(article: Article, fix: Fix) -> list[Change]:
    return [filled(change, _samples(article)) or change for change in fix.launch]


def _samples(article: Article) -> list[str]:
    return [*(sample.text for sample in article.errors), *article.hints]
