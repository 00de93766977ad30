"""Tables of phrases: cheap words first, patterns for the rest."""

import re
from dataclasses import dataclass

LOOKED_AT = 1_500
"""Characters of a line in which a table's phrases are looked for."""


def any_of(*patterns: str, flags: re.RegexFlag = re.NOFLAG) -> re.Pattern[str]:
    """The alternatives as one pattern, in the order of the table."""
    return re.compile("|".join(f"(?:{pattern})" for pattern in patterns), flags)


@dataclass(frozen=True, slots=True)
class Phrases:
    """`words` are looked for in any case, `forms` are patterns that keep it."""

    words: tuple[str, ...]
    forms: re.Pattern[str]
    either: re.Pattern[str]

    def are_in(self, text: str) -> bool:
        """Whether one of them is in `text`. Words are tried first: most lines need no pattern."""
        lower = text.lower()
        return any(word in lower for word in self.words) or self.forms.search(text) is not None

    def taken_from(self, text: str) -> str:
        """`text` with a blank in place of each."""
        return self.either.sub(" ", text)


def phrases(words: tuple[str, ...], forms: tuple[str, ...]) -> Phrases:
    """A table of `words` (lower case) and `forms`."""
    written = "|".join(re.escape(word) for word in words)
    kept = "|".join(f"(?:{form})" for form in forms)
    return Phrases(words, any_of(*forms), re.compile(f"(?i:{written})|{kept}"))
