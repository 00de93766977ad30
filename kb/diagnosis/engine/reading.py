"""What was pasted → masked lines, errors, facts and the launch command."""

import re
from collections import Counter

from kb.core.errors import read_errors
from kb.core.facts import Fact, Facts, facts_of_command, merge, read_facts
from kb.core.launch import find_commands, parse_command
from kb.core.launch.model import Command, LaunchError
from kb.core.redact import placeholder_variable, redact, with_variables
from kb.core.text import Line, read_lines
from kb.diagnosis.engine.answers import read_answers
from kb.diagnosis.engine.model import Given, Reading
from kb.diagnosis.library import Library

_MASK = re.compile(r"<[A-Z]+(?:_[A-Z]+)*_\d{1,6}>")

# The fact that holds an engine's version, where it is not called like the engine.
_VERSION_OF = {"llama.cpp": "llamacpp", "tensorrt-llm": "tensorrt_llm"}


def read(given: Given, library: Library) -> Reading:
    """Everything that the texts give away. Secrets are masked before anything else looks."""
    found: Counter[str] = Counter()
    paste, environment = (_secretless(t, found) for t in (given.paste, given.environment))
    lines = _lines(paste, found)
    own = _secretless(given.command, found)
    command = _command(own, paste, environment, library)
    facts = _facts(lines, _lines(environment, found), command, library)
    facts, skipped = read_answers(given.answers, facts, library)
    return Reading(
        lines=lines,
        errors=read_errors(lines),
        facts=facts,
        skipped=skipped,
        command=command,
        redacted=dict(found),
        secrets=_variables(own + paste + environment) if command else (),
    )


def _variables(masked: str) -> tuple[str, ...]:
    """The variables that stand for the masks of a text."""
    masks = dict.fromkeys(_MASK.findall(masked))
    return tuple(placeholder_variable(mask).removeprefix("$") for mask in masks)


def _secretless(text: str, found: Counter[str]) -> str:
    redaction = redact(text, personal=False)
    found.update(redaction.found)
    return redaction.text


def _lines(text: str, found: Counter[str]) -> tuple[Line, ...]:
    """Personal details go from what is kept and shown, not from the command that is printed."""
    redaction = redact(text)
    found.update(redaction.found)
    return read_lines(redaction.text)


def _facts(
    lines: tuple[Line, ...],
    environment: tuple[Line, ...],
    command: Command | None,
    library: Library,
) -> dict[str, Fact]:
    vocabulary = library.vocabulary
    told: list[Facts] = [read_facts(lines, vocabulary), read_facts(environment, vocabulary)]
    if command is not None:
        version = version_of(command.engine, merge(told, vocabulary))
        told.append(facts_of_command(command, vocabulary, library.catalogues, version))
    return merge(told, vocabulary)


def version_of(engine: str, facts: Facts) -> str:
    """The engine's own version, "" where nobody said it."""
    fact = facts.get(_VERSION_OF.get(engine, engine))
    return (fact.value or "") if fact else ""


def _command(given: str, paste: str, environment: str, library: Library) -> Command | None:
    """The user's own command: the one he gave, else one that stands in the paste."""
    if given.strip():
        return _parsed(given, library)
    for text in (paste, environment):
        for span in find_commands(text):
            command = _parsed(text[span.start : span.end], library)
            if command is not None:
                return command
    return None


def _parsed(text: str, library: Library) -> Command | None:
    try:
        return parse_command(with_variables(text), catalogues=library.catalogues)
    except LaunchError:
        return None
