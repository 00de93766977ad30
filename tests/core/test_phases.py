"""How far a start-up came."""

import pytest

from kb.core.phases import Phase, phases
from kb.core.text import Line

BANNER = "vLLM API server version 0.10.0"
ARGS = "non-default args: {'model': 'm'}"
WEIGHTS = "Loading safetensors checkpoint shards:  25% Completed"
CACHE = "GPU KV cache size: 12,000 tokens"
READY = "Application startup complete."
ERROR = "ValueError: no"


def lines(*texts: str) -> tuple[Line, ...]:
    return tuple(Line(number, text, text) for number, text in enumerate(texts, 1))


CASES = [
    ("dies with the weights", (BANNER, ARGS, WEIGHTS, ERROR), 4, Phase.WEIGHTS, "died"),
    ("stops without an error", (BANNER, ARGS, WEIGHTS), None, Phase.WEIGHTS, "current"),
    ("serves", (BANNER, ARGS, WEIGHTS, CACHE, READY), None, Phase.SERVING, "done"),
    ("dies while it serves", (BANNER, ARGS, CACHE, READY, ERROR), 5, Phase.SERVING, "died"),
    (
        "only the last run counts",
        (BANNER, CACHE, READY, BANNER, ARGS, ERROR),
        6,
        Phase.CONFIG,
        "died",
    ),
    (
        "what follows the error is another run",
        (BANNER, ARGS, ERROR, CACHE),
        3,
        Phase.CONFIG,
        "died",
    ),
]


@pytest.mark.parametrize("name,texts,root,phase,state", CASES, ids=[case[0] for case in CASES])
def test_the_last_phase(
    name: str, texts: tuple[str, ...], root: int | None, phase: Phase, state: str
) -> None:
    found = phases(lines(*texts), root)
    reached = [each for each in found if each.state != "unreached"]
    assert (reached[-1].phase, reached[-1].state) == (phase, state)
    assert all(each.state == "done" for each in reached[:-1])


def test_every_phase_is_drawn_once_in_order() -> None:
    assert [each.phase for each in phases(lines(BANNER, ARGS), None)] == list(Phase)


@pytest.mark.parametrize("texts", [(), (ERROR,), (READY,), ("how do I bake bread", "slowly")])
def test_what_is_no_start_up_has_no_phases(texts: tuple[str, ...]) -> None:
    assert phases(lines(*texts), None) == ()
