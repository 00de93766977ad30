"""One pattern out of a table of alternatives."""

import re

LOOKED_AT = 1_500
"""Characters of a line in which a table's patterns are searched."""


def any_of(*patterns: str, flags: re.RegexFlag = re.NOFLAG) -> re.Pattern[str]:
    """The alternatives as one pattern, in the order of the table."""
    return re.compile("|".join(f"(?:{pattern})" for pattern in patterns), flags)
