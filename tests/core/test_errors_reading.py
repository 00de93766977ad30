"""The root among the lines of a paste."""

import pytest

from kb.core.errors import ErrorReading, read_errors
from kb.core.text import read_lines

CORE = "(EngineCore_DP0 pid=93) ERROR 06-01 13:18:12 [core.py:708] "
API = "(APIServer pid=1) "
BANNER = "INFO 06-01 13:18:00 [api_server.py:1] vLLM API server version 0.11.0\n"
GENERIC = f"{API}RuntimeError: Engine core initialization failed. See root cause above.\n"
CALM = 'INFO:     192.0.2.7:5000 - "GET /health HTTP/1.1" 200 OK\n'
WARNINGS = (
    "WARNING 06-01 13:18:01 [moe.py:1] Using default MoE config. Performance might suffer\n"
    "WARNING 06-01 13:18:01 [ops.py:5] Failed to import from vllm._C: no such file\n"
    "[rank0]:[W601 13:18:01.1 socket.cpp:460] Warning: the socket has failed to bind to it\n"
)


def traceback(error: str, lead: str = CORE) -> str:
    return (
        f"{lead}Traceback (most recent call last):\n"
        f'{lead}  File "/usr/lib/vllm/core.py", line 3, in run\n'
        f"{lead}    raise_if_not_ready(self.worker, timeout)\n"
        f"{lead}           ^^^^^^^^^^^^^^^^\n"
        f"{lead}{error}\n"
    )


def read(paste: str) -> ErrorReading:
    return read_errors(read_lines(paste))


def root(paste: str) -> str:
    found = read(paste).root
    return "" if found is None else found.text


DURING = "\nDuring handling of the above exception, another exception occurred:\n\n"
DIRECT = "\nThe above exception was the direct cause of the following exception:\n\n"
OOM = "torch.OutOfMemoryError: CUDA out of memory. Tried to allocate 2.00 GiB"
ROOTS = [
    ("wrapper", traceback("ValueError: a block is odd") + GENERIC, "ValueError: a block is odd"),
    ("no level word", "/usr/bin/ld: cannot find -lcuda\n" + traceback(
        "subprocess.CalledProcessError: returned non-zero exit status 1.") + GENERIC,
     "/usr/bin/ld: cannot find -lcuda"),
    ("chain during", traceback("ValueError: no room is left in it", "") + DURING
     + traceback("RuntimeError: the load failed badly", ""), "ValueError: no room is left in it"),
    ("chain direct", traceback("ValueError: no room is left in it", "") + DIRECT
     + traceback("RuntimeError: the load failed badly", ""), "ValueError: no room is left in it"),
    ("chain of a poor one", traceback("KeyError: 'qwen9'", "") + DURING
     + traceback("ValueError: the model type is not known here", ""),
     "ValueError: the model type is not known here"),
    ("warnings before", WARNINGS + traceback("ValueError: no room is left in it"),
     "ValueError: no room is left in it"),
    ("last failing run", BANNER + traceback("ValueError: the port is taken") + BANNER
     + traceback("ValueError: the disk is full now") + GENERIC, "ValueError: the disk is full now"),
    ("healthy after", BANNER + traceback("ValueError: the disk is full now") + BANNER + CALM * 9,
     "ValueError: the disk is full now"),
    ("a request's error before the crash", traceback("ValueError: the prompt is too long", API)
     + CALM * 400 + traceback(OOM) + f"{API}vllm.EngineDeadError: EngineCore died", OOM),
    ("followers", traceback(OOM, "[rank1]: ") + traceback(
        "torch.distributed.DistBackendError: remote process exited or there was a network error",
        "[rank0]: "), OOM),
    ("interleaved", "".join(f"[rank{rank}]: {line}\n" for line in traceback(OOM, "").splitlines()
                            for rank in range(4)), OOM),
    ("end without a prefix", traceback("x").rsplit(CORE, 1)[0] + "LoRA rank 64 is greater than 16",
     "LoRA rank 64 is greater than 16"),
    ("cut", CORE + '  File "x.py", line 3, in f\n' + CORE + '    raise RuntimeError("No compiler")',
     'raise RuntimeError("No compiler")'),
    ("multi-line wrapper", f"{CORE}RuntimeError: Worker failed with error 'at 1:0:\n"
     "type fp8e4nv not supported in this architecture.\n" + GENERIC,
     "type fp8e4nv not supported in this architecture."),
    ("validation", traceback("pydantic_core.ValidationError: 1 validation error for Model", "")
     + "  Value error, Architectures ['X'] are not known [type=value_error, input_value=1]\n",
     "Value error, Architectures ['X'] are not known [type=value_error, input_value=1]"),
    ("exception group", "  | ExceptionGroup: unhandled errors in a group (1 sub-exception)\n"
     "    | Traceback (most recent call last):\n"
     '    |   File "a.py", line 1, in f\n'
     "    | ValueError: a number is out of range\n", "ValueError: a number is out of range"),
    ("message in the next line", traceback("RuntimeError:", "") + "    CUDA Setup failed in it\n",
     "RuntimeError: CUDA Setup failed in it"),
    ("alone in chatter", CALM * 300 + "Error: pull model manifest: 412:\n" + CALM * 300 + GENERIC,
     "Error: pull model manifest: 412:"),
    ("a person's words", CALM * 99 + "部署之后一直报错，怎么解决？\n" + CALM * 99,
     "部署之后一直报错，怎么解决？"),
    ("one short line", "output is one mark over and over", "output is one mark over and over"),
]  # fmt: skip
HEALTHY = [
    CALM * 20,
    BANNER
    + WARNINGS
    + CALM * 60
    + "INFO:     Shutting down\nINFO:     Finished server process [7]\n",
    WARNINGS * 30,
    "INFO 06-01 13:18:01 [x.py:1] Free memory on device (78.57/79.18 GiB) on startup.\n" * 50,
    'File "a.py", line 3, in f\n' + CALM * 50,  # a piece of a traceback, and no error behind it
    "",
    "\n\n",
]


@pytest.mark.parametrize(
    ("paste", "expected"), [row[1:] for row in ROOTS], ids=[r[0] for r in ROOTS]
)
def test_root(paste: str, expected: str) -> None:
    assert root(paste) == expected


@pytest.mark.parametrize("paste", HEALTHY)
def test_a_healthy_log_has_no_root(paste: str) -> None:
    reading = read(paste)
    assert reading.root is None
    assert not reading.cause_is_elsewhere


def test_roles_and_order() -> None:
    reading = read(GENERIC + traceback("ValueError: no room is left in it"))
    assert [error.role for error in reading.errors] == ["root", "generic"]
    assert reading.errors[0] is reading.root
    assert not reading.cause_is_elsewhere


def test_generic_lines_alone_say_that_the_cause_is_elsewhere() -> None:
    reading = read(CALM + GENERIC)
    assert (reading.root, reading.cause_is_elsewhere, reading.generic_only) == (None, True, True)


def test_one_error_of_eight_ranks_counts_once() -> None:
    paste = "\n".join(f"[rank{rank}]: ValueError: only {rank}.5 GiB free" for rank in range(8))
    (error,) = read(paste).errors
    assert (error.line, error.count, error.source) == (1, 8, "rank0")


def test_the_first_line_of_a_repeated_error_is_named() -> None:
    paste = (
        CALM
        + "CUDA Error: out of memory at x.cpp:139\n"
        + traceback("RuntimeError: CUDA Error: out of memory at x.cpp:139")
    )
    found = read(paste).root
    assert found is not None
    assert (found.line, found.count) == (2, 2)


HOSTILE = {
    "one word": "error" * 200_000,
    "many errors": "\n".join(f"Error w{number}x: failed abc{number}d" for number in range(30_000)),
    "long errors": ("RuntimeError: " + "a " * 700 + "\n") * 700,
    "quotes": ("error: " + "'" * 1400 + "\n") * 700,
    "messages": "\n".join("{'message': '" * 110 + chr(0x4E00 + number) for number in range(300)),
    "wrappers": "\n".join("error please check the stack trace above " * 40 + chr(0x4E00 + number)
                          for number in range(300)),
    "frames": '  File "/a/b.py", line 3, in f\n' * 30_000,
    "ranks": "".join(f"[rank{n % 64}]: ValueError: x{n % 7}\n" for n in range(30_000)),
    "surrogates": "error \ud800\n" * 30_000,
}  # fmt: skip


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_text_is_read_in_bounds(name: str) -> None:
    assert len(read(HOSTILE[name]).errors) <= 40
