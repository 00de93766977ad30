"""A diagnosis → what is kept of it, and back to what it was made from."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping

from django.utils import timezone

from kb.core.errors import fingerprint
from kb.core.facts import Vocabulary, read_facts
from kb.core.phases import phases
from kb.core.redact import masks_in, redact
from kb.core.text import read_lines
from kb.diagnosis.engine import Diagnosed, Given
from kb.diagnosis.engine.shape import fact_json
from kb.diagnosis.excerpt import as_paste, excerpt
from kb.diagnosis.learning import learn
from kb.diagnosis.models import Diagnosis

_COMMAND = 16_000  # characters kept of a command


def record(given: Given, diagnosed: Diagnosed) -> Diagnosis:
    """Keeps the masked excerpt and what was read from it; drops what is older than KB_KEEP_DAYS."""
    Diagnosis.objects.expired(timezone.now()).delete()
    learn(diagnosed, timezone.now())
    reading = diagnosed.reading
    root = reading.errors.root
    return Diagnosis.objects.create(
        excerpt=excerpt(reading.lines, _telling(diagnosed)),
        lines=reading.lines[-1].number if reading.lines else 0,
        environment=kept_environment(given.environment, diagnosed.vocabulary, given.keep),
        command=reading.command.text[:_COMMAND] if reading.command else "",
        redacted=[{"kind": kind, "count": n} for kind, n in _masked(given, diagnosed).items()],
        keep=sorted(given.keep),
        verdict=diagnosed.verdict,
        facts={name: fact_json(fact) for name, fact in reading.facts.items()},
        matches=[
            {"article": match.article.slug, "verdict": match.verdict, "score": match.score}
            for match in diagnosed.matches
        ],
        phases=[
            [each.phase, each.state] for each in phases(reading.lines, root.line if root else None)
        ],
        signature=root.signature if root else "",
        fingerprint=fingerprint(root.signature) if root else "",
    )


def given_of(diagnosis: Diagnosis, answers: Mapping[str, str], language: str) -> Given:
    """What to diagnose again, with answers."""
    return Given(
        paste=as_paste((number, text) for number, text in diagnosis.excerpt),
        environment=diagnosis.environment,
        command=diagnosis.command,
        answers=answers,
        language=language,
        keep=frozenset(diagnosis.keep),
    )


def _masked(given: Given, diagnosed: Diagnosed) -> Counter[str]:
    """What was masked here, and what a browser had masked before it was sent."""
    counts = Counter(diagnosed.reading.redacted)
    for text in (given.paste, given.environment, given.command):
        counts.update(masks_in(text))
    return counts


def add(
    diagnosis: Diagnosis,
    environment: str,
    command: str,
    vocabulary: Vocabulary,
    keep: frozenset[str] = frozenset(),
) -> None:
    """Adds an environment or a command to what is kept; "" leaves what is there."""
    if environment.strip():
        diagnosis.keep = sorted(keep.union(diagnosis.keep))
        kept = kept_environment(environment, vocabulary, frozenset(diagnosis.keep))
        diagnosis.environment = f"{diagnosis.environment}\n{kept}".strip()
    if command.strip():
        diagnosis.command = redact(command, personal=False).text[:_COMMAND]
    diagnosis.save(update_fields=["environment", "command", "keep"])


def kept_environment(text: str, vocabulary: Vocabulary, keep: frozenset[str]) -> str:
    """The masked lines that a fact was read from, with their neighbours."""
    lines = read_lines(redact(text, keep=keep).text)
    facts = read_facts(lines, vocabulary)
    telling = [fact.line for fact in facts.values() if fact.line is not None]
    return "\n".join(line for _, line in excerpt(lines, telling))


def _telling(diagnosed: Diagnosed) -> Iterator[int]:
    """Line numbers, the most telling first; a short paste is kept whole."""
    reading = diagnosed.reading
    yield from (error.line for error in reading.errors.errors)
    evidence = (each for match in diagnosed.matches for each in match.evidence)
    yield from (each.line for each in evidence if each.line is not None)
    yield from (fact.line for fact in reading.facts.values() if fact.line is not None)
    yield from (line.number for line in reading.lines[:40])
