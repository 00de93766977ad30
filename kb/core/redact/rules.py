"""All rules in the order in which they are applied, for Python and for a browser."""

import re

from kb.core.redact.model import Rule
from kb.core.redact.personal import PERSONAL
from kb.core.redact.secrets import SECRETS

RULES: tuple[Rule, ...] = SECRETS + PERSONAL
PERSONAL_KINDS = frozenset(rule.kind for rule in PERSONAL)

_ESCAPED_OR_CLASS = re.compile(r"\\.|\[|\]|\.", re.DOTALL)
_SPACES = r"\t\n\v\f\r "  # what ASCII Python means by \s; JavaScript would add Unicode's

PLACEHOLDER = (
    r"[\"'(\[]?(?:[x*.#X?_-]+|(?:[a-z]{1,4}[_-])?[xX*.]{4,}|\$[A-Za-z_{(].*|<.*|%\w+%|\{.*\}|-?[0-9.,]+%?"
    r"|none|null|nil|true|false|undefined|not set|unset|set|empty|changeme|redacted|masked|hidden"
    r"|dummy|example|placeholder|required|missing|invalid|string|str|int|bool|optional|optional\[.*"
    r"|secretstr.*|list\[.*|str\b.*|os\.(?:environ|getenv).*|getpass.*|sk-no-key.*|no-key.*"
    r"|[a-z_-]*your[_ -]?.*|.*<.*|.*\.\.\..*|.*\*\*\*.*|.*redacted.*)[\"')\],]?"
)
"""A value that only stands for one (any case): `$VAR`, `YOURTOKEN`, `***`, numbers, None."""


def no_secret(rule: Rule) -> str:
    """A pattern of values that the rule must leave; a number may be personal, but no secret."""
    return "|".join(filter(None, (rule.unless, "" if rule.personal else PLACEHOLDER))) or "(?!)"


def rules_table() -> list[dict[str, object]]:
    """The rules for a browser: JSON-able, patterns as JavaScript spells them."""
    return [
        {
            "kind": rule.kind,
            "pattern": _as_javascript(rule.pattern),
            "flags": "gi" if rule.ignore_case else "g",
            "needs": list(rule.needs),
            "personal": rule.personal,
            "unless": f"^(?:{_as_javascript(no_secret(rule))})$",
            "unlessBefore": _as_javascript(re.sub(r"\$$", r"\\n?$", rule.unless_before)),
        }
        for rule in RULES
    ]


def _as_javascript(pattern: str) -> str:
    """The same language in JavaScript's spelling: named groups, what `\\s` and `.` stand for."""
    in_class = False

    def spelled(found: re.Match[str]) -> str:
        nonlocal in_class
        piece = found[0]
        if piece in "[]":
            in_class = piece == "["
        if piece == r"\s":
            return _SPACES if in_class else f"[{_SPACES}]"
        return r"[^\n]" if piece == "." and not in_class else piece

    return _ESCAPED_OR_CLASS.sub(spelled, pattern.replace("(?P<", "(?<"))
