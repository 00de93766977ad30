"""What is asked of the site, one row a kind, with the share of the trivial page it must reach."""

from __future__ import annotations

import random
from dataclasses import dataclass, field
from urllib.parse import urlencode

from tests.load.library import line_of
from tests.serving import Browser

_FRAME = '  File "/opt/venv/lib/python3.12/site-packages/vllm/v1/engine/part{n}.py", line {n}, in f'


@dataclass(frozen=True, slots=True)
class Case:
    """`share` of the trivial page's requests a second; 0 = told, not judged."""

    name: str
    path: str
    share: float = 0.0
    body: bytes = b""
    headers: dict[str, str] = field(default_factory=dict)


def cases(address: str, number: int) -> list[Case]:
    """`number` is that of an article that is there."""
    line = line_of(number)
    frames = "\n".join(_FRAME.format(n=n) + f"\n    call_{n}()" for n in range(29))
    traceback = f"Traceback (most recent call last):\n{frames}\n{line}\n"
    log = (_chatter() + traceback).encode()[-(2**20) + 64 :]
    typed, form = _form(address, line[:24])
    api = {"Content-Type": "text/plain"}
    return [
        Case("home", "/"),
        Case("article", f"/articles/fault-{number}/", 1 / 3),
        Case("search page", "/search/?" + urlencode({"q": line_of(number)[:40]})),
        Case("as you type", "/diagnose/live/", 1 / 6, typed, form),
        Case("wizard step", "/wizard/?engine=vllm&symptom=crash", 1 / 6),
        Case("diagnosis of a line", "/api/v1/diagnose", 1 / 10, line.encode(), api),
        Case("… of a 60-line traceback", "/api/v1/diagnose", 1 / 20, traceback.encode(), api),
        Case("… of a 1 MiB log", "/api/v1/diagnose", 0, log, api),
    ]


def _form(address: str, typed: str) -> tuple[bytes, dict[str, str]]:
    """A form as a browser sends it, with its cookie and token."""
    token, cookie = Browser(address).form_token()
    body = urlencode({"paste": typed, "csrfmiddlewaretoken": token}).encode()
    kind = "application/x-www-form-urlencoded"
    return body, {"Content-Type": kind, "Cookie": cookie, "HX-Request": "true"}


def _chatter() -> str:
    pick = random.Random(1)
    rows = (
        f"(APIServer pid={pick.randrange(9999)}) INFO 11-30 20:{n % 60:02}:11 [loggers.py:{n}]"
        f" Engine 000: Avg prompt throughput: {pick.random() * 900:.1f} tokens/s, Running: {n % 32}"
        for n in range(7_500)
    )
    return "\n".join(rows) + "\n"
