"""Secrets → masks, and what was masked."""

from kb.core.redact.masking import Redaction, redact
from kb.core.redact.model import Rule
from kb.core.redact.rules import RULES, rules_table
from kb.core.redact.variables import placeholder_variable, with_variables

__all__ = [
    "RULES",
    "Redaction",
    "Rule",
    "placeholder_variable",
    "redact",
    "rules_table",
    "with_variables",
]
