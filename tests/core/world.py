"""A small vocabulary and short ways to write articles, for tests of ranking and questions."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from kb.core.articles.model import Article, Cause, Change, Check, Environment, Fix, Sample
from kb.core.conditions import Condition, parse_condition
from kb.core.errors import ErrorLine, ErrorReading
from kb.core.facts.model import Choice, Fact, FactKind, Vocabulary
from kb.core.ranking import Candidate, Evidence

LINE = "ValueError: Out of range float values are not JSON compliant: nan"


def _choice(name: str, *values: str | Choice, cost: float = 1.0) -> FactKind:
    choices = tuple(v if isinstance(v, Choice) else Choice(v) for v in values)
    return FactKind(
        name, "choice", {"en": name, "zh": name}, {"en": f"Which {name}?"}, {}, choices, cost
    )


def _open(name: str, kind: Any, cost: float = 1.0) -> FactKind:
    return FactKind(
        name, kind, {"en": name}, {"en": f"Which {name}?", "zh": f"{name} 是什么？"}, cost=cost
    )


_T4 = Choice("T4", implies={"compute_capability": "7.5", "gpu_memory": "16"})
_H100 = Choice("H100", implies={"compute_capability": "9.0", "gpu_memory": "80"})
_H200 = Choice("H200", implies={"compute_capability": "9.0", "gpu_memory": "141"})

VOCABULARY = Vocabulary(
    {
        each.name: each
        for each in (
            _choice("engine", "vllm", "sglang", "ollama"),
            _choice("symptom", "crash", "hang", "http-4xx", "garbage"),
            _choice("stage", "start-up", "first-request", "under-load"),
            _choice("gpu", _T4, _H100, _H200),
            _choice("modality", "text", "image", "video"),
            _choice("quantization", "none", "fp8", "gptq"),
            _choice("compilation", "enabled", "disabled", cost=2),
            _choice("interconnect", "nvlink", "pcie", cost=4),
            _open("compute_capability", "number", cost=2),
            _open("gpu_memory", "number"),
            _open("tensor_parallel", "number"),
            _choice("speculative", "none", "mtp", "eagle"),
            replace(_open("speculative_tokens", "number"), after="speculative"),
            _open("model", "text"),
            _open("vllm", "version"),
            _open("torch", "version", cost=2),
        )
    }
)


def conditions(wanted: Mapping[str, Any]) -> tuple[Condition, ...]:
    return tuple(parse_condition(fact, value, VOCABULARY) for fact, value in wanted.items())


def fix(name: str = "fix", *, add: str = "", when: Mapping[str, Any] | None = None) -> Fix:
    launch = (Change("add-flag", flag=add, because="it helps"),) if add else ()
    return Fix(
        name, f"The {name}", "workaround", (conditions(when),) if when else (), True, launch=launch
    )


def article(
    slug: str,
    requires: Mapping[str, Any] | None = None,
    *,
    seen: Mapping[str, Any] | None = None,
    clear: tuple[Mapping[str, Any], ...] = (),
    checks: tuple[Check, ...] = (),
    fixes: tuple[Fix, ...] = (),
    errors: tuple[str, ...] = (LINE,),
) -> Article:
    environment = Environment(
        conditions(requires or {}), conditions(seen or {}), tuple(conditions(e) for e in clear)
    )
    samples = tuple(Sample(text) for text in errors)
    return Article(
        slug,
        f"Title of {slug}",
        errors=samples,
        environment=environment,
        checks=checks,
        cause=Cause("likely"),
        fixes=fixes or (fix(),),
    )


def shows(
    found: Article,
    *,
    agreement: float = 1.0,
    kind: Any = "error",
    line: int = 1,
    score: float = 0.9,
) -> Candidate:
    """A candidate whose line stands in the paste."""
    evidence = Evidence(line, LINE, LINE, kind, agreement == 1.0, agreement)
    return Candidate(found, score, (evidence,))


def words_only(found: Article, score: float = 0.4) -> Candidate:
    return Candidate(found, score, (Evidence(1, "bake bread", "bread", "words", False, 0.3),))


def reading(role: str = "root", weight: float = 3.0) -> ErrorReading:
    """A paste of one line; one that weighs next to nothing is no root."""
    role = "other" if weight < 1 else role
    line = ErrorLine(1, LINE, LINE, role, weight)
    return ErrorReading((line,), line if role == "root" else None)


NO_ERROR = ErrorReading((), None)


def facts(**values: str) -> dict[str, Fact]:
    return {name: Fact(name, value) for name, value in values.items()}
