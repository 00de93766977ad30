"""A wanted value as an article writes it → Condition."""

import re
from collections.abc import Mapping

from rapidfuzz import process

from kb.core.conditions.model import Condition, ConditionError
from kb.core.facts.gpus import gpu_name
from kb.core.facts.model import FactKind, Vocabulary
from kb.core.facts.naming import canonical
from kb.core.messages import Message, msg
from kb.core.versions import VersionError, parse_specifiers

_COMPARISON = re.compile(r"\s*(==|!=|<=|>=|=|<|>)?\s*(.+?)\s*")


def parse_condition(fact: str, wanted: object, vocabulary: Vocabulary) -> Condition:
    """A condition of an article: a value, a list (OR) or `{not: …}`. Raises ConditionError."""
    kind = _kind(fact, vocabulary)
    negated, inner = _without_not(wanted)
    written = _written(kind.name, inner)
    values = tuple(dict.fromkeys(_value(kind, text, vocabulary) for text in written))
    return Condition(kind.name, _shown(values, negated), values, negated)


def _kind(fact: str, vocabulary: Vocabulary) -> FactKind:
    name = vocabulary.name_of(fact)
    if name is not None:
        return vocabulary.facts[name]
    raise ConditionError(_no_such("`{written}`: no such fact", fact, vocabulary.facts), draft=True)


def _without_not(wanted: object) -> tuple[bool, object]:
    if not isinstance(wanted, Mapping):
        return False, wanted
    if list(wanted) != ["not"]:
        raise ConditionError(msg("a value, a list of values or `{not: …}` is needed"))
    return True, wanted["not"]


def _written(fact: str, wanted: object) -> list[str]:
    texts = list(wanted) if isinstance(wanted, list | tuple) else [wanted]
    if not texts or not all(isinstance(text, str | int | float) for text in texts):
        raise ConditionError(msg("`{fact}` needs a value or a list of values", fact=fact))
    if not all(str(text).strip() for text in texts):
        raise ConditionError(msg("`{fact}` has an empty value", fact=fact))
    return [str(text).strip() for text in texts]


def _value(kind: FactKind, text: str, vocabulary: Vocabulary) -> str:
    if kind.kind == "choice":
        return _choice(kind, text)
    if kind.kind == "version":
        return _specifiers(text)
    return _comparison(kind, text, vocabulary) if kind.kind == "number" else text


def _choice(kind: FactKind, text: str) -> str:
    value = canonical(kind.name, text, Vocabulary({kind.name: kind}))
    if value is not None:
        return value
    near = gpu_name(text, kind)[0] if kind.name == "gpu" else text
    message = _no_such("`{written}` is no value of {fact}", near, kind.by_name, kind.name)
    raise ConditionError(message, draft=True)


def _specifiers(text: str) -> str:
    try:
        parse_specifiers(text)
    except VersionError as error:
        raise ConditionError(error.message) from error
    return ",".join(part.strip().replace(" ", "") for part in text.split(","))


def _comparison(kind: FactKind, text: str, vocabulary: Vocabulary) -> str:
    return ",".join(_compared(kind, part, vocabulary) for part in text.split(","))


def _compared(kind: FactKind, part: str, vocabulary: Vocabulary) -> str:
    found = _COMPARISON.fullmatch(part)
    number = canonical(kind.name, found[2], vocabulary) if found else None
    if found is None or number is None:
        sentence = "`{written}`: a number or a comparison such as `>=2` is needed"
        raise ConditionError(msg(sentence, written=part))
    operator = "" if found[1] in (None, "=", "==") else found[1]
    return operator + number


def _shown(values: tuple[str, ...], negated: bool) -> str:
    shown = " or ".join(values)
    return f"not {shown}" if negated else shown


def _no_such(text: str, written: str, known: Mapping[str, object], fact: str = "") -> Message:
    near = process.extractOne(written, list(known), score_cutoff=70)
    if near:
        return msg(text + "; did you mean `{near}`?", written=written, fact=fact, near=near[0])
    return msg(text, written=written, fact=fact)
