"""How fast: reading a log, asking a line, a traceback, a log, while typing; adding, building.

Beside its peers in one run, over the same documents and with the same words asked. A peer that
takes long is asked fewer of the queries: `_asked` says of how many its figures are.
"""

import resource
import tempfile
import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import IO

from kb.core.errors import read_errors
from kb.core.text import read_lines
from kb.diagnosis.bench.peers import Fts5, Peer, in_postgres, peers, worded
from kb.diagnosis.bench.reading import analysis, cpu, long_log
from kb.diagnosis.bench.siblings import siblings
from kb.search.analysis import query_words
from kb.search.index import SearchDocument
from kb.search.scoring import select
from kb.search.whoosh_index import WhooshIndex

SIZES = (1_000, 10_000)
_ASKED = 50  # queries of a kind
_REPEATS = 3  # the best counts: other programs run beside
_PATIENCE = 20.0  # seconds for one peer and one kind of query

Kinds = Mapping[str, Sequence[Mapping[str, float]]]  # kind → queries as word → weight


def measure(documents: Sequence[SearchDocument], size: int = 0) -> dict[str, object]:
    """The figures at every size; those of the largest also stand at the top."""
    sizes = (*(each for each in SIZES if each < size), size) if size else SIZES
    by_size = {str(each): _at(documents, each) for each in sizes}
    return {
        "analysis": analysis(documents[0], _REPEATS),
        **by_size[str(sizes[-1])],
        "sizes": by_size,
    }


@dataclass(frozen=True, slots=True)
class _Base:
    """Documents that are made anew whenever they are wanted: 100,000 would fill the memory."""

    documents: Sequence[SearchDocument]
    size: int

    def every(self) -> Iterator[SearchDocument]:
        return siblings(self.documents, self.size)

    def asked(self) -> Sequence[SearchDocument]:
        """The last ones that have an error line: what is asked about."""
        return tuple(deque((each for each in self.every() if each.errors), maxlen=_ASKED))


def _at(documents: Sequence[SearchDocument], size: int) -> dict[str, object]:
    base = _Base(documents, size)
    with tempfile.TemporaryDirectory() as folder:
        index = WhooshIndex(Path(folder) / "index")
        with cpu() as build:
            index.rebuild(base.every())
        report = _ours(index, base, Path(folder))
        report["build_cpu_s"] = {"ours": round(build.seconds, 2)}
        report["memory_mb"] = {"ours": _peak_mb()}
        kinds = _kinds(base)
        _add(report, "ours", kinds, index.candidates)
        for shared in in_postgres(base.every()):
            _add(report, "ours_postgres", kinds, shared.candidates)
    with tempfile.TemporaryFile("w+", encoding="utf-8", errors="surrogatepass") as words:
        met = _written(base, words)
        chosen = _chosen(kinds, met, size)
        for peer in peers():
            _beside(report, peer, kinds if peer.whole else chosen, base, words)
    return report


def _peak_mb() -> float:
    """The most memory that this process ever held."""
    return round(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1_000, 1)


def _ours(index: WhooshIndex, base: _Base, folder: Path) -> dict[str, object]:
    """What only our own index is asked: typing, adding one, its size on disk."""
    bytes_used = sum(path.stat().st_size for path in folder.rglob("*") if path.is_file())
    added = (replace(base.documents[0], slug=f"added-{number}") for number in range(5))
    adds = [_milliseconds(partial(index.update, [each]), repeats=1) for each in added]
    report: dict[str, object] = {
        "add_one_ms": {"ours": _percentile(adds, 50)},
        "size_mb": {"ours": round(bytes_used / 1e6, 1)},
    }
    _add_typing(report, "ours", base.documents, index.suggest)
    return report


def _add_typing(
    report: dict[str, object],
    name: str,
    documents: Sequence[SearchDocument],
    typed: Callable[[str], object],
) -> None:
    texts = [each.title[:cut] for each in documents[:_ASKED] for cut in (3, 8, 20)]
    times = list(_within(_PATIENCE, (partial(typed, text) for text in texts)))
    _table(report, "typing_p50_ms")[name] = _percentile(times, 50)
    _table(report, "typing_p95_ms")[name] = _percentile(times, 95)


def _kinds(base: _Base) -> Kinds:
    """Queries: one error line, a traceback of 60 lines, a log of 5,000."""
    asked = base.asked()
    return {
        "line": [_terms(each.errors[0].splitlines()[0]) for each in asked],
        "traceback": [_terms(_traceback(each)) for each in asked],
        "log": [_terms(long_log(each)) for each in asked[:5]],
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


def _written(base: _Base, words: IO[str]) -> Mapping[str, int]:
    """How many documents have each word; the words go to a file, a line for each document, as
    several peers want them and to find them takes longer than most do."""
    met: dict[str, int] = {}
    for _, found in worded(base.every()):
        words.write("\t".join(found) + "\n")
        for word in set(found):
            met[word] = met.get(word, 0) + 1
    return met


def _chosen(kinds: Kinds, met: Mapping[str, int], size: int) -> Kinds:
    """The words that our selection would ask, for the peers."""
    return {
        kind: [{word: 1.0 for word, _ in select(terms, lambda w: met.get(w, 0), size)}
               for terms in queries]
        for kind, queries in kinds.items()
    }  # fmt: skip


def _beside(
    report: dict[str, object], peer: Peer, kinds: Kinds, base: _Base, words: IO[str]
) -> None:
    """A peer's figures, in its own way of searching."""
    words.seek(0)
    filled = ((each, line[:-1].split("\t")) for each, line in zip(base.every(), words, strict=True))
    with cpu() as build:
        peer.fill(filled)
    _table(report, "build_cpu_s")[peer.name] = round(build.seconds, 2)
    _add(report, peer.name, kinds, lambda terms: peer.search(list(terms)))
    if isinstance(peer, Fts5):
        _add_typing(report, peer.name, base.documents, peer.typed)
    peer.close()


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
        _table(report, f"{kind}_asked")[name] = len(times)  # a slow one is asked less


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
