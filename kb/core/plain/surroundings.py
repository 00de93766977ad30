"""Prose → when the fault happens, where it was seen, and where it was tried without it."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence

from kb.core.articles.model import Conditions, Environment
from kb.core.conditions import Condition, ConditionError, parse_condition
from kb.core.facts import Fact, Vocabulary, read_facts
from kb.core.facts.model import Facts
from kb.core.plain.bounds import bounds_of
from kb.core.plain.clauses import clauses, sentences
from kb.core.plain.features import facts_of
from kb.core.plain.models import base_models, model_globs, models_named
from kb.core.text import read_lines

_HAPPENS = re.compile(
    r"仅在|只在|仅当|只有|仅限|才会|才产生|才出现"
    r"|会触发|发生在|出现在|必须同时"
    r"|\bonly\b"
    r"|\b(?:happens?|occurs?|appears?|fails?|crash(?:es)?|triggered|comes?)"
    r" (?:when|with|if|on|for|while|as soon as)\b",
    re.I,
)
_STRICT = re.compile(r"仅|只|必须|\bonly\b|\bmust\b", re.I)
_WORKS = re.compile(
    r"正常|无此|没有(?:此|这个|该|问题)|没问题|不会|不受影响|不出现|未出现|不复现|可以工作"
    r"|\bworks?\b|\bfine\b|\bnot affected\b|\bunaffected\b|\bno such\b"
    r"|\bdo(?:es)? not (?:happen|occur|fail|crash)\b"
    r"|\b(?:doesn't|don't|never) (?:happen|occur|fail|crash)s?\b"
    r"|\bwithout (?:the )?(?:fault|problem|error|issue)\b",
    re.I,
)
_NOT_WORKING = re.compile(
    r"不正常|无法正常|不能正常|\b(?:no longer|not|never) works?\b|\bdoes(?:n't| not) work\b|异常",
    re.I,
)

# Facts that tell faults apart by themselves; a version or a GPU only where the text says "only".
_TELLING = (
    "modality",
    "quantization",
    "compilation",
    "kv_cache_dtype",
    "attention_backend",
    "prefix_caching",
    "chunked_prefill",
    "speculative",
    "lora",
    "expert_parallel",
)
_NEVER = ("engine", "symptom", "stage", "gpu_memory", "gpu_count", "accelerator", "image")
# What the story may add to the paragraph of the environment, each group as a whole.
_TOGETHER = (("gpu", "gpu_count", "tensor_parallel"), ("model", "quantization"))
_UNSEEN = ("engine", "symptom", "stage", "accelerator", "image", "engine_generation")


def environment(told: str, place: str, checks: str, vocabulary: Vocabulary) -> Environment:
    """`told` is what the text says of the fault, `place` the paragraph about its environment,
    `checks` what to look at (it may name the model that has no such fault)."""
    requires: dict[str, list[str]] = {}
    clear: list[dict[str, str]] = []
    models = models_named(place, told, vocabulary)
    for sentence in sentences(told):
        _read_sentence(sentence, models, requires, clear, vocabulary)
    where = place or _where_it_fails(told)
    facts = dict(read_facts(read_lines(where), vocabulary))
    facts |= _besides(facts, told, vocabulary) if place else {}
    cleared = _clear(_elsewhere(clear, facts), requires, f"{told}\n{checks}", vocabulary)
    seen = _seen(facts, requires, _other_models(cleared), vocabulary)
    seen |= {name: [bound] for name, bound in bounds_of(where, vocabulary).items()}
    engine = _engine(place + "\n" + told, vocabulary)
    if engine:
        requires = {"engine": [engine], **requires}
    return Environment(
        _conditions(_in_order(requires, vocabulary), vocabulary),
        _conditions(seen, vocabulary),
        cleared,
    )


def _besides(facts: Facts, told: str, vocabulary: Vocabulary) -> Facts:
    """Card and model out of the story, where the paragraph of the environment has neither."""
    read = read_facts(read_lines(_where_it_fails(told)), vocabulary)
    absent = [names for names in _TOGETHER if not any(name in facts for name in names)]
    return {name: read[name] for names in absent for name in names if name in read}


def _where_it_fails(told: str) -> str:
    """The text without what it says works: that is another place."""
    for sentence in sentences(told):
        for clause in clauses(sentence):
            if _works(clause):
                told = told.replace(clause, "", 1)
    return told


def _works(clause: str) -> bool:
    return bool(_WORKS.search(clause)) and not _NOT_WORKING.search(clause)


def _other_models(cleared: Sequence[Conditions]) -> set[str]:
    """Models that were tried without the fault; the text names them, but not as the place."""
    return {value for entry in cleared for c in entry if c.fact == "model" for value in c.values}


def _read_sentence(
    sentence: str,
    models: Sequence[str],
    requires: dict[str, list[str]],
    clear: list[dict[str, str]],
    vocabulary: Vocabulary,
) -> None:
    happens = bool(_HAPPENS.search(sentence))
    for clause in clauses(sentence):
        if _works(clause):
            clear.append(facts_of(clause, vocabulary))
        elif happens:
            for fact, value in _required(clause, models, vocabulary):
                values = requires.setdefault(fact, [])
                values += [value] if value not in values else []


def _required(
    clause: str, models: Sequence[str], vocabulary: Vocabulary
) -> Iterator[tuple[str, str]]:
    strict = bool(_STRICT.search(clause))
    for fact, value in facts_of(clause, vocabulary).items():
        if fact in _TELLING or (strict and fact not in (*_NEVER, "model")):
            yield fact, _as_condition(fact, value, vocabulary)
    for glob in model_globs(clause, models):
        yield "model", glob


def _as_condition(fact: str, value: str, vocabulary: Vocabulary) -> str:
    return f"=={value}" if vocabulary.facts[fact].kind == "version" else value


def _engine(text: str, vocabulary: Vocabulary) -> str:
    fact = read_facts(read_lines(text), vocabulary).get("engine")
    return (fact.value or "") if fact else ""


def _seen(
    facts: Mapping[str, Fact],
    requires: Mapping[str, Sequence[str]],
    others: set[str],
    vocabulary: Vocabulary,
) -> dict[str, list[str]]:
    kept = {}
    for name, fact in facts.items():
        if _was_seen(name, fact, facts) and (name == "model" or name not in requires):
            values = [value for value in (fact.value, *fact.candidates) if value]
            told = [value for value in values if name != "model" or value not in others]
            kept[name] = [_as_condition(name, value, vocabulary) for value in told]
    return kept


def _was_seen(name: str, fact: Fact, facts: Mapping[str, Fact]) -> bool:
    if name in _UNSEEN or (fact.how != "stated" and name != "quantization"):
        return False
    if fact.how == "estimated" and fact.value == "none":
        return False
    return not (name == "gpu_memory" and "gpu" in facts) and not (
        name == "gpu_count" and "tensor_parallel" in facts
    )


def _elsewhere(
    found: Iterable[Mapping[str, str]], facts: Mapping[str, Fact]
) -> Iterator[dict[str, str]]:
    """Without the values of the very place where the fault was seen: they cannot rule it out."""
    for entry in found:
        yield {
            name: value
            for name, value in entry.items()
            if name not in facts or value not in (facts[name].value, *facts[name].candidates)
        }


def _clear(
    found: Iterable[Mapping[str, str]],
    requires: Mapping[str, Sequence[str]],
    text: str,
    vocabulary: Vocabulary,
) -> tuple[Conditions, ...]:
    """What was tried without the fault: what it shares with `requires` does not matter there."""
    entries: list[dict[str, list[str]]] = []
    for facts in found:
        told = {
            name: [_as_condition(name, value, vocabulary)]
            for name, value in facts.items()
            if name in _TELLING and value not in requires.get(name, ())
        }
        entries += [told] if told and told not in entries else []
    if {"quantization": ["none"]} in entries:
        entries += [{"model": [model]} for model in base_models(text)]
    return tuple(filter(None, (_conditions(entry, vocabulary) for entry in entries)))


def _in_order(requires: dict[str, list[str]], vocabulary: Vocabulary) -> dict[str, list[str]]:
    return {name: requires[name] for name in vocabulary.facts if name in requires}


def _conditions(wanted: Mapping[str, Sequence[str]], vocabulary: Vocabulary) -> Conditions:
    read = (_condition(fact, list(values), vocabulary) for fact, values in wanted.items() if values)
    return tuple(condition for condition in read if condition)


def _condition(fact: str, values: list[str], vocabulary: Vocabulary) -> Condition | None:
    try:
        return parse_condition(fact, values[0] if len(values) == 1 else values, vocabulary)
    except ConditionError:
        return None  # a proposal that the vocabulary does not know is no proposal
