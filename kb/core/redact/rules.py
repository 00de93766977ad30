"""All rules in the order in which they are applied, for Python and for a browser."""

from kb.core.redact.model import Rule
from kb.core.redact.personal import PERSONAL
from kb.core.redact.secrets import SECRETS

RULES: tuple[Rule, ...] = SECRETS + PERSONAL

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
            "pattern": rule.pattern.replace("(?P<", "(?<"),
            "flags": "gi" if rule.ignore_case else "g",
            "needs": list(rule.needs),
            "personal": rule.personal,
            "unless": f"^(?:{no_secret(rule)})$",
            "unlessBefore": rule.unless_before,
        }
        for rule in RULES
    ]
