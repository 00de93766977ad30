"""A diagnosis as text for a terminal: 80 columns, the command last."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator

from kb.core.ranking import Match
from kb.diagnosis.engine import Diagnosed, FixShown, LaunchShown

WIDTH = 80
_MOST_MATCHES = 5
_VERDICTS = {
    "confirmed": "confirmed: the line is known and the environment agrees",
    "likely": "likely: the line is known and nothing speaks against it",
    "same-error": "same error: the environment must decide",
    "aside": "put aside",
    "near": "near in words only",
}


def as_text(diagnosed: Diagnosed) -> str:
    """What a person needs, in the order in which they need it; the corrected command last."""
    parts = [
        *_errors(diagnosed),
        *_matches(diagnosed),
        *_question(diagnosed),
        *(_fix(diagnosed.fix) if diagnosed.fix else ()),
        *(_launch(diagnosed.launch) if diagnosed.launch else ()),
    ]
    return "\n".join(parts) + "\n"


def _errors(diagnosed: Diagnosed) -> Iterator[str]:
    errors = diagnosed.reading.errors
    if errors.root:
        yield _wrapped(f"line {errors.root.line}: {errors.root.text.strip()}")
    elif errors.cause_is_elsewhere:
        yield _wrapped("The root cause is not in this text: give the log from its first error.")
    else:
        yield "No known error line."
    yield ""


def _matches(diagnosed: Diagnosed) -> Iterator[str]:
    if not any(match.known for match in diagnosed.matches):
        yield "Nothing here knows this for certain."
    for match in diagnosed.matches[:_MOST_MATCHES]:
        yield _wrapped(f"{match.article.title} [{match.article.slug}]", "* ")
        yield _wrapped(_VERDICTS[match.verdict], "  ")
        yield from (_wrapped(str(reason), "  ") for reason in match.reasons)
        yield from _certainty(match)
    yield ""


def _certainty(match: Match) -> Iterator[str]:
    cause = match.article.cause
    if match.alive and match.known and cause.certainty != "confirmed":
        yield _wrapped(f"cause: {cause.certainty}. {cause.open}".strip(), "  ")


def _question(diagnosed: Diagnosed) -> Iterator[str]:
    question = diagnosed.question
    if question is None:
        return
    choices = ", ".join(option.value for option in question.options)
    yield _wrapped(f"Next question: {question.text}" + (f" ({choices})" if choices else ""))
    if question.find_out:
        yield _wrapped(f"to find out: {question.find_out}", "  ")
    yield _wrapped(f"answer with --answer {question.id}=VALUE", "  ")
    yield ""


def _fix(fix: FixShown) -> Iterator[str]:
    yield _wrapped(f"Fix: {fix.fix.title}")
    for condition in fix.rests_on:
        yield _wrapped(f"if {condition}", "  ")
    for change in fix.fix.launch:
        if change.because or change.price:
            yield _wrapped(f"{change.because} {change.price}".strip(), "  ")
    for step in fix.fix.steps:
        yield textwrap.indent(step, "  ")
    for block in fix.fix.run:
        yield textwrap.indent(block, "    ")
    for each in fix.verify:
        expected = f" → {each.expect}" if each.expect else ""
        yield _wrapped(f"check: {each.do}{expected}", "  ")
    yield ""


def _launch(launch: LaunchShown) -> Iterator[str]:
    yield from (_wrapped(f"mended: {repair.what}", "  ") for repair in launch.repairs)
    yield from (_wrapped(f"warning: {warning}", "  ") for warning in launch.warnings)
    if launch.refused:
        yield _wrapped(f"The command stays as it is: {launch.refused}")
    if launch.after:
        yield launch.after


def _wrapped(text: str, indent: str = "") -> str:
    rest = " " * len(indent)
    return textwrap.fill(
        text,
        WIDTH,
        initial_indent=indent,
        subsequent_indent=rest,
        break_long_words=False,
        break_on_hyphens=False,
    )
