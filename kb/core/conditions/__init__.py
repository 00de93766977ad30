"""When does this apply? Conditions over facts, with three values."""

from kb.core.conditions.apart import apart
from kb.core.conditions.judging import judge, judge_fact
from kb.core.conditions.model import (
    Condition,
    ConditionError,
    Judged,
    State,
    Strength,
    Wanted,
    named,
)
from kb.core.conditions.parsing import parse_condition

__all__ = [
    "Condition",
    "ConditionError",
    "Judged",
    "State",
    "Strength",
    "Wanted",
    "apart",
    "judge",
    "judge_fact",
    "named",
    "parse_condition",
]
