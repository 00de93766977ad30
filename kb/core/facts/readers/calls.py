"""Calls in Python that make an engine: `LLM(model="…", tensor_parallel_size=2)`."""

import re
from collections.abc import Iterator

from kb.core.facts.arguments import facts_of_arguments, split_arguments
from kb.core.facts.found import Found, Trust, found_in
from kb.core.text import Line

MARK = "("
MOST_ROWS = 40  # of one call
_CALL = re.compile(
    r"(?:^|[=\s(]|await )(?:vllm\.)?(LLM|(?:Async)?EngineArgs|sgl\.Engine)\((?!self\b)"
)
_LITERAL = re.compile(r"[rf]?(?P<quote>['\"]).*(?P=quote)|-?\d[\d_.]*|True|False|\{.*\}")
_ENGINES = {"LLM": "vllm", "sgl.Engine": "sglang"}
_NUMBERED = re.compile(r"^\s*(?:-+>\s*)?\d{1,5} ")  # rows of a notebook's traceback


def read(lines: list[Line]) -> Iterator[Found]:
    """What the literals among a call's arguments state."""
    for at, line in enumerate(lines):
        match = _CALL.search(line.text) if "LLM(" in line.text or "Engine" in line.text else None
        if match:
            rest = "\n".join(row.text for row in lines[at + 1 : at + MOST_ROWS])
            yield from _call(line, match, f"{line.text[match.end() :]}\n{rest}")


def _call(line: Line, match: re.Match[str], text: str) -> Iterator[Found]:
    arguments = dict(split_arguments(text))
    literal = {k: v for k, v in arguments.items() if _LITERAL.fullmatch(v)}
    if not literal and not text.startswith(("'", '"')):
        return
    yield found_in(line, "engine", _ENGINES.get(match[1], "vllm"), Trust.IMAGE)
    for name, value in facts_of_arguments(literal):
        yield found_in(line, name, value, Trust.COMMAND)
