"""The wording of a log → between which versions its engine is. Only ever an estimate.

The wordings and the versions in which they stand are measured: `log_lines` of flags/vllm.json and
logs that name their version. `since` has the wording, `before` is the first that has it no more;
where the versions between two readings are not known, the wider bound is taken."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from kb.core.facts.found import Found, Trust, found_in
from kb.core.messages import Message, msg
from kb.core.text import Line
from kb.core.versions import satisfies

_STAMP = r"(?:INFO|WARNING|ERROR|DEBUG) \d\d-\d\d \d\d:\d\d:\d\d "


@dataclass(frozen=True, slots=True)
class Wording:
    """What only versions `since` ≤ v < `before` of an engine print; "" = no bound."""

    gate: str
    pattern: re.Pattern[str]
    since: str = ""
    before: str = ""
    engine: str = "vllm"

    @property
    def bounds(self) -> str:
        """As a specifier: `>=0.12,<0.18`."""
        parts = (f">={self.since}" if self.since else "", f"<{self.before}" if self.before else "")
        return ",".join(filter(None, parts))


def _of(gate: str, since: str = "", before: str = "", pattern: str = "") -> Wording:
    return Wording(gate, re.compile(pattern or re.escape(gate)), since, before)


WORDINGS = (
    _of(".py:", since="0.8", pattern=_STAMP + r"\[[\w/.]+\.py:\d+\]"),
    _of(".py:", before="0.8", pattern=_STAMP + r"[\w.]+\.py:\d+\] "),
    _of("(APIServer pid=", since="0.10"),
    _of("(EngineCore_DP", since="0.10", before="0.18", pattern=r"\(EngineCore_DP\d+ pid=\d"),
    _of("(EngineCore pid=", since="0.16"),
    _of("(VllmWorkerProcess pid=", before="0.11"),
    _of("args: Namespace(", before="0.9"),
    _of("non-default args: {", since="0.9"),
    _of("█", since="0.15", pattern=r"█.{0,60}\bmodel {2,}\S"),
    _of("Initializing an LLM engine", before="0.7.1"),
    _of("Initializing a V0 LLM engine", since="0.7.1", before="0.11"),
    _of("Initializing a V1 LLM engine", since="0.7.1"),
    _of("# GPU blocks: ", before="0.8"),
    _of("# cuda blocks: ", since="0.7", before="0.11"),
    _of("GPU KV cache size: ", since="0.8"),
    _of("Available KV cache memory: ", since="0.9.1"),
    _of("Automatically detected platform ", since="0.7"),
    _of("Using max model len ", since="0.9.2"),
    _of("Resolved architecture: ", since="0.10.1"),
    _of("Using Flash Attention backend on V1 engine", since="0.7", before="0.12"),
    _of("out of potential backends: [", since="0.11.1"),
    _of("Using FlashAttention version ", since="0.16"),
    _of("torch.compile takes ", since="0.6.5", before="0.18"),
    _of("torch.compile took ", since="0.17"),
    _of("Loading model weights took ", before="0.10"),
    _of("Model loading took ", since="0.8"),
    _of("Capturing CUDA graphs (mixed prefill-decode", since="0.10"),
    _of("vLLM API server version ", before="0.16"),
)  # fmt: skip


def read(lines: Iterable[Line]) -> Iterator[Found]:
    """Each wording of the unpeeled lines once, as the bounds that it sets."""
    left = list(WORDINGS)
    for line in lines:
        raw = line.raw[:400]
        for each in left:
            if each.gate in raw and each.pattern.search(raw):
                yield found_in(line, each.engine, each.bounds, Trust.ESTIMATE, "estimated")
                left = [other for other in left if other is not each]


def meeting(bounds: Iterable[str]) -> str:
    """The bounds that hold together, "" where none do: several servers speak."""
    parts = {part for each in bounds for part in each.split(",")}
    lows = [part.removeprefix(">=") for part in parts if part.startswith(">=")]
    highs = [part.removeprefix("<") for part in parts if part.startswith("<")]
    low = next((v for v in lows if all(_reaches(v, other) for other in lows)), "")
    high = next((v for v in highs if all(_reaches(other, v) for other in highs)), "")
    if low and high and _reaches(low, high):
        return ""
    return Wording("", re.compile(""), low, high).bounds


def within(bounds: str, wanted: Iterable[str]) -> Iterator[str]:
    """Versions that stand for all inside of the bounds: both ends, and what a condition names."""
    low, high = _ends(bounds)
    yield low or "0.0.1"
    yield _below(high) if high else "999"
    for version in wanted:
        if satisfies(version, bounds).holds:
            yield from (version, f"{version}.0.1")


def _ends(bounds: str) -> tuple[str, str]:
    parts = bounds.split(",")
    low = next((p.removeprefix(">=") for p in parts if p.startswith(">=")), "")
    return low, next((p.removeprefix("<") for p in parts if p.startswith("<")), "")


def _below(version: str) -> str:
    """The last release before a version: 0.18 → 0.17.999."""
    *major, last = map(int, version.split("."))
    while not last and major:
        *major, last = major
    return ".".join(map(str, (*major, last - 1, 999)))


def _reaches(version: str, other: str) -> bool:
    return satisfies(version, f">={other}").holds is True


def told(bounds: str) -> Message:
    """The bounds as a sentence for people."""
    low, high = _ends(bounds)
    if low and high:
        return msg("{low} or later and before {high}, by the log's wording", low=low, high=high)
    if low:
        return msg("{low} or later, by the log's wording", low=low)
    return msg("before {high}, by the log's wording", high=high)
