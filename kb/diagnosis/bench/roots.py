"""The line that states what broke: in pastes hidden in a log, and in whole logs."""

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from kb.core.errors import read_errors
from kb.core.text import decode, read_lines
from kb.diagnosis.bench.cases import Case
from kb.diagnosis.bench.noise import Runs
from kb.diagnosis.bench.sets import LOGS, hidden
from kb.diagnosis.engine import Given, diagnose
from kb.diagnosis.library import Library

_TOLD = 60  # characters of a label that its line must hold


@dataclass(frozen=True, slots=True)
class WholeLog:
    """A complete log; `root` is (the start of) the line that states the cause, "" for none."""

    name: str
    text: str
    root: str
    line: int | None


def logs_in(folder: Path) -> tuple[WholeLog, ...]:
    """NAME.txt with its label of labels.jsonl."""
    labels = (folder / "labels.jsonl").read_text(encoding="utf-8").splitlines()
    return tuple(_log(folder, json.loads(label)) for label in labels if label.strip())


def _log(folder: Path, told: Mapping[str, object]) -> WholeLog:
    name, line = str(told["id"]), told["root_line"]
    text = decode((folder / f"{name}.txt").read_bytes())
    root = str(told["root_text"] or "")
    return WholeLog(name, text, root, line if isinstance(line, int) else None)


def in_logs(cases: Sequence[Case], runs: Runs = ()) -> dict[str, object]:
    """Of every case in a log: is the root a line of its paste (none is right too, where the paste
    alone names none), and is it the one that is named in the paste alone?"""
    return {name: _in_log(cases, lines, runs) for name, lines in LOGS.items()}


def _in_log(cases: Sequence[Case], lines: int, runs: Runs) -> dict[str, object]:
    pairs = zip(cases, hidden(cases, cases, lines, runs), strict=True)
    judged = {case.id: _judged(case.paste, log.paste) for case, log in pairs}
    return {
        "cases": len(judged),
        "right": _share(right for right, _ in judged.values()),
        "as_alone": _share(same for _, same in judged.values()),
        "missed": [id for id, (right, _) in judged.items() if not right],
    }


def _judged(paste: str, log: str) -> tuple[bool, bool]:
    alone, named = _root(paste), _root(log)
    pasted = {line.text.strip(" |") for line in read_lines(paste)}
    return (named in pasted or named == alone), named == alone


def _root(text: str) -> str:
    root = read_errors(read_lines(text)).root
    return root.text if root else ""


def whole(logs: Sequence[WholeLog], library: Library) -> dict[str, object]:
    """Logs that have a root: is it named? Those that have none: is a fault called confirmed or
    likely in them?"""
    broken = [log for log in logs if log.root]
    wrong = [log.name for log in broken if not _named(log)]
    sure = {log.name: _sure(log, library) for log in logs if not log.root}
    return {
        "logs": len(broken),
        "right": round(1 - len(wrong) / len(broken), 3) if broken else 0.0,
        "missed": wrong,
        "without_a_root": len(sure),
        "sure_of": {name: slugs for name, slugs in sure.items() if slugs},
    }


def _named(log: WholeLog) -> bool:
    root = read_errors(read_lines(log.text)).root
    return root is not None and (root.line == log.line or log.root[:_TOLD] in root.text)


def _sure(log: WholeLog, library: Library) -> list[str]:
    matches = diagnose(Given(paste=log.text), library).matches
    return [match.article.slug for match in matches if match.verdict in {"confirmed", "likely"}]


def _share(judged: Iterable[bool]) -> float:
    every = list(judged)
    return round(sum(every) / len(every), 3) if every else 0.0


def summary(part: Mapping[str, object]) -> list[tuple[str, ...]]:
    """Rows of the table for people."""
    rows: list[tuple[str, ...]] = [("set", "cases", "root named right", "missed")]
    for name, rates in part.items():
        if isinstance(rates, dict):
            count = rates.get("cases", rates.get("logs"))
            rows.append((name, str(count), str(rates["right"]), ", ".join(rates["missed"])))
    return rows
