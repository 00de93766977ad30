"""Corrected commands, measured against samples whose right text somebody wrote down."""

import json
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from kb.core.launch import fix_command
from kb.core.launch.model import Catalogues
from kb.core.launch.wire import change_from_json


@dataclass(frozen=True, slots=True)
class Sample:
    """A command and a change; `expected` is the text to the byte, None where a question or a
    refusal is right."""

    name: str
    text: str
    engine: str
    version: str | None
    change: object
    expected: str | None


def samples_in(path: Path) -> Iterator[Sample]:
    """One JSON object a line."""
    for line in path.read_text(encoding="utf-8").splitlines():
        told = json.loads(line)
        yield Sample(
            told["id"],
            told["text"],
            told.get("engine") or "",
            told.get("engine_version"),
            told["fix"],
            told.get("expected"),
        )


def measure(samples: Iterable[Sample], catalogues: Catalogues) -> dict[str, object]:
    """How many came out to the byte, as a question or refusal where that is right, or neither."""
    results = {each.name: _result(each, catalogues) for each in samples}
    counted = Counter(results.values())
    return {
        "samples": len(results),
        **{kind: counted[kind] for kind in ("right", "wrong", "asked")},
        "missed": sorted(name for name, result in results.items() if result != "right"),
    }


def _result(sample: Sample, catalogues: Catalogues) -> str:
    changes = change_from_json(sample.change)
    outcome = fix_command(sample.text, changes, sample.engine, sample.version, catalogues)
    if outcome.after == sample.expected:
        return "right"
    return "asked" if outcome.after is None else "wrong"
