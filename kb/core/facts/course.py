"""How an error came about → stage and symptom, only where the log itself tells."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from kb.core.errors import ErrorLine
from kb.core.facts.found import Found, Trust, found_in
from kb.core.facts.model import Fact, Vocabulary
from kb.core.facts.settling import settle
from kb.core.text import Line

_BEHIND = 40  # lines behind the root in which its own process says that it died
_ABOVE = 120  # lines above it in which the frames of its traceback stand
_BESIDE = 3  # lines around it in which the access log answers the same request


@dataclass(frozen=True, slots=True)
class Rule:
    """Where one of the lines from `above` before the root to `behind` after it fits, `fact` is
    `value`. `frames`: the line has to be one of a traceback's frames."""

    fact: str
    value: str
    pattern: re.Pattern[str]
    above: int = 0
    behind: int = 0
    frames: bool = False


_DIED_STARTING = (
    r"Engine ?[Cc]ore initialization failed|Engine(?:Core)? (?:process )?failed to start"
    r"|Application startup failed|WorkerProc initialization failed|ShardCannotStart"
)
_STARTING_FRAMES = (
    r'File "[^"]+", line \d+, in (?:determine_available_memory|_initialize_kv_caches|init_device'
    r"|capture_model|profile_run|from_vllm_config|from_engine_args|init_memory_pool"
    r"|init_device_graphs|init_cuda_graphs)\b"
)
# The error says it itself, in its advice.
_SAID_STARTING = r"when initializing the engine|on startup is less than"
_ACCESS = r"\"(?:POST|GET) \S{1,300} HTTP/1\.[01]\" "

# The first row that fits decides a fact.
RULES = (
    Rule("stage", "start-up", re.compile(_DIED_STARTING), behind=_BEHIND),
    Rule("stage", "start-up", re.compile(_STARTING_FRAMES), above=_ABOVE, frames=True),
    Rule("stage", "start-up", re.compile(_SAID_STARTING)),
    Rule(
        "symptom",
        "out-of-memory",
        re.compile(r"(?:CUDA|HIP|XPU|NPU) out of memory|OutOfMemoryError|failed: out of memory"),
    ),
    Rule("symptom", "crash", re.compile(_SAID_STARTING)),
    Rule("symptom", "http-4xx", re.compile(r"\bError code: 4\d\d\b")),
    Rule("symptom", "http-5xx", re.compile(r"\bError code: 5\d\d\b")),
    Rule("symptom", "crash", re.compile(_DIED_STARTING), behind=_BEHIND),
    Rule("symptom", "http-4xx", re.compile(_ACCESS + r"4\d\d\b"), _BESIDE, _BESIDE),
    Rule("symptom", "http-5xx", re.compile(_ACCESS + r"5\d\d\b"), _BESIDE, _BESIDE),
)


def facts_of_course(
    lines: Sequence[Line], root: ErrorLine | None, vocabulary: Vocabulary
) -> dict[str, Fact]:
    """`stage` and `symptom` where the lines around the root error state them, each with its line;
    nothing where there is no root."""
    if root is None:
        return {}
    at = next((i for i, line in enumerate(lines) if line.number >= root.line), 0)
    told: dict[str, Found] = {}
    for rule in RULES:
        if rule.fact not in told and (line := _fitting(rule, lines, at)):
            told[rule.fact] = found_in(line, rule.fact, rule.value, Trust.USING, "resolved")
    return settle(told.values(), vocabulary)


def _fitting(rule: Rule, lines: Sequence[Line], at: int) -> Line | None:
    around = _frames(lines, at, rule.above) if rule.frames else _around(rule, lines, at)
    return next((line for line in around if rule.pattern.search(line.text)), None)


def _around(rule: Rule, lines: Sequence[Line], at: int) -> Iterator[Line]:
    for line in lines[max(0, at - rule.above) : at + rule.behind + 1]:
        if line is lines[at] or line.source == lines[at].source or rule.fact != "symptom":
            yield line


def _frames(lines: Sequence[Line], at: int, most: int) -> Iterator[Line]:
    """The rows of the traceback that ends in the root, innermost first."""
    for line in lines[max(0, at - most) : at][::-1]:
        if not line.text.startswith((" ", "File ")):
            return
        yield line
