"""The facts that a text gives away, without a diagnosis, as JSON."""

from __future__ import annotations

from typing import Any

from kb.core.facts import Vocabulary, read_facts
from kb.core.redact import redact
from kb.core.text import read_lines
from kb.diagnosis.engine.shape import fact_json


def facts_of(text: str, known: Vocabulary) -> dict[str, Any]:
    """`{"facts": …}` as in contract.md; what is only a default is not read out of the text."""
    facts = read_facts(read_lines(redact(text).text), known)
    return {"facts": {n: fact_json(f) for n, f in facts.items() if f.how != "default"}}
