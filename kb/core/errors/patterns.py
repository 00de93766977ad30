"""Tables of phrases: cheap words first, patterns only where one of their own words is."""

import re
from collections.abc import Iterable
from dataclasses import dataclass

LOOKED_AT = 700
"""Characters of a line in which a table's phrases are looked for."""

Form = tuple[str, str]
"""A word in lower case that must be in the line, and the pattern that is then tried."""


def has_any(lower: str, words: tuple[str, ...]) -> bool:
    """Whether a lower-cased text has one of the words. A loop: twice as fast as `any` here."""
    for word in words:  # noqa: SIM110
        if word in lower:
            return True
    return False


@dataclass(frozen=True, slots=True)
class Phrases:
    """`words` are looked for in any case, the patterns of `forms` keep it."""

    words: tuple[str, ...]
    forms: tuple[tuple[str, re.Pattern[str]], ...]
    either: re.Pattern[str]

    def are_in(self, text: str) -> bool:
        """Whether one of them is in `text`."""
        lower = text.lower()
        if has_any(lower, self.words):
            return True
        for need, form in self.forms:  # noqa: SIM110
            if need in lower and form.search(text):
                return True
        return False

    def taken_from(self, text: str) -> str:
        """`text` with a blank in place of each."""
        return self.either.sub(" ", text)


def phrases(words: tuple[str, ...] = (), forms: Iterable[Form] = ()) -> Phrases:
    """A table of `words` (lower case) and `forms`."""
    rows = tuple(forms)
    any_case = [f"(?i:{re.escape(word)})" for word in words]
    either = re.compile("|".join(any_case + [f"(?:{pattern})" for _, pattern in rows]))
    return Phrases(words, tuple((need, re.compile(pattern)) for need, pattern in rows), either)
