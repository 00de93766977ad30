"""What was pasted → masked lines, errors, facts and the launch command."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import chain, islice

from kb.core.errors import read_errors
from kb.core.facts import (
    Fact,
    Facts,
    Scope,
    facts_of_command,
    facts_of_course,
    merge,
    read_facts,
    read_run,
)
from kb.core.launch import find_commands, parse_command
from kb.core.launch.model import LaunchError
from kb.core.redact import redact, variables_in, with_variables
from kb.core.text import read_lines
from kb.diagnosis.engine.answers import read_answers
from kb.diagnosis.engine.model import Given, Own, Reading
from kb.diagnosis.library import Library

MOST_COMMANDS = 8  # launch commands of a paste that are read
# The fact that holds an engine's version, where it is not called like the engine.
_VERSION_OF = {"tensorrt-llm": "tensorrt_llm"}


def read(given: Given, library: Library) -> Reading:
    """Everything that the texts give away. Secrets are masked before anything else looks."""
    command = redact(given.command, personal=False)
    told_in = [redact(text, keep=given.keep) for text in (given.paste, given.environment)]
    # Personal details go from what is kept and shown, not from the command that is printed.
    texts = [each.secretless for each in (command, *told_in)]
    lines, environment = (read_lines(each.text) for each in told_in)
    errors = read_errors(lines)
    root = errors.errors[0].line if errors.errors else 0
    run, scope = read_run(lines, library.vocabulary, root)
    course = facts_of_course(lines, errors.root, library.vocabulary)
    told = [run, read_facts(environment, library.vocabulary), course]
    commands = _commands(texts, merge(told, library.vocabulary), library, scope)
    own = next(iter(commands), None)
    facts, skipped = read_answers(given.answers, _facts(told, commands, library), library)
    return Reading(
        lines=lines,
        errors=errors,
        facts=facts,
        skipped=skipped,
        own=own,
        redacted=_together(each.found for each in (command, *told_in)),
    )


def _together(found: Iterable[Mapping[str, int]]) -> Mapping[str, int]:
    """Masks by kind, of all texts."""
    together: dict[str, int] = {}
    for kind, count in chain.from_iterable(each.items() for each in found):
        together[kind] = together.get(kind, 0) + count
    return together


def _facts(told: Sequence[Facts], commands: Sequence[Own], library: Library) -> dict[str, Fact]:
    """The facts of all texts; those of the own command come with the defaults of the version. What
    another command for the same engine says otherwise stays beside it."""
    vocabulary = library.vocabulary
    known = merge(told, vocabulary)
    said = [_said(own, library, known) for own in commands[:1]]
    said += [_said(other, library) for other in commands[1:] if _same(other, commands[0])]
    return merge([*told, *said], vocabulary) if said else known


def _said(own: Own, library: Library, known: Facts | None = None) -> Facts:
    if own.command is None:
        return {}
    vocabulary, line = library.vocabulary, own.line or None
    if known is None:
        return facts_of_command(replace(own.command, complete=False), vocabulary, line=line)
    version = version_of(engine_of(known), known)
    return facts_of_command(own.command, vocabulary, library.catalogues, version, line)


def _same(other: Own, own: Own) -> bool:
    one, two = other.command, own.command
    return one is not None and two is not None and one.engine == two.engine


def engine_of(facts: Facts) -> str:
    """The engine's name, "" where nobody said it."""
    fact = facts.get("engine")
    return (fact.value or "") if fact else ""


def version_of(engine: str, facts: Facts) -> str:
    """The engine's own version, "" where nobody said it."""
    fact = facts.get(_VERSION_OF.get(engine, engine))
    return (fact.value or "") if fact else ""


def _commands(texts: list[str], facts: Facts, library: Library, scope: Scope) -> list[Own]:
    """The user's commands, his own first: the one given, however it reads, else those that stand in
    a text, in the paste those of the server that broke."""
    given, paste, environment = texts
    if given.strip():
        return [_parsed(given, facts, library)]
    found = chain(_commands_in(paste, scope), _commands_in(environment, Scope()))
    parsed = (_parsed(text, facts, library, line) for line, text in islice(found, MOST_COMMANDS))
    return [own for own in parsed if own.command is not None]


def _commands_in(text: str, scope: Scope) -> Iterator[tuple[int, str]]:
    """The commands of the server that broke, with their lines; of several attempts the last one
    above the error."""
    spans = [(text.count("\n", 0, span.start) + 1, span) for span in find_commands(text)]
    if scope.attempt:
        own = [each for each in reversed(spans) if each[0] <= scope.attempt][:1]
    else:
        own = [each for each in spans if scope.holds(each[0])]
    for line, span in own:
        yield line, text[span.start : span.end]


def _parsed(masked: str, facts: Facts, library: Library, line: int = 0) -> Own:
    text, secrets = with_variables(masked), variables_in(masked)
    engine = engine_of(facts)
    version = version_of(engine, facts) or None
    try:
        command = parse_command(text, engine or None, version, library.catalogues)
    except LaunchError as error:
        return Own(text, None, secrets, error.message)
    return Own(text, command, secrets, line=line)
