"""Environment variables that say something about the environment."""

import re
from collections.abc import Iterator

from kb.core.facts.found import Found, Trust, found_in
from kb.core.facts.model import How
from kb.core.text import Line

_LINE = re.compile(
    r"(?:^|[\s;&])(?:export |set |ENV |-e |--env[ =]|- )?[\"']?"
    r"([A-Z][A-Z0-9_]{3,40})\s{0,3}[=:]\s{0,3}[\"']?([^\s\"',;&]{1,80})"
)
_ON = frozenset({"1", "true", "yes", "on"})

# variable → (fact, value when it is on, value when it is off); "" = says nothing
_SWITCHES = {
    "NCCL_P2P_DISABLE": ("nccl_p2p", "disabled", "enabled"),
    "HF_HUB_OFFLINE": ("network", "blocked", ""),
    "TRANSFORMERS_OFFLINE": ("network", "blocked", ""),
}
_NAMES = (
    *_SWITCHES,
    "PYTORCH_CUDA_ALLOC_CONF",
    "PYTORCH_ALLOC_CONF",
    "VLLM_ATTENTION_BACKEND",
    "VLLM_USE_V1",
    "HF_ENDPOINT",
)
GATES = _NAMES


def read(line: Line) -> Iterator[Found]:
    """Facts of the variables that a line sets; not of comments and messages."""
    if line.level or line.text.lstrip().startswith("# ") or len(line.text) > 4000:
        return
    for match in _LINE.finditer(line.text):
        for fact, value, trust in facts_of_variable(match[1], match[2]):
            how: How = "estimated" if trust is Trust.ESTIMATE else "stated"
            yield found_in(line, fact, value, trust, how)


def facts_of_variable(name: str, value: str) -> Iterator[tuple[str, str, Trust]]:
    """(fact, value, trust) of one variable. `$X` is unknown; a removed variable has no effect."""
    if "$" in value:
        return
    if name in _SWITCHES:
        fact, on, off = _SWITCHES[name]
        said = on if value.lower() in _ON else off
        if said:
            yield fact, said, Trust.COMMAND
    elif name.endswith("_ALLOC_CONF"):
        expandable = "expandable_segments:true" in value.lower()
        yield "allocator", "expandable-segments" if expandable else "other", Trust.COMMAND
    elif name == "VLLM_ATTENTION_BACKEND":
        yield "attention_backend", value, Trust.WEAK
    elif name == "VLLM_USE_V1" and value in ("0", "1"):
        yield "engine_generation", f"v{value}", Trust.ESTIMATE
    elif name == "HF_ENDPOINT" and "huggingface.co" not in value:
        yield "network", "mirror", Trust.COMMAND
