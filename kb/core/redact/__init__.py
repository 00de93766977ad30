"""Secrets → masks, and what was masked."""

from kb.core.redact.masking import Redaction, masks_in, redact
from kb.core.redact.model import Rule
from kb.core.redact.rules import PERSONAL_KINDS, RULES, rules_table
from kb.core.redact.variables import placeholder_variable, variables_in, with_variables

__all__ = [
    "PERSONAL_KINDS",
    "RULES",
    "Redaction",
    "Rule",
    "masks_in",
    "placeholder_variable",
    "redact",
    "rules_table",
    "variables_in",
    "with_variables",
]
