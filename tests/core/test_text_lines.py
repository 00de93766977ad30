"""A paste as lines: cleaned, rejoined, bounded."""

import pytest

from kb.core.text import Line, read_lines
from kb.core.text.lines import LONGEST, MOST


def texts(paste: str) -> list[str]:
    return [line.text for line in read_lines(paste)]


CLEANED = [
    (
        "vllm-1  | Capturing:  50%|███  | 7/14 [00:01<00:01, 5.1it/s](EngineCore pid=9)"
        " INFO 06-01 13:18:12 [x.py:1] ready",
        ["ready"],
    ),
    ("\x1b[31mERROR:    boom\x1b[0m", ["boom"]),
    ("^[[31mboom^[[0m", ["boom"]),
    ("ESC[36mboomESC[0m", ["boom"]),
    ("[36m(RayWorkerWrapper pid=1)[0m a\n[36m(RayWorkerWrapper pid=2)[0m b", ["a", "b"]),
    ("rate(x[5m]) and y[3]", ["rate(x[5m]) and y[3]"]),
    ("a &lt;b&gt; &amp;amp; c", ["a <b> &amp; c"]),
    ("a?x=1&copy=2&lt", ["a?x=1&copy=2&lt"]),
    ("│ ValueError: x      │", ["ValueError: x"]),
    ("╭──────── Traceback ────╮", ["╭──────── Traceback ────╮"]),
    ("╰───────────────────────╯\n=====", ["====="]),
    ("```text\nboom\n```", ["boom"]),
    ("a\u200bb\u00a0c\ufeff", ["ab c"]),
    ("a\r\nb\r\n", ["a", "b"]),
    ("10%|█ | 1/10\r20%|██| 2/10\rCUDA error: x", ["CUDA error: x"]),
    ("Capturing CUDA graphs: 100%|████| 51/51 [00:47<00:00,  1.08it/s]", []),
    ("Graphs:  82%|███▊ | 42/51 [00:39<00:08, 1.0it/s](Core pid=9) INFO 07-19 14:32:17 [b.py:7] x",
     ["x"]),
    ("Loading safetensors checkpoint shards:  25% Completed | 1/4 [00:00<00:02,  1.2it/s]", []),
    ("ae13dd578326: Pulling fs layer", []),
    ('time=2024-07-05T14:21:44.7+02:00 level=INFO source=s.go:3 msg="loaded \\"x\\"" count=1',
     ['loaded "x" count=1']),
    ('time="2024-07-05T14:21:44Z" level=warning msg="Error signaling"', ["Error signaling"]),
    ('{"levelname": "ERROR", "message": "boom", "lineno": 3}', ["boom"]),
    ('{"log":"Error: x\\n","stream":"stderr","time":"2025-01-01T00:00:00Z"}', ["Error: x"]),
    ('{"timestamp":"2024","level":"ERROR","fields":{"message":"boom"},"target":"t"}', ["boom"]),
    ('{"object":"error","message":"no"}', ['{"object":"error","message":"no"}']),
    ("boom [repeated 7x across cluster]", ["boom"]),
    ("0: a\n1: b\n0: c", ["a", "b", "c"]),
]  # fmt: skip
REJOINED = [
    ("ValueError: The output size of the gate = 192 is not divisible\nby the block_n = 128.",
     ["ValueError: The output size of the gate = 192 is not divisible by the block_n = 128."]),
    ("RuntimeError: boom.\nplease wait for it", ["RuntimeError: boom.", "please wait for it"]),
    ("ERROR 06-01 13:18:12 [c.py:1] ValueError: a\nERROR 06-01 13:18:12 [c.py:1] some more words",
     ["ValueError: a", "some more words"]),
    ("\n".join(["+" + "-" * 70 + "+", "| GPU  Name" + " " * 60 + "|"] * 3), None),
    ("\n".join(f"{'x' * 80} {number}\nagain" for number in range(4)), None),
    ("\n".join(f"{letter * 80}\n{letter}" for letter in "xyz"), ["x" * 81, "y" * 81, "z" * 81]),
]  # fmt: skip


@pytest.mark.parametrize(("paste", "expected"), CLEANED)
def test_cleaned(paste: str, expected: list[str]) -> None:
    assert texts(paste) == expected


@pytest.mark.parametrize(("paste", "expected"), REJOINED)
def test_rejoined(paste: str, expected: list[str] | None) -> None:
    assert texts(paste) == (paste.split("\n") if expected is None else expected)


def test_numbers_levels_and_sources() -> None:
    paste = "\n(EngineCore pid=8) ERROR 06-01 13:18:12 [core.py:1] boom\n\nINFO:     started"
    assert read_lines(paste) == (
        Line(2, "boom", paste.split("\n")[1], "error", "EngineCore"),
        Line(4, "started", "INFO:     started", "info", ""),
    )


def test_ranks_are_told_apart() -> None:
    lines = read_lines("[rank0]: a\n[rank1]: b\n(Worker_TP1 pid=3) c\nvllm-1 | d")
    assert [line.source for line in lines] == ["rank0", "rank1", "Worker_TP1", "vllm-1"]


def test_a_long_line_is_cut() -> None:
    (line,) = read_lines("x" * (LONGEST + 5))
    assert len(line.text) == LONGEST


def test_of_too_many_lines_the_ends_are_kept() -> None:
    lines = read_lines("\n".join(f"w{number}" for number in range(MOST + 500)))
    assert (len(lines), lines[0].text, lines[-1].text) == (MOST, "w0", f"w{MOST + 499}")


HOSTILE = {
    "one word": "x" * 2**20,
    "distinct words": " ".join(f"w{number}" for number in range(200_000)),
    "only prefixes": "(EngineCore pid=1) " * 50_000,
    "only prefix lines": "(EngineCore pid=1) \n" * 50_000,
    "no text": "\n" * 2**20,
    "entities": "&amp;" * 200_000,
    "escapes": "\x1b[" * 2**19,
    "joiners": "\u200d\u0301" * 2**19,
    "bidi": "\u202e" * 2**20,
    "surrogates": "\ud800" * 2**20,
    "boxes": "│ \n" * 300_000,
    "bars": "1%|" * 300_000,
    "braces": '{"a":' * 200_000,
    "backslashes": 'level=info msg="' + "\\" * 2**20,
    "dates": "2025-01-01 00:00:00 " * 50_000,
    "wrapped": ("x" * 79 + "\n") * 13_000,
    "blanks": " " * 2**20,
}


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_text_is_read_in_bounds(name: str) -> None:
    lines = read_lines(HOSTILE[name])
    assert len(lines) <= MOST
    assert sum(len(line.text) for line in lines) <= len(HOSTILE[name])
