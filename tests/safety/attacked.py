"""Articles that hold attack vectors in every field that a person writes."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from kb.core.documents import Block, Flow, emit
from kb.core.documents.emitter import Value

AT_ONCE = 6  # vectors in an article


def articles(vectors: Sequence[str]) -> Iterator[tuple[str, str]]:
    """Name and source, a few vectors in each, every vector in every field."""
    for at in range(0, len(vectors), AT_ONCE):
        yield f"attack-{at // AT_ONCE}", source(at // AT_ONCE, vectors[at : at + AT_ONCE])


def source(number: int, vectors: Sequence[str]) -> str:
    front = emit(_front(number, [_storable(vector) for vector in vectors]))
    return f"---\n{front}---\n" + "\n".join(_sections(number, vectors))


def line(vector: str) -> str:
    return " ".join(_storable(vector).split()) or "empty"


def _storable(vector: str) -> str:
    """Control marks are refused with their line, which tests of the loader show."""
    return "".join(mark if mark.isprintable() or mark == "\n" else "?" for mark in vector)


def _front(number: int, vectors: Sequence[str]) -> dict[str, Value]:
    lines = [line(vector) for vector in vectors]
    return {
        "title": f"Attack {number} " + " ".join(lines)[:380],
        "language": "en",
        "errors": [Block(f"AttackError{number}: {each}") for each in lines],
        "hints": [Block(f"hint {number} {each}") for each in lines],
        "environment": {
            "requires": {"engine": "vllm", "symptom": "crash", "stage": "start-up"},
            "seen": {"model": Flow([each[:120] for each in lines])},
        },
        "checks": [
            {"id": f"c{at}", "ask": each, "command": Block(f"echo {number}"), "expect": "yes"}
            for at, each in enumerate(lines)
        ],
        "cause": {"certainty": "likely", "ruled_out": list(lines), "open": " ".join(lines)},
        "fixes": [
            {
                "id": f"fix-{at}",
                "title": each,
                "kind": "workaround",
                "steps": [each],
                "launch": [{"add": "--enforce-eager", "because": each, "price": each}],
                "command": Block("vllm serve example/model --enforce-eager"),
            }
            for at, each in enumerate(lines)
        ],
        "verify": [{"do": each, "expect": each} for each in lines],
        "sources": [f"example/engine#{number}"],
    }


def _sections(number: int, vectors: Sequence[str]) -> Iterator[str]:
    """As they are only in the last: a fence without an end swallows what follows."""
    for heading in ("Summary", "Symptom", "Cause", "Fix"):
        yield f"## {heading}\n\nAttack {number}.\n"
        for vector in vectors:
            yield f"- {line(vector)}\n\n> {line(vector)}\n\na {line(vector)} b\n"
            yield f"[link]({line(vector)}) ![image]({line(vector)})\n"
    for vector in sorted(vectors, key=lambda one: "```" in one or "~~~" in one):
        text = re.sub(r"^\s*#{1,2}(?!#)", "###", _storable(vector), flags=re.MULTILINE)
        yield f"{text}\n\n    {line(vector)}\n\n```\n{text}\n```\n"
