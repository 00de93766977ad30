"""Conditions in a front matter ⇄ values: AND over facts, OR over a list, `{not: …}`."""

from collections.abc import Sequence

from kb.core.articles.model import Conditions, Problem
from kb.core.articles.reading import Reading, entries, is_empty, join
from kb.core.conditions import Condition, ConditionError, parse_condition
from kb.core.documents import Fields, Flow, Node, plain
from kb.core.documents.emitter import Value
from kb.core.messages import msg


def conditions(node: Node | None, path: str, reading: Reading) -> Conditions:
    """A mapping from facts to wanted values; unknown ones are kept, as what is to be added."""
    if node is None or is_empty(node):
        return ()
    if not isinstance(node, Fields):
        reading.refuse(node.line, path, msg("facts and their values (`gpu: H100`) belong here"))
        return ()
    found = (
        _condition(key, value, join(path, key), reading) for key, value in node.entries.items()
    )
    return tuple(condition for condition in found if condition)


def alternatives(node: Node | None, path: str, reading: Reading) -> tuple[Conditions, ...]:
    """A list of such mappings; one of them is enough. A single mapping is a list of one."""
    read = (conditions(value, where, reading) for where, value in entries(node, path, reading))
    return tuple(found for found in read if found)


def _condition(fact: str, node: Node, path: str, reading: Reading) -> Condition | None:
    wanted = _wanted(node, path, reading)
    if not wanted:
        return None
    try:
        return parse_condition(fact, wanted, reading.vocabulary)
    except ConditionError as error:
        reading.problems.append(Problem(node.line, path, error.message, error.draft))
        return _raw(fact, wanted)


def _wanted(node: Node, path: str, reading: Reading) -> object:
    """The value as parse_condition takes it: text, list of texts, {"not": text or list}."""
    value = plain(node)
    inner = value.get("not") if isinstance(value, dict) else value
    known = not isinstance(value, dict) or list(value) == ["not"]
    if known and (_is_text(inner) or (isinstance(inner, list) and all(map(_is_text, inner)))):
        return value
    if not is_empty(node):
        message = msg("a value, a list of values or `{not: …}` belongs here")
        reading.refuse(node.line, path, message)
    return None


def _is_text(value: object) -> bool:
    return isinstance(value, str) and bool(value.strip())


def _raw(fact: str, wanted: object) -> Condition:
    """A condition that the vocabulary does not know: kept as written, unknown everywhere."""
    negated = isinstance(wanted, dict)
    inner = wanted["not"] if isinstance(wanted, dict) else wanted
    values = tuple(inner) if isinstance(inner, list) else (str(inner),)
    return Condition(fact, ", ".join(values), values, negated)


def written(found: Sequence[Condition]) -> dict[str, Value]:
    """The mapping that `conditions` reads back."""
    return {condition.fact: _value(condition) for condition in found}


def _value(condition: Condition) -> Value:
    values: Value = condition.values[0] if len(condition.values) == 1 else Flow(condition.values)
    return Flow({"not": values}) if condition.negated else values
