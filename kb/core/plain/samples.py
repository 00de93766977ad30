"""Prose → verbatim error samples."""

import re

from kb.core.articles.model import Sample
from kb.core.plain.layout import Part

_CHINESE = re.compile(r"[\u3400-\u9fff。，；]")
_NAMED = re.compile(
    r"(?:^|[\s(\[`'\"])(?:[A-Za-z_][\w.]*(?:Error|Exception|Failure|Interrupt)\b|[Ee]rror\b|ERROR\b|FATAL\b"
    r"|panic:|Segmentation fault|CUDA error|NCCL|Killed\b|failed\b|Failed\b)"
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
    return tuple(Sample(text) for text in dict.fromkeys(found))


def _lines(part: Part) -> list[str]:
    fences = [line for line, inside in part.lines if inside and not line.startswith(("```", "~~~"))]
    written = fences or [line for line, _ in part.lines]
    named = [bare(line) for line in written if is_error_line(line) and not _CHATTER.match(line)]
    if named or not fences:
        return named[-3:]
    return [bare(fences[-1])]
