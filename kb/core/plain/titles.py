"""The first sentence of a summary → a title: where it happens, and what is said there."""

import re
from collections.abc import Sequence

from kb.core.articles.model import Sample
from kb.core.plain.clauses import clauses, first_clause

# "This error occurs when …": the words that every summary begins with tell nothing.
_LEAD = re.compile(
    r"(?:该|此|这个|本)?(?:报错|错误|问题|故障|异常)(?:主要|通常|一般|多)?(?:发生|出现|见)(?:在|于)\s*"
    r"|(?:this|the) (?:error|fault|problem|issue|failure) (?:mainly |usually |only )?"
    r"(?:occurs?|happens?|appears?|comes?|shows up|is seen)\s*(?:when|while|as|if|in|on|with)?\s*",
    re.I,
)
_WHEN = re.compile(r"(?:的?(?:时候|阶段|场景|过程中|情况下)|时|中)$")
_CLASS = re.compile(r"^(?:[\w.]+(?:Error|Exception)\b:?\s*)+")
_MOST_OF_ERROR = 70  # characters of the error line in a title


def title_of(summary: str, errors: Sequence[Sample]) -> str:
    """ "" where the summary says nothing. Where it only says when, the error is named behind."""
    clause = first_clause(summary).rstrip(":： ")
    place = clauses(_LEAD.sub("", clause, count=1))[0] if _LEAD.match(clause) else ""
    if not place:
        return clause
    place = place[:1].upper() + place[1:] if place.split(" ")[0].islower() else place
    said = _short(errors[0].text) if errors else ""
    if not said:
        return place
    return f"{_WHEN.sub('', place)}时报错：{said}" if not place.isascii() else f"{place}: {said}"


def _short(error: str) -> str:
    """The message without the exception's class, unless that is all."""
    line = error.strip().split("\n")[0]
    said = _CLASS.sub("", line).strip() or line
    return said if len(said) <= _MOST_OF_ERROR else said[:_MOST_OF_ERROR].rsplit(" ", 1)[0] + " …"
