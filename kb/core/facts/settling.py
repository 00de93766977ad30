"""Readings of many places → one fact each; what contradicts is kept as candidates."""

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence

from kb.core.facts import wording
from kb.core.facts.found import Found, Trust
from kb.core.facts.gpus import gpu_name, sold_memory
from kb.core.facts.implying import implied
from kb.core.facts.model import Fact, FactKind, Facts, Vocabulary
from kb.core.facts.naming import canonical

# A log names a second value for a draft model, after the first.
_FIRST = frozenset({"architecture", "max_model_len"})
_UNDECIDED = frozenset({"auto"})


def settle(found: Iterable[Found], vocabulary: Vocabulary) -> dict[str, Fact]:
    """One Fact a name: of the surest places, None and candidates where they contradict."""
    by_name: dict[str, list[Found]] = defaultdict(list)
    for each in _once(found):
        by_name[each.name].append(each)
    facts: dict[str, Fact] = {}
    for name in (n for n in vocabulary.facts if n in by_name):
        said = [each for each in by_name[name] if not _is_bound(each)]
        fact = _settled(vocabulary.facts[name], said, facts, vocabulary)
        fact = fact or _bounded(name, by_name[name])
        if fact is not None:
            facts[name] = fact
    return facts


def _once(found: Iterable[Found]) -> Iterable[Found]:
    """What is said alike in many lines (a path in each frame of a traceback) where it is first."""
    once: dict[tuple[object, ...], Found] = {}
    for each in found:
        once.setdefault((each.name, each.raw, each.trust, each.how, each.implied_by), each)
    return once.values()


def _is_bound(each: Found) -> bool:
    return each.how == "estimated" and each.raw.startswith((">=", "<"))


def _bounded(name: str, found: list[Found]) -> Fact | None:
    """A version of which only bounds are known; None where they contradict."""
    told = [each for each in found if _is_bound(each)]
    bounds = wording.meeting(each.raw for each in told)
    if not bounds:
        return None
    line, text, trust = told[0].line, told[0].text, int(Trust.ESTIMATE)
    return Fact(name, None, "estimated", line, text, bounds=bounds, trust=trust)


def merge(told: Sequence[Facts], vocabulary: Vocabulary) -> dict[str, Fact]:
    """Facts of several texts as one; the surer place wins, equals that differ stay candidates."""
    readings = (each for facts in told for fact in facts.values() for each in _readings(fact))
    return implied(settle(readings, vocabulary), vocabulary)


def _readings(fact: Fact) -> Iterator[Found]:
    if fact.how == "implied":
        return  # follows anew from what is settled
    values = (fact.value,) if fact.value is not None else (fact.bounds, *fact.candidates)
    for value in filter(None, values):
        yield Found(fact.name, value, Trust(fact.trust), fact.line, fact.text, fact.how)


def _settled(
    kind: FactKind, found: list[Found], facts: Facts, vocabulary: Vocabulary
) -> Fact | None:
    read = [(value, each) for each in found if (value := _value(kind, each, facts, vocabulary))]
    if not read:
        return None
    pool = _surest(kind, read)
    values = _distinct(kind, [value for value, _ in pool])
    value, first = next(pair for pair in pool if pair[0] == values[0])
    return Fact(
        name=kind.name,
        value=value if len(values) == 1 else None,
        how=first.how,
        line=first.line,
        text=first.text,
        candidates=() if len(values) == 1 else tuple(values),
        implied_by=first.implied_by,
        trust=int(first.trust),
    )


def _surest(kind: FactKind, read: list[tuple[str, Found]]) -> list[tuple[str, Found]]:
    """The readings that decide. What identifies a machine contradicts from any sure place."""
    decided = [pair for pair in read if pair[0] not in _UNDECIDED] or read
    best = min(each.trust for _, each in decided)
    identity = kind.kind == "version" or kind.name == "gpu"
    certain = Trust.RESOLVED <= best <= Trust.PACKAGE
    limit = Trust.PACKAGE if identity and certain else best
    pool = sorted((p for p in decided if p[1].trust <= limit), key=lambda pair: pair[1].trust)
    if kind.name in _FIRST and best == Trust.USING:
        return pool[:1]
    return pool


def _value(kind: FactKind, each: Found, facts: Facts, vocabulary: Vocabulary) -> str | None:
    raw = each.raw.strip().strip("'\"`")
    if kind.name == "gpu_memory" and raw.endswith(("MiB", "GiB")):
        return _memory(raw, facts, vocabulary)
    value = canonical(kind.name, raw, vocabulary)
    if value is not None or kind.kind != "choice":
        return value if value not in ("latest", "nightly", "main") else None
    return _unlisted(kind, raw) if each.trust <= Trust.COMMAND else None


def _unlisted(kind: FactKind, raw: str) -> str | None:
    """A value that the vocabulary lacks is still a fact where a machine prints it."""
    if kind.name == "gpu":
        name = gpu_name(raw, kind)[0]
        return name if len(name) > 2 and "..." not in name and any(map(str.isdigit, name)) else None
    if kind.name in ("quantization", "kv_cache_dtype", "attention_backend", "speculative"):
        known = raw.lower() if kind.name != "attention_backend" else raw
        return known if re.fullmatch(r"[a-z0-9_.+/-]{2,30}|[A-Z0-9_]{3,40}", known) else None
    return None


def _memory(raw: str, facts: Facts, vocabulary: Vocabulary) -> str | None:
    number, unit = raw.split()
    gpu = facts.get("gpu")
    choice = vocabulary.facts["gpu"].by_name.get(gpu.value or "") if gpu else None
    expected = choice.implies.get("gpu_memory", "") if choice else ""
    return str(sold_memory(float(number) * (1024 if unit == "GiB" else 1), expected))


def _distinct(kind: FactKind, values: list[str]) -> list[str]:
    """The values that differ; of `0.8.5` and `0.8.5+cu121`, of `Qwen3-8B` and `Qwen/Qwen3-8B` the
    one that says more."""
    unique = list(dict.fromkeys(values))
    if kind.name == "model":
        return [v for v in unique if not any(o.endswith(f"/{v}") for o in unique)]
    if kind.kind != "version":
        return unique
    return [v for v in unique if not any(o != v and says_more(o, v) for o in unique)]


def says_more(longer: str, shorter: str) -> bool:
    """`0.8.5+cu121` is `0.8.5`, and more."""
    return longer.startswith(shorter) and longer[len(shorter) :][:1] in (".", "+")
