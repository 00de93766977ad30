"""What the product measures of itself: `manage.py bench`."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

from kb.core.articles import Article
from kb.diagnosis.bench import (
    calibration,
    facts,
    launch,
    noise,
    quality,
    roots,
    speed,
    tables,
    wizard,
)
from kb.diagnosis.bench.cases import read_cases
from kb.diagnosis.library import Library
from kb.search.documents import document_of

text_of = tables.text_of


@dataclass(frozen=True, slots=True)
class Bench:
    """What is measured: a library, all its articles, and the folder of development cases (it may
    be missing: then its parts say so). `size` is that of the speed part, 0 for 1,000 and 10,000."""

    library: Library
    articles: tuple[Article, ...]
    shared: Path
    size: int = 0


def run(bench: Bench, only: str = "") -> dict[str, object]:
    """The parts, or `only` one of them, as plain values. Raises KeyError for an unknown part."""
    chosen = {only: PARTS[only]} if only else PARTS
    return {name: part(bench) for name, part in chosen.items()}


def _quality(bench: Bench) -> dict[str, object]:
    cases = bench.shared / "cases" / "queries.jsonl"
    if not cases.exists():
        return {"skipped": f"no cases in {cases}"}
    runs = noise.runs_in(bench.shared / "samples" / "env")
    return quality.measure(bench.library, bench.articles, read_cases(cases), runs)


def _calibration(bench: Bench) -> dict[str, object]:
    cases = bench.shared / "cases" / "queries.jsonl"
    if not cases.exists():
        return {"skipped": f"no cases in {cases}"}
    runs = noise.runs_in(bench.shared / "samples" / "env")
    return calibration.measure(bench.library, read_cases(cases), runs)


def _roots(bench: Bench) -> dict[str, object]:
    cases, logs = bench.shared / "cases" / "queries.jsonl", bench.shared / "samples" / "logs"
    if not cases.exists() or not logs.is_dir():
        return {"skipped": f"no cases in {cases} or no logs in {logs}"}
    runs = noise.runs_in(bench.shared / "samples" / "env")
    whole = roots.whole(roots.logs_in(logs), bench.library)
    return {**roots.in_logs(read_cases(cases), runs), "whole_logs": whole}


def _speed(bench: Bench) -> dict[str, object]:
    return speed.measure([document_of(each) for each in bench.articles], bench.size)


def _wizard(bench: Bench) -> dict[str, object]:
    originals = [article for article in bench.articles if not article.translation_of]
    return wizard.measure(originals, bench.library)


def _facts(bench: Bench) -> dict[str, object]:
    folder = bench.shared / "samples" / "env"
    if not folder.is_dir():
        return {"skipped": f"no samples in {folder}"}
    return facts.measure(
        facts.samples_in(folder), bench.library.vocabulary, bench.library.catalogues
    )


def _launch(bench: Bench) -> dict[str, object]:
    path = bench.shared / "samples" / "launch.jsonl"
    if not path.exists():
        return {"skipped": f"no samples in {path}"}
    return launch.measure(launch.samples_in(path), bench.library.catalogues)


PARTS: Mapping[str, Callable[[Bench], dict[str, object]]] = {
    "quality": _quality,
    "calibration": _calibration,
    "roots": _roots,
    "speed": _speed,
    "facts": _facts,
    "wizard": _wizard,
    "launch": _launch,
}
