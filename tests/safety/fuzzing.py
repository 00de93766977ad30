"""Coverage-guided fuzzing (libFuzzer, by atheris) of the parsers that read strangers' text.

`python -m tests.safety.fuzzing SECONDS [NAME …]` fuzzes each for so long; `make fuzz` brings what
it needs. The texts that reach something new are kept in tests/safety/fuzz/NAME.jsonl, what breaks a
parser in tests/safety/fuzz/*.bin; both are replayed by test_parsers.py."""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
from collections.abc import Iterable
from pathlib import Path

FUZZ = Path(__file__).parent / "fuzz"
ROOT = Path(__file__).resolve().parents[2]
# Which parsers of tests.safety.parsers each name drives.
DRIVEN = {
    "launch": ("launch",),
    "paste": ("text", "redact", "errors", "facts"),
    "documents": ("documents", "article", "plain", "render"),
}
_LONGEST = 2048  # bytes of a text; repetition of a piece is what test_budgets looks at
_MOST_SECONDS = 20  # that one text may take, under instrumentation


def kept(name: str) -> list[str]:
    path = FUZZ / f"{name}.jsonl"
    lines = path.read_text("ascii").splitlines() if path.exists() else []
    return [json.loads(line) for line in lines]


def text_of(raw: bytes) -> str:
    return raw.decode("utf-8", "replace")


def main(seconds: int, names: Iterable[str]) -> int:
    """How many parsers broke."""
    return sum(_fuzzed(name, seconds) for name in names)


def _fuzzed(name: str, seconds: int) -> bool:
    with tempfile.TemporaryDirectory() as scratch:
        met, least = Path(scratch, "met"), Path(scratch, "least")
        for folder in (met, least):
            folder.mkdir()
        for number, text in enumerate(kept(name) or _seeds(name)):
            (met / f"{number:05}").write_text(text, "utf-8")
        words = Path(scratch, "words")
        words.write_text("".join(map(_word, _pieces())), "ascii")
        start = _starter(Path(scratch, "start"), name)
        broke = _run(name, start, f"-max_total_time={seconds}", f"-dict={words}", met)
        _run(name, start, "-merge=1", least, met)
        texts = sorted({text_of(path.read_bytes()) for path in least.iterdir()}, key=_short_first)
    for path in FUZZ.glob(f"{name}-*"):
        path.rename(path.with_suffix(".bin"))
    lines = [json.dumps(text) + "\n" for text in texts]
    (FUZZ / f"{name}.jsonl").write_text("".join(lines), "ascii")
    print(f"{name}: {len(texts)} texts kept, {'BROKEN' if broke else 'nothing broke'}")
    return broke


def _short_first(text: str) -> tuple[int, str]:
    return len(text), text


def _starter(path: Path, name: str) -> Path:
    """What libFuzzer calls to start itself again, which it does to merge."""
    path.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m tests.safety.fuzzed {name} "$0" "$@"\n')
    path.chmod(0o700)
    return path


def _run(name: str, start: Path, *more: str | Path) -> bool:
    limits = (f"-max_len={_LONGEST}", f"-timeout={_MOST_SECONDS}", "-rss_limit_mb=4096")
    where = f"-artifact_prefix={FUZZ}/{name}-"
    command = [start, *limits, where, "-verbosity=0", "-report_slow_units=99", *more]
    return subprocess.run(command, cwd=ROOT).returncode != 0


def _pieces() -> list[str]:
    from tests.safety.parsers import PIECES

    return PIECES


def _word(piece: str) -> str:
    """A line of libFuzzer's dictionary."""
    raw = piece.encode("utf-8", "replace")[:60]
    return '"' + "".join(f"\\x{byte:02x}" for byte in raw) + '"\n'


def _seeds(name: str) -> list[str]:
    """To begin with: the articles and samples that are here, in short."""
    folder = ROOT / "tests/core/samples"
    texts = [path.read_text("utf-8") for path in sorted(folder.rglob("*.*"))]
    articles = sorted((ROOT / "articles").rglob("*.md"))[::9]
    texts += [path.read_text("utf-8") for path in articles]
    if name == "documents":
        return [text.encode()[:_LONGEST].decode(errors="ignore") for text in texts]
    return [part for text in texts for part in text.split("\n\n") if 20 < len(part) < _LONGEST]


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]), sys.argv[2:] or DRIVEN))
