"""What is asked of the site, one row a kind, with the share of the trivial page it must reach."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import product
from urllib.parse import urlencode

from tests.load.library import ENGINES, STAGES, SYMPTOMS, line_of
from tests.serving import Browser

_DIFFERENT = 200  # faults that are asked for in turn
_FRAME = '  File "/opt/venv/lib/python3.12/site-packages/vllm/v1/engine/part{n}.py", line {n}, in f'


@dataclass(frozen=True, slots=True)
class Case:
    """`share` of the trivial page's requests a second; 0 = told, not judged. `paths` and `bodies`
    are asked one after the other, so that nothing is answered from memory that would not be."""

    name: str
    paths: tuple[str, ...]
    share: float = 0.0
    bodies: tuple[bytes, ...] = ()
    headers: dict[str, str] = field(default_factory=dict)


def cases(address: str, articles: int) -> list[Case]:
    """`articles` is how many there are: faults, lines and steps are asked all over them."""
    numbers = range(0, articles, max(1, articles // _DIFFERENT))
    lines = [line_of(number) for number in numbers]
    tracebacks = tuple(map(_traceback, lines))
    log = (_chatter().encode() + tracebacks[0])[-(2**20) + 64 :]
    typed, form = _form(address, [line[:24] for line in lines])
    api = {"Content-Type": "text/plain"}
    texts = tuple(line.encode() for line in lines)
    return [
        Case("home", ("/",)),
        Case("article", tuple(f"/articles/fault-{number}/" for number in numbers), 1 / 3),
        Case("search page", tuple("/search/?" + urlencode({"q": line[:40]}) for line in lines)),
        Case("as you type", ("/diagnose/live/",), 1 / 6, typed, form),
        Case("wizard step", tuple(_steps()), 1 / 6),
        Case("diagnosis of a line", ("/api/v1/diagnose",), 1 / 10, texts, api),
        Case("… of the same line again", ("/api/v1/diagnose",), 0, texts[:1], api),
        Case("… of a 60-line traceback", ("/api/v1/diagnose",), 1 / 20, tracebacks, api),
        Case("… of a 1 MiB log", ("/api/v1/diagnose",), 0, (log,), api),
    ]


def _steps() -> Iterator[str]:
    """The questionnaire after one, two and three answers, as people come there."""
    for engine, symptom, stage in product(ENGINES, SYMPTOMS, STAGES):
        yield f"/wizard/?engine={engine}"
        yield f"/wizard/?engine={engine}&symptom={symptom}"
        yield f"/wizard/?engine={engine}&symptom={symptom}&stage={stage}"


def _traceback(line: str) -> bytes:
    frames = "\n".join(_FRAME.format(n=n) + f"\n    call_{n}()" for n in range(29))
    return f"Traceback (most recent call last):\n{frames}\n{line}\n".encode()


def _form(address: str, typed: list[str]) -> tuple[tuple[bytes, ...], dict[str, str]]:
    """Forms as a browser sends them, with its cookie and token."""
    token, cookie = Browser(address).form_token()
    fields = [{"paste": text, "csrfmiddlewaretoken": token} for text in typed]
    kind = "application/x-www-form-urlencoded"
    headers = {"Content-Type": kind, "Cookie": cookie, "HX-Request": "true"}
    return tuple(urlencode(each).encode() for each in fields), headers


def _chatter() -> str:
    pick = random.Random(1)
    rows = (
        f"(APIServer pid={pick.randrange(9999)}) INFO 11-30 20:{n % 60:02}:11 [loggers.py:{n}]"
        f" Engine 000: Avg prompt throughput: {pick.random() * 900:.1f} tokens/s, Running: {n % 32}"
        for n in range(7_500)
    )
    return "\n".join(rows) + "\n"
