"""Reading facts, measured against samples whose facts somebody wrote down."""

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from kb.core.facts import Facts, Vocabulary
from kb.core.text import decode
from kb.diagnosis.facts import facts_in
from kb.diagnosis.library import Catalogues


@dataclass(frozen=True, slots=True)
class Sample:
    """A program's output and its facts; `unsaid` are facts that it does not give away."""

    name: str
    text: str
    expected: Mapping[str, str]
    unsaid: tuple[str, ...] = ()


def samples_in(folder: Path) -> Iterator[Sample]:
    """NAME.txt with the `canonical` facts of NAME.json."""
    for path in sorted(folder.glob("*.json")):
        told = json.loads(path.read_text(encoding="utf-8"))
        text = decode(path.with_suffix(".txt").read_bytes())
        unsaid = tuple(str(each) for each in told.get("not_inferable", ()))
        yield Sample(path.stem, text, told["canonical"], unsaid)


def measure(
    samples: Iterable[Sample], vocabulary: Vocabulary, catalogues: Catalogues
) -> dict[str, object]:
    """How many facts were read right, wrong, not at all, and which were read though the sample does
    not give them away. An estimate is no stated fact."""
    told: dict[str, list[str]] = {"right": [], "wrong": [], "missed": [], "invented": []}
    for sample in samples:
        facts = facts_in(sample.text, vocabulary, catalogues)
        for name, value in sample.expected.items():
            found = _values(facts, name)
            kind = "right" if str(value) in found else "wrong" if found else "missed"
            told[kind].append(f"{sample.name}: {name} is {value}, read {found}")
        told["invented"] += [f"{sample.name}: {name}" for name in _invented(sample, facts)]
    total = sum(len(told[kind]) for kind in ("right", "wrong", "missed"))
    return {
        "facts": total,
        "right": round(len(told["right"]) / total, 3) if total else 0.0,
        **{kind: told[kind] for kind in ("wrong", "missed", "invented")},
    }


def _invented(sample: Sample, facts: Facts) -> list[str]:
    """Facts read that the sample is said not to give away, by their first word."""
    unsaid = {text.split()[0].strip(",;:") for text in sample.unsaid if text.split()}
    return [name for name in unsaid if name not in sample.expected and _values(facts, name)]


def _values(facts: Facts, name: str) -> tuple[str, ...]:
    fact = facts.get(name)
    if fact is None or fact.how in {"estimated", "default"}:
        return ()
    return (fact.value,) if fact.value is not None else fact.candidates
