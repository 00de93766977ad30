"""The root among the lines of a paste."""

from kb.core.errors import ErrorReading, read_errors
from kb.core.text import read_lines


def read(paste: str) -> ErrorReading:
    return read_errors(read_lines(paste))


def test_the_exception_is_the_root_and_the_wrapper_is_generic() -> None:
    paste = """\
INFO 06-01 13:18:10 [core.py:5] starting
ERROR 06-01 13:18:12 [core.py:7] Traceback (most recent call last):
ERROR 06-01 13:18:12 [core.py:7]   File "/usr/lib/x.py", line 3, in f
ERROR 06-01 13:18:12 [core.py:7]     foo(bar)
ERROR 06-01 13:18:12 [core.py:7] ValueError: the block is too small
RuntimeError: Engine core initialization failed. See root cause above.
"""
    reading = read(paste)
    assert reading.root is not None
    assert (reading.root.line, reading.root.text) == (5, "ValueError: the block is too small")
    assert [error.role for error in reading.errors] == ["root", "generic"]
    assert not reading.cause_is_elsewhere


def test_generic_lines_alone_say_that_the_cause_is_elsewhere() -> None:
    reading = read("RuntimeError: Engine core initialization failed. See root cause above.")
    assert reading.root is None
    assert reading.cause_is_elsewhere
    assert reading.generic_only


def test_one_error_of_eight_ranks_counts_once() -> None:
    paste = "\n".join(f"[rank{rank}]: ValueError: only {rank}.5 GiB free" for rank in range(8))
    (error,) = read(paste).errors
    assert (error.line, error.count, error.source) == (1, 8, "rank0")


def test_nothing_is_read_of_nothing() -> None:
    assert read("") == ErrorReading((), None, False)
