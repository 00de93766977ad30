"""The parsers that read strangers' text, each as a function of any text that checks itself."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress

from kb.core.articles import format, parse
from kb.core.conditions import ConditionError, parse_condition
from kb.core.documents import read
from kb.core.errors import fingerprint, read_errors, signature
from kb.core.facts import read_facts
from kb.core.launch import LaunchError, find_commands, fix_command, parse_command
from kb.core.plain import parse_plain
from kb.core.redact import redact
from kb.core.render import render, render_inline
from kb.core.text import TextError, decode, read_lines
from kb.search.query import format as format_query
from kb.search.query import parse as parse_query
from tests.core.launch.catalogues import ALL as CATALOGUES
from tests.core.vocabulary import VOCABULARY

# Pieces that mean something to a parser, and what is between them.
PIECES = [
    "---\n",
    "title: x\n",
    "errors:\n  - |\n    E: x\n",
    "## Fix\n",
    "```bash\n",
    "```\n",
    "- a: ",
    "vllm serve m ",
    "--tensor-parallel-size 2 ",
    "docker run --gpus all img ",
    "\\\n",
    "'",
    '"',
    "$(",
    "`",
    "&& ",
    "services:\n  vllm:\n    image: x\n    command: ",
    "apiVersion: v1\nkind: Pod\n",
    "Traceback (most recent call last):\n",
    '  File "a.py", line 1, in x\n',
    "ValueError: bad 17\n",
    "\x1b[31m",
    "vllm-1  | ",
    "(EngineCore pid=1) ",
    "INFO 08-19 18:30:11 [a.py:1] ",
    "0.9.1",
    "v0.24.1.dev3",
    "torch==2.9.0+cu129\n",
    "| NVIDIA-SMI 570.1  CUDA Version: 12.8 |\n",
    "HF_TOKEN=hf_" + "a1B2" * 8,
    "显存不足",
    "\u202e",
    "\ufeff",
    "\x00",
    "\ud800",
    "\r\n",
    "\u2028",
    "{",
    "}",
    "[",
    "]",
    "<",
    ">",
    "&",
    "!!int ",
    "&a ",
    "*a ",
    "? ",
    "| ",
    ": ",
    "%",
    "@",
    "=",
    ",",
    "engine:vllm ",
    "-x ",
    "::",
    "\t",
]


_SECTION = 60_000  # one that grows over its limit as it is written is refused by name


def _launch(text: str) -> None:
    find_commands(text)
    fix_command(text, (), None, None, CATALOGUES)
    try:
        parse_command(text)
    except LaunchError:
        return


def _article(text: str) -> None:
    """As files and forms bring it: decoded, which refuses a NUL."""
    try:
        text = decode(text.encode(errors="replace"))
    except TextError:
        return
    found = parse(text, "slug", "topic", VOCABULARY).article
    if found is not None and len(written := format(found)) < _SECTION:
        again = parse(written, "slug", "topic", VOCABULARY)
        assert again.article is not None, "what we write we can read"


def _bytes(text: str) -> None:
    for encoding in ("utf-8", "utf-16", "gb18030"):
        try:
            assert "\x00" not in decode(text.encode(encoding, "replace"))
        except TextError:
            continue


def _masked(text: str) -> None:
    once = redact(text).text
    assert redact(once).text == once


def _query(text: str) -> None:
    query = parse_query(text)
    assert parse_query(format_query(query)) == query


def _condition(text: str) -> None:
    for fact in ("vllm", "gpu_count", "quantization", "model"):
        with suppress(ConditionError):
            parse_condition(fact, text, VOCABULARY)


def _errors(text: str) -> None:
    for error in read_errors(read_lines(text)).errors:
        assert signature(error.signature) is not None
        assert fingerprint(error.signature)


PARSERS: dict[str, Callable[[str], object]] = {
    "text": lambda text: read_lines(text),
    "bytes": _bytes,
    "redact": _masked,
    "errors": _errors,
    "facts": lambda text: read_facts(read_lines(text), VOCABULARY),
    "condition": _condition,
    "documents": read,
    "article": _article,
    "plain": lambda text: parse_plain(text, "slug", "topic", VOCABULARY),
    "render": render,
    "render inline": render_inline,
    "launch": _launch,
    "query": _query,
}
