"""Prose → verbatim error samples."""

import re

from kb.core.articles.model import Sample
from kb.core.launch.mends.regions import LAUNCH
from kb.core.plain.layout import Part
from kb.core.text import read_lines

_TELLING = ("", "symptom", "summary")
_CHINESE = re.compile(r"[\u3400-\u9fff。，；]")
_NAMED = re.compile(
    r"(?:^|[\s(\[`'\"])(?:[A-Za-z_][\w.]*(?:Error|Exception|Failure|Interrupt)\b|[Ee]rror\b|ERROR\b|FATAL\b"
    r"|panic:|Segmentation fault|CUDA error|NCCL|Killed\b|failed\b|Failed\b)"
)
# Outside the error's own section only what no sentence looks like is taken for output.
_BEGINS = re.compile(
    r"\s*(?:[\w.]*(?:Error|Exception)\b\s*[:(]|(?:Error|ERROR|FATAL|panic)\b:?\s|\[?\d{2,4}-\d\d|\()"
)
_CHATTER = re.compile(r"^\s*(?:Traceback \(most recent|File \"|\^+\s*$|at\s)")


def is_error_line(line: str) -> bool:
    """A line as a program prints it: no prose of an author's, and it names an error."""
    return bool(line.strip()) and not _CHINESE.search(line) and bool(_NAMED.search(line))


def bare(line: str) -> str:
    """A line without the backticks and list marks around it, a stray one at its end included."""
    text = re.sub(r"^\s*(?:[-*•>]\s+)", "", line).strip()
    return re.sub(r"`[.。]?$", "", text).strip("`").rstrip()


def errors(first: str, parts: list[Part]) -> tuple[Sample, ...]:
    """The bare error line at the top, and the error lines of the error section."""
    found = [bare(first)] if first and is_error_line(bare(first)) else []
    for part in parts:
        if part.name == "error":
            found += _lines(part)
    found = found or [line for part in parts if part.name in _TELLING for line in _shown(part)]
    return tuple(Sample(text) for text in dict.fromkeys(found))


def _shown(part: Part) -> list[str]:
    """The output inside a story: fenced, announced by a colon, or begun as a program begins it."""
    fences = [line for line, inside in part.lines if inside]
    if fences:
        return _named(fences)
    rows = [line for line, _ in part.lines if line.strip()]
    return [
        bare(line)
        for before, line in zip(["", *rows], rows, strict=False)
        if _is_shown(before.rstrip(), line)
    ][-3:]


def _is_shown(before: str, line: str) -> bool:
    if _CHINESE.search(line) or _CHATTER.match(line):
        return False
    announced = before.endswith((":", "：")) and not LAUNCH.search(line) and not line.endswith(".")
    return announced or (is_error_line(line) and bool(_BEGINS.match(line)))


def _lines(part: Part) -> list[str]:
    fences = [line for line, inside in part.lines if inside and not line.startswith(("```", "~~~"))]
    written = fences or [line for line, _ in part.lines]
    return _named(written) or [bare(line) for line in fences if line.strip()][-1:]


def _named(written: list[str]) -> list[str]:
    """The last three lines that name an error, without what a log writes before each."""
    peeled = (each.text for line in written for each in read_lines(line))
    named = [bare(line) for line in peeled if is_error_line(line) and not _CHATTER.match(line)]
    return named[-3:]
