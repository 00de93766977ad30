"""Readings of a text that holds several servers → which of them speak of the one that broke.

A paste may hold the logs of other servers, or several attempts. What a start-up far from the root
error states is then no fact of the server at hand: it becomes an estimate, which is shown and
decides nothing."""

from bisect import bisect_right
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from kb.core.facts.found import Found, Trust
from kb.core.facts.model import Vocabulary
from kb.core.facts.naming import canonical
from kb.core.facts.readers.engines import writer
from kb.core.facts.settling import says_more
from kb.core.text import Line

# What a start-up says of itself; two of them that differ are two servers or two attempts.
_IDENTITY = ("engine", "model", "vllm", "sglang", "ollama", "tgi", "lmdeploy", "tensorrt_llm")
_KIN = frozenset({"ollama", "llama.cpp"})  # one runs the other inside of it
_FRAMES = 60  # rows of a traceback above the root in which a path names the engine
_ROWS = (" ", "File ", "Traceback ", "During handling ", "The above exception ")
_REACH = 400  # lines on each side that may belong to the root, where several servers speak


@dataclass(frozen=True, slots=True)
class Start:
    """A line in which a server says what it is: fact → value."""

    line: int
    says: dict[str, str]

    def differs(self, other: "Start") -> bool:
        """They cannot be one start-up."""
        return any(
            name in other.says and not _same(name, value, other.says[name])
            for name, value in self.says.items()
        )


@dataclass(frozen=True, slots=True)
class Scope:
    """The lines that speak of the server that broke, as spans of line numbers; above line
    `preface` a person may have written what he runs. `attempt` is the line of the error where
    other attempts with the same engine stand beside its own."""

    spans: tuple[tuple[float, float], ...] = ((0, float("inf")),)
    preface: int = 0
    attempt: int = 0

    def holds(self, line: int | None) -> bool:
        """Whether line `line` is one of them."""
        return any(low <= (line or 0) < high for low, high in self.spans)


def scope_of(
    readings: Sequence[Found], lines: Sequence[Line], root: int, vocabulary: Vocabulary
) -> Scope:
    """Where the run of the error in line `root` speaks: everywhere, unless starts contradict."""
    starts = _starts(readings, vocabulary)
    differing = [start for start in starts if any(start.differs(each) for each in starts)]
    if not differing:
        return Scope()
    differing = _repeated(differing, lines)
    if _several_engines(differing):
        return Scope((_stretch(lines, root, starts),), differing[0].line)
    return Scope(tuple(_own_attempt(differing, root)), attempt=root)


def within(readings: Iterable[Found], scope: Scope) -> list[Found]:
    """The readings, those from outside of the scope as estimates."""
    return [each if _is_own(each, scope) else _doubted(each) for each in readings]


def _is_own(reading: Found, scope: Scope) -> bool:
    written = reading.trust == Trust.PROSE and (reading.line or 0) < scope.preface
    return written or scope.holds(reading.line)


def _doubted(reading: Found) -> Found:
    return replace(reading, trust=Trust.ESTIMATE, how="estimated")


def _starts(readings: Iterable[Found], vocabulary: Vocabulary) -> list[Start]:
    says: dict[int, dict[str, str]] = defaultdict(dict)
    for each in readings:
        if each.name in _IDENTITY and each.trust <= Trust.ARGUMENTS and each.line is not None:
            raw = each.raw.strip("'\"")
            says[each.line].setdefault(each.name, canonical(each.name, raw, vocabulary) or raw)
    return [Start(line, says[line]) for line in sorted(says)]


def _repeated(starts: Iterable[Start], lines: Iterable[Line]) -> list[Start]:
    """The starts and their repetitions: a line is read once, however often it stands there."""
    says = {start.line: start.says for start in starts}
    texts = {line.text: says[line.number] for line in lines if line.number in says}
    return [Start(line.number, texts[line.text]) for line in lines if line.text in texts]


def _same(name: str, a: str, b: str) -> bool:
    if name == "engine":
        return a == b or {a, b} == _KIN
    return a == b or says_more(a, b) or says_more(b, a)


def _several_engines(starts: Sequence[Start]) -> bool:
    engines = {start.says["engine"] for start in starts if "engine" in start.says}
    return len(engines) > 1 and engines != _KIN


def _own_attempt(starts: Sequence[Start], root: int) -> Iterator[tuple[float, float]]:
    """What is before all attempts, and those that can be the one of the root: the start before
    it, and what agrees with that."""
    yield 0, starts[0].line
    at = bisect_right([start.line for start in starts], root) - 1
    own = starts[max(at, 0)]
    for place, start in enumerate(starts):
        if not start.differs(own):
            yield start.line, starts[place + 1].line if place + 1 < len(starts) else float("inf")


def _stretch(lines: Sequence[Line], root: int, starts: Sequence[Start]) -> tuple[int, int]:
    """The lines around the root that the same engine wrote, up to a later start."""
    at = max(bisect_right(lines, root, key=lambda line: line.number) - 1, 0)
    own = _engine_of(lines, at)
    low = _until_another(lines, range(at - 1, max(-1, at - _REACH), -1), own, at)
    high = _until_another(lines, range(at + 1, min(len(lines), at + _REACH)), own, at)
    later = (start.line for start in starts if start.line > root)
    return lines[low].number, min(lines[high].number + 1, next(later, lines[high].number + 1))


def _engine_of(lines: Sequence[Line], at: int) -> str:
    """The engine whose process wrote the root, or whose files its traceback names."""
    for line in lines[at : max(0, at - _FRAMES) : -1]:
        if line is not lines[at] and not line.text.startswith(_ROWS):
            break
        if engine := writer(line):
            return engine
    return ""


def _until_another(lines: Sequence[Line], places: Iterable[int], own: str, at: int) -> int:
    last = at
    for place in places:
        if not _is_beside(lines[place], lines[at], own):
            break
        last = place
    return last


def _is_beside(line: Line, root: Line, own: str) -> bool:
    """The same process wrote it, or it is a row of a traceback."""
    engine = writer(line)
    if engine:
        return _same("engine", engine, own)
    return bool(line.source and line.source == root.source) or line.text.startswith(_ROWS)
