"""Real pastes with the fault that each should find."""

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True, slots=True)
class Case:
    """A paste. `expected` are the slugs that are right; where its fault is not in the base, those
    that would not be wrong."""

    id: str
    paste: str
    expected: frozenset[str] = frozenset()
    in_base: bool = False
    environment: str = ""
    command: str = ""
    kind: str = ""
    language: str = "en"
    same_thread: bool = False  # out of the thread that the article was written from
    family: str = ""  # its fault, and those that only the environment tells from it


def read_cases(path: Path) -> tuple[Case, ...]:
    """The cases of a JSON Lines file."""
    with path.open(encoding="utf-8") as lines:
        return tuple(_case(json.loads(line)) for line in lines if line.strip())


def _case(told: dict[str, object]) -> Case:
    right = [told.get("expects"), *_list(told.get("acceptable"))]
    return Case(
        id=str(told.get("qid") or told.get("id")),
        paste=str(told["paste"]),
        expected=frozenset(str(slug) for slug in right if slug),
        in_base=bool(told.get("expects")),
        environment=str(told.get("env_paste") or ""),
        command=str(told.get("command") or ""),
        kind=str(told.get("kind") or ""),
        language=str(told.get("lang") or "en"),
        same_thread=bool(told.get("same_thread_as_fault")),
        family=str(told.get("group") or told.get("expects") or told.get("qid") or told.get("id")),
    )


def _list(value: object) -> Iterable[object]:
    return value if isinstance(value, list) else ()


def positive(cases: Iterable[Case]) -> Iterator[Case]:
    """Those whose fault is in the base."""
    return (case for case in cases if case.in_base)
