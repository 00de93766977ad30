"""The rules in the order in which their findings are told."""

from collections.abc import Callable, Iterable, Iterator

from kb.core.launch.checks.combinations import excludes, needs, repeated
from kb.core.launch.checks.existence import existence
from kb.core.launch.checks.findings import ERROR, NOTE, WARNING, Case, Finding
from kb.core.launch.checks.json_keys import json_keys
from kb.core.launch.checks.values import values
from kb.core.launch.checks.variables import variables
from kb.core.launch.checks.vllm_entry import entry

Rule = Callable[[Case], Iterator[Finding]]

RULES: tuple[Rule, ...] = (
    existence,
    entry,
    values,
    json_keys,
    needs,
    excludes,
    repeated,
    variables,
)

LEVELS = (ERROR, WARNING, NOTE)


def findings(case: Case) -> tuple[Finding, ...]:
    """Everything the rules find, the gravest first, each thing once."""
    return in_order(finding for rule in RULES for finding in rule(case))


def in_order(found: Iterable[Finding]) -> tuple[Finding, ...]:
    once = {(finding.kind, finding.flag, str(finding.message)): finding for finding in found}
    return tuple(sorted(once.values(), key=lambda finding: LEVELS.index(finding.level)))
