"""A complete launch command → what its absent flags imply: the defaults of its version."""

from collections.abc import Iterator
from typing import Protocol

from kb.core.facts.arguments import facts_of_arguments
from kb.core.facts.found import Found, Trust
from kb.core.facts.implying import compilation_default

# fact → flag whose default it has where a complete command does not name it
_DEFAULTS = (
    "tensor_parallel_size",
    "pipeline_parallel_size",
    "data_parallel_size",
    "gpu_memory_utilization",
    "kv_cache_dtype",
    "tokenizer_mode",
    "config_format",
    "load_format",
    "enable_lora",
    "enable_expert_parallel",
    "disable_custom_all_reduce",
    "enable_prefix_caching",
    "enable_chunked_prefill",
    "max_lora_rank",
)
# defaults that changed between versions say nothing while the version is not known
_CHANGED = frozenset({"gpu_memory_utilization", "enable_prefix_caching", "enable_chunked_prefill"})
_COMPILING = frozenset({"enforce_eager", "optimization_level", "compilation_config"})
_NATIVE = {"sglang": {"tensor_parallel_size": "tp_size", "pipeline_parallel_size": "pp_size",
                      "data_parallel_size": "dp_size"}}  # fmt: skip


class Defaults(Protocol):
    """What is asked of a flag catalogue."""

    def default(self, flag: str, version: str | None = None) -> str | None: ...


def defaults(
    engine: str, arguments: dict[str, str], catalogue: Defaults | None, version: str
) -> Iterator[Found]:
    """What the absent flags of a complete command imply for `version`, "" where it is unknown."""
    for name, value in _of_absent(engine, arguments, catalogue, version):
        yield Found(name, value, Trust.DEFAULT, how="default")
    if engine == "vllm" and not _COMPILING & set(arguments):
        yield Found("compilation", compilation_default(version), Trust.DEFAULT, how="default")


def _of_absent(
    engine: str, arguments: dict[str, str], catalogue: Defaults | None, version: str
) -> Iterator[tuple[str, str]]:
    if catalogue is None:
        return
    absent: dict[str, str] = {}
    for key in _DEFAULTS:
        name = _NATIVE.get(engine, {}).get(key, key)
        if name in arguments or (name in _CHANGED and not version):
            continue
        default = _default(catalogue, name, version)
        if default not in (None, ""):
            absent[name] = str(default)
    yield from facts_of_arguments(absent)
    if "speculative_config" not in arguments and engine == "vllm":
        yield "speculative", "none"


def _default(catalogue: Defaults, argument: str, version: str) -> str | None:
    value = catalogue.default("--" + argument.replace("_", "-"), version or None)
    return {"false": "False", "true": "True"}.get(str(value), value) if value is not None else None
