"""The facts that a text gives away, without a diagnosis."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from kb.core.facts import Fact, Facts, Vocabulary, facts_of_command, merge, read_facts
from kb.core.launch import find_commands, parse_command
from kb.core.launch.model import LaunchError
from kb.core.redact import redact, with_variables
from kb.core.text import read_lines
from kb.diagnosis.engine.shape import facts_json
from kb.diagnosis.library import Catalogues

MOST_COMMANDS = 20  # launch commands of one text that are read


def facts_of(text: str, known: Vocabulary, catalogues: Catalogues) -> dict[str, Any]:
    """`{"facts": …}` as in contract.md, and `bounds`."""
    return facts_json(facts_in(text, known, catalogues))


def facts_in(text: str, known: Vocabulary, catalogues: Catalogues) -> dict[str, Fact]:
    """The facts of a text and of every launch command in it; secrets and personal details are
    masked. What is only a default is not read out of the text."""
    read = read_facts(read_lines(redact(text).text), known)
    facts = merge([read, *_of_commands(text, known, catalogues)], known)
    return {name: fact for name, fact in facts.items() if fact.how != "default"}


def _of_commands(text: str, known: Vocabulary, catalogues: Catalogues) -> Iterator[Facts]:
    """A mask with `<` would be a redirection, so that personal details go from the values."""
    text = redact(text, personal=False).text
    for found in find_commands(text)[:MOST_COMMANDS]:
        written = with_variables(text[found.start : found.end])
        try:
            command = parse_command(written, catalogues=catalogues)
        except LaunchError:
            continue
        facts = facts_of_command(command, known, line=found.line)
        yield {name: _masked(fact) for name, fact in facts.items()}


def _masked(fact: Fact) -> Fact:
    value = fact.value if fact.value is None else redact(fact.value).text
    return replace(fact, value=value, text=redact(fact.text).text)
