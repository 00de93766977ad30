"""Answers in an address: read leniently, since a link may be older than the vocabulary."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from urllib.parse import urlencode

from django.http import QueryDict

from kb.core.messages import Message
from kb.core.redact import redact
from kb.diagnosis.engine import AnswerError
from kb.diagnosis.engine.answers import read_answers
from kb.diagnosis.library import Library

MOST = 60  # answers in an address
_LONGEST = 200  # characters of one
_UNDONE = 20  # changes taken back
FORMS = ("shell", "docker", "compose", "kubernetes", "config")  # of the printed command


def usable(query: Mapping[str, str], library: Library) -> dict[str, str]:
    """The answers of a query that name something we know; the others are left out."""
    found = {}
    for name, written in list(query.items())[:MOST]:
        value = redact(written[:_LONGEST]).text
        if value and not problem_of(name, value, library):
            found[name] = value
    return found


def problem_of(name: str, value: str, library: Library) -> Message | None:
    """Why an answer cannot be taken."""
    try:
        read_answers({name: value}, {}, library)
    except AnswerError as error:
        return error.message
    return None


def with_answer(answers: Mapping[str, str], name: str, value: str) -> dict[str, str]:
    """The answers with one more, masked, since they become an address; "" takes one back."""
    rest = {other: kept for other, kept in answers.items() if other != name}
    return rest | ({name: redact(value.strip()).text} if value.strip() else {})


def query_of(answers: Mapping[str, str], state: Sequence[tuple[str, str]] = ()) -> str:
    """`?modality=image`, or nothing; behind the answers the state of the page."""
    pairs = [*answers.items(), *state]
    return f"?{urlencode(pairs)}" if pairs else ""


def state_in(query: QueryDict) -> list[tuple[str, str]]:
    """What an address says besides the answers and the next one keeps: the changes taken back and
    the form of the command."""
    undone = [("undo", redact(each[:_LONGEST]).text) for each in query.getlist("undo")[:_UNDONE]]
    form = query.get("form", "")
    return [*undone, ("form", form)] if form in FORMS else undone
