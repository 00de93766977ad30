"""Lines that are said all through a run."""

import pytest

from kb.core.errors import read_errors
from kb.core.text import read_lines

LOUD = "HTTPConnectionPool(host='192.0.2.9'): Max retries exceeded with url: /push"
BROKEN = "CUDA error 802: it is not yet initialized"
MILD = "Error: the adapter was not what it should be"
CALM = "INFO: request {} is done"
BANNER = "INFO 06-01 13:18:00 [api_server.py:1] vLLM API server version 0.11.0"


def log(every: int, *once: str, lines: int = 200) -> list[str]:
    """A log with a loud line at every so many lines, and others in its middle."""
    calm = [LOUD if number % every == 0 else CALM.format(number) for number in range(lines)]
    return [*calm[: lines // 2], *once, *calm[lines // 2 :]]


@pytest.mark.parametrize(
    ("paste", "root"),
    [
        (log(9, BROKEN), BROKEN),  # loud all through the log, and one error beside it
        (log(9, MILD), MILD),
        (log(9), LOUD),  # nothing else is said
        ([*[CALM.format(number) for number in range(90)], *[LOUD] * 9, MILD], LOUD),  # one burst
        (log(6, MILD, lines=39), LOUD),  # too short to have parts
        ([BANNER, *log(30, MILD, lines=60)] * 8, LOUD),  # each restart says it twice
    ],
)
def test_the_root_is_what_a_server_does_not_live_with(paste: list[str], root: str) -> None:
    found = read_errors(read_lines("\n".join(paste))).root
    assert found is not None
    assert found.text == root
