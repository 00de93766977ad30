"""How fast: reading a log, asking a line, a traceback, a log, while typing; adding, building.

Beside its peers in one run, over the same documents and with the same words asked.
"""

import tempfile
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path

from kb.core.errors import read_errors
from kb.core.redact import redact
from kb.core.text import read_lines
from kb.diagnosis.bench.noise import in_log
from kb.diagnosis.bench.peers import Fts5, Peer, all_words, in_postgres, peers
from kb.diagnosis.bench.siblings import siblings
from kb.search.analysis import query_words
from kb.search.index import SearchDocument
from kb.search.scoring import select
from kb.search.whoosh_index import WhooshIndex

SIZES = (1_000, 10_000)
_ASKED = 50  # queries of a kind
_REPEATS = 3  # the best counts: other programs run beside
_LONG_LOG = 5_000  # lines
_PATIENCE = 20.0  # seconds for one peer and one kind of query

Kinds = Mapping[str, Sequence[Mapping[str, float]]]  # kind → queries as word → weight


@dataclass(slots=True)
class Clock:
    """CPU seconds of this process."""

    seconds: float = 0.0


@contextmanager
def _cpu() -> Iterator[Clock]:
    clock, start = Clock(), time.process_time()
    yield clock
    clock.seconds = time.process_time() - start


def measure(documents: Sequence[SearchDocument], size: int = 0) -> dict[str, object]:
    """The figures at every size; those of the largest also stand at the top."""
    sizes = (*(each for each in SIZES if each < size), size) if size else SIZES
    by_size = {str(each): _at(documents, each) for each in sizes}
    return {"analysis": analysis(documents), **by_size[str(sizes[-1])], "sizes": by_size}


def analysis(documents: Sequence[SearchDocument]) -> dict[str, float]:
    """CPU milliseconds to read a megabyte of log: lines, secrets, error lines."""
    log = _long_log(documents[0])
    with _cpu() as clock:
        read_errors(read_lines(redact(log).text))
    size = len(log.encode()) / 1e6
    return {"log_mb": round(size, 2), "cpu_ms_per_mb": round(1000 * clock.seconds / size, 1)}


def _long_log(document: SearchDocument) -> str:
    paste = "\n".join(document.errors) or document.title
    return in_log(paste, _LONG_LOG, document.slug)


def _at(documents: Sequence[SearchDocument], size: int) -> dict[str, object]:
    every = list(siblings(documents, size))
    with tempfile.TemporaryDirectory() as folder:
        index = WhooshIndex(Path(folder) / "index")
        with _cpu() as build:
            index.rebuild(every)
        report = _ours(index, every, Path(folder))
        report["build_cpu_s"] = {"ours": round(build.seconds, 2)}
        kinds = _kinds(every)
        _add(report, "ours", kinds, index.candidates)
        for shared in in_postgres(every):
            _add(report, "ours_postgres", kinds, shared.candidates)
        for peer in peers():
            _beside(report, peer, kinds, every)
    return report


def _ours(index: WhooshIndex, every: Sequence[SearchDocument], folder: Path) -> dict[str, object]:
    """What only our own index is asked: typing, adding one, its size on disk."""
    bytes_used = sum(path.stat().st_size for path in folder.rglob("*") if path.is_file())
    added = (replace(every[0], slug=f"added-{number}") for number in range(5))
    adds = [_milliseconds(partial(index.update, [each]), repeats=1) for each in added]
    report: dict[str, object] = {
        "add_one_ms": {"ours": _percentile(adds, 50)},
        "size_mb": {"ours": round(bytes_used / 1e6, 1)},
    }
    _add_typing(report, "ours", every, index.suggest)
    return report


def _add_typing(
    report: dict[str, object],
    name: str,
    every: Sequence[SearchDocument],
    typed: Callable[[str], object],
) -> None:
    texts = [each.title[:cut] for each in every[:_ASKED] for cut in (3, 8, 20)]
    times = list(_within(_PATIENCE, (partial(typed, text) for text in texts)))
    _table(report, "typing_p50_ms")[name] = _percentile(times, 50)
    _table(report, "typing_p95_ms")[name] = _percentile(times, 95)


def _kinds(every: Sequence[SearchDocument]) -> Kinds:
    """Queries: one error line, a traceback of 60 lines, a log of 5,000."""
    asked = [each for each in every if each.errors][-_ASKED:]
    return {
        "line": [_terms(each.errors[0].splitlines()[0]) for each in asked],
        "traceback": [_terms(_traceback(each)) for each in asked],
        "log": [_terms(_long_log(each)) for each in asked[:5]],
    }


def _terms(paste: str) -> Mapping[str, float]:
    return query_words(read_errors(read_lines(paste)), [paste[:400]])


def _traceback(document: SearchDocument) -> str:
    frames = "\n".join(
        f'  File "/opt/venv/lib/python3.12/site-packages/vllm/v1/engine/part{n}.py", line {7 * n},'
        f" in step_{n}\n    self.call_{n}(request)"
        for n in range(28)
    )
    return f"Traceback (most recent call last):\n{frames}\n{document.errors[0]}"


def _beside(
    report: dict[str, object], peer: Peer, kinds: Kinds, every: Sequence[SearchDocument]
) -> None:
    """A peer's figures: the words that our selection would ask, in its own way."""
    with _cpu() as build:
        peer.fill(every)
    _table(report, "build_cpu_s")[peer.name] = round(build.seconds, 2)
    met = _frequencies(every)
    chosen = {
        kind: [{word: 1.0 for word, _ in select(terms, lambda w: met.get(w, 0), len(every))}
               for terms in queries]
        for kind, queries in kinds.items()
    }  # fmt: skip
    _add(report, peer.name, chosen, lambda terms: peer.search(list(terms)))
    if isinstance(peer, Fts5):
        _add_typing(report, peer.name, every, peer.typed)
    peer.close()


def _frequencies(every: Iterable[SearchDocument]) -> Mapping[str, int]:
    met: dict[str, int] = {}
    for document in every:
        for word in set(all_words(document)):
            met[word] = met.get(word, 0) + 1
    return met


def _add(
    report: dict[str, object],
    name: str,
    kinds: Kinds,
    search: Callable[[Mapping[str, float]], object],
) -> None:
    for kind, queries in kinds.items():
        times = list(_within(_PATIENCE, (partial(search, terms) for terms in queries)))
        _table(report, f"{kind}_p50_ms")[name] = _percentile(times, 50)
        _table(report, f"{kind}_p95_ms")[name] = _percentile(times, 95)


def _within(seconds: float, calls: Iterable[Callable[[], object]]) -> Iterator[float]:
    """The time of each call, until they took so long together that a slow peer is known as one."""
    end = time.perf_counter() + seconds
    for call in calls:
        yield _milliseconds(call)
        if time.perf_counter() > end:
            return


def _table(report: dict[str, object], name: str) -> dict[str, float]:
    table = report.setdefault(name, {})
    assert isinstance(table, dict)
    return table


def _milliseconds(call: Callable[[], object], repeats: int = _REPEATS) -> float:
    best = float("inf")
    for _ in range(repeats):
        start = time.perf_counter()
        call()
        best = min(best, time.perf_counter() - start)
    return 1000 * best


def _percentile(times: Sequence[float], percent: int) -> float:
    ordered = sorted(times)
    return round(ordered[min(len(ordered) - 1, len(ordered) * percent // 100)], 2)
