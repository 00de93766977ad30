"""Which lines of a text are one launch command, however damaged."""

import re
from collections.abc import Iterator

from kb.core.launch.launchers import HINT
from kb.core.launch.mends.continuations import belongs
from kb.core.launch.mends.mending import Mending

# An entry point as it stands in a line, before anything is split into words.
LAUNCH = re.compile(
    r"(?<![\w.-])(?:vllm[ \t]+serve(?![\w-])|-m[ \t]+vllm[.\s][\w.]*"
    r"|python[\d.]*[ \t]+[^\s\"']*vllm/entrypoints/[\w/]*api_server\.py(?!\S)"
    r"|-m[ \t]+sglang\.launch_server"
    r"|(?:sglang|llama)[ \t]+serve(?![\w-])|llama-server(?:\.exe)?(?![\w-])"
    r"|ollama(?:\.exe)?[ \t]+serve"
    r"|text-generation-launcher|lmdeploy[ \t]+serve[ \t]+api_server|trtllm-serve"
    r"|(?:docker|podman|nerdctl)(?:[ \t]+container)?[ \t]+(?:run|create)(?![\w-]))"
)
_DOCKER = re.compile(r"(?:docker|podman|nerdctl)[ \t]+(?:container[ \t]+)?(?:run|create)")
_COMMENTED = re.compile(r"[ \t]*(?:#|//|REM\b|::)", re.I)
_ROOT = re.compile(
    r"# (?:[A-Za-z_]\w*=\S+ )*(?:sudo |nohup )*(?:vllm|python|docker|\S*llama|sglang|text-gen)"
)
_FEW = 200  # lines of one command


def regions(text: str, mending: Mending) -> Iterator[tuple[int, int]]:
    """The spans of the launch commands, whole lines without the last line end."""
    lines = text.split("\n")
    starts = [0]
    for line in lines:
        starts.append(starts[-1] + len(line) + 1)
    at, free = 0, 0  # `free`: behind the last command
    heads = _heads(lines)
    while at < len(lines):
        if not heads[at]:
            at += 1
            continue
        first = _first(lines, at, free, mending.dialect.escape)
        at = free = _end(lines, at, mending)
        yield starts[first], starts[at] - 1


def stand_in(text: str) -> bool:
    """Whether there is any launch command of lines."""
    return bool(LAUNCH.search(text)) and any(_heads(text.split("\n")))


def _heads(lines: list[str]) -> list[bool]:
    """Which of the lines begin a command; where no other does, `# ` may be the prompt of root."""
    heads = [is_launch(line) for line in lines]
    if any(heads):
        return heads
    return [bool(_ROOT.match(line)) and is_launch(line, commented=True) for line in lines]


def is_launch(line: str, commented: bool = False) -> bool:
    """Does an entry point stand in the line? In a comment it counts only if `commented`."""
    if not HINT.search(line) or not LAUNCH.search(line):
        return False
    return commented or not _COMMENTED.match(line)


def _first(lines: list[str], at: int, free: int, escape: str) -> int:
    """The line with which the command begins: those before it may be continued (`A=1 \\`)."""
    low = max(free, at - _FEW)
    while (
        at > low and lines[at - 1].rstrip().endswith(escape) and not _COMMENTED.match(lines[at - 1])
    ):
        at -= 1
    return at


def _end(lines: list[str], at: int, mending: Mending) -> int:
    """Behind the last line that belongs to the command; comments and empty lines between count."""
    docker = bool(_DOCKER.search(lines[at]))
    before, end, look = lines[at], at + 1, at + 1
    while look < min(len(lines), at + _FEW):
        line = lines[look]
        look += 1
        if not line.strip() or _COMMENTED.match(line):
            continue
        gap = look - end > 1
        next_one = is_launch(line) and (gap or not before.rstrip().endswith(mending.dialect.escape))
        if next_one or not _goes_on(line, before, gap, mending, docker):
            break
        before, end = line, look
    return end


def _goes_on(line: str, before: str, gap: bool, mending: Mending, docker: bool) -> bool:
    escape = mending.dialect.escape
    if not belongs(line, before, escape, mending, docker):
        return False
    return not gap or line.lstrip().startswith("-") or belongs(line, "", escape, mending, docker)
