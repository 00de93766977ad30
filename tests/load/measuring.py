"""wrk against one address, with what the server's processes used meanwhile."""

from __future__ import annotations

import os
import re
import subprocess
from dataclasses import dataclass
from pathlib import Path

from tests.load.asked import Case

CONNECTIONS = 16
_UNITS = {"us": 0.001, "ms": 1.0, "s": 1000.0}


@dataclass(frozen=True, slots=True)
class Figures:
    """Requests a second, milliseconds (of the client, and of CPU a request), what was refused."""

    per_second: float
    p50: float
    p99: float
    cpu: float
    errors: int


def measure(address: str, case: Case, server: int, seconds: int, folder: Path) -> Figures:
    heavy = any(
        len(body) > 100_000 for body in case.bodies
    )  # few at a time, and long enough to see some
    connections, seconds = (2, max(seconds, 10)) if heavy else (CONNECTIONS, seconds)
    command = ["wrk", "-t1", f"-c{connections}", f"-d{seconds}s", "--latency", "--timeout", "20s"]
    before = _cpu(server)
    ended = subprocess.run(
        [*command, "-s", str(_script(case, folder)), address],
        capture_output=True,
        text=True,
        check=True,
    )
    return _read(ended.stdout, _cpu(server) - before)


# A file that stays open takes a number that wrk keeps for its connections.
_READ = """local function read(name)
  local file = io.open(name, "rb")
  local text = file:read("*a")
  file:close()
  return text
end"""


def _script(case: Case, folder: Path) -> Path:
    """What wrk sends, as it wants to be told: one path and body after the other."""
    lines = [f'wrk.headers["{name}"] = "{value}"' for name, value in case.headers.items()]
    lines += ["local paths, bodies, at = {}, {}, 0", _READ]
    lines += [f'paths[{n}] = "{path}"' for n, path in enumerate(case.paths)]
    for number, body in enumerate(case.bodies):
        path = folder / f"body-{number}"
        path.write_bytes(body)
        lines += [f'bodies[{number}] = read("{path}")']
    method = "POST" if case.bodies else "GET"
    lines += [
        "function request()",
        f"  local path, body = paths[at % {len(case.paths)}], bodies[at % {len(case.bodies) or 1}]",
        "  at = at + 1",
        f'  return wrk.format("{method}", path, nil, body)',
        "end",
    ]
    script = folder / "script.lua"
    script.write_text("\n".join(lines), "utf-8")
    return script


def _read(told: str, cpu: float) -> Figures:
    def number(pattern: str) -> float:
        found = re.search(pattern, told)
        unit = _UNITS.get(found[2], 1.0) if found and found.lastindex == 2 else 1.0
        return float(found[1]) * unit if found else 0.0

    requests = number(r"(\d+) requests in")
    failed = number(r"Non-2xx or 3xx responses: (\d+)") + number(r"timeout (\d+)")
    return Figures(
        number(r"Requests/sec:\s+([\d.]+)"),
        number(r"50%\s+([\d.]+)(us|ms|s)"),
        number(r"99%\s+([\d.]+)(us|ms|s)"),
        round(1000 * cpu / requests, 2) if requests else 0.0,
        int(failed),
    )


def _cpu(server: int) -> float:
    """Seconds that the server's processes used so far, those that have ended among them."""
    ticks = sum(_ticks(server, 11, 15)) + sum(sum(_ticks(pid, 11, 13)) for pid in forked(server))
    return ticks / os.sysconf("SC_CLK_TCK")


def _ticks(pid: int, first: int, last: int) -> list[int]:
    try:
        told = Path(f"/proc/{pid}/stat").read_text("ascii")
    except OSError:  # it ended just now: its parent has its time
        return []
    return [int(field) for field in told.rpartition(")")[2].split()[first:last]]


def forked(server: int) -> list[int]:
    children = Path(f"/proc/{server}/task/{server}/children").read_text("ascii")
    return [int(pid) for pid in children.split()]


def memory_mb(pids: list[int]) -> float:
    """What the processes hold together; pages that they share count once."""
    found = 0
    for pid in pids:
        told = Path(f"/proc/{pid}/smaps_rollup").read_text("ascii")
        found += int((re.search(r"^Pss:\s+(\d+) kB", told, re.MULTILINE) or ["", "0"])[1])
    return round(found / 1024, 1)
