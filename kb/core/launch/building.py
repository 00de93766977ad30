"""A command built of facts, where the person has none."""

import re
from collections.abc import Mapping

from kb.core.launch.model import Command, LaunchError, Written
from kb.core.launch.options import Grammar, read_options
from kb.core.launch.rendering import ENGINES
from kb.core.messages import msg

_FACT_FLAGS = {
    "tensor_parallel": {
        "vllm": "--tensor-parallel-size",
        "sglang": "--tp-size",
        "tgi": "--num-shard",
        "lmdeploy": "--tp",
    },
    "port": {"vllm": "--port", "sglang": "--port", "llamacpp": "--port", "tgi": "--port"},
}  # fmt: skip
_PLAIN = re.compile(r"[\w./:@+-]+", re.ASCII)


def build(engine: str, facts: Mapping[str, str]) -> Command:
    """A command of model, tensor_parallel and port, as far as `facts` have them.

    Raises LaunchError without a model or with a value that is no plain word."""
    model = facts.get("model", "")
    if not _PLAIN.fullmatch(model) or engine not in ENGINES:
        raise LaunchError(msg("a model and an engine are needed for a command"))
    words: list[str] = []
    for fact, flags in _FACT_FLAGS.items():
        value = facts.get(fact, "")
        if (
            engine in flags
            and _PLAIN.fullmatch(value)
            and (fact, value) != ("tensor_parallel", "1")
        ):
            words += [flags[engine], value]
    options = read_options(words, Grammar(engine))
    return Command(
        engine, "shell", "", model,
        flags={one.name.flag: one.value or True for one in options},
        written=tuple(Written(one.written, (one.value or "",)) for one in options),
    )  # fmt: skip
