"""A launch command → the facts that it states, and those that its absent flags imply."""

from collections.abc import Iterator, Mapping
from typing import Protocol

from kb.core.facts.arguments import compilation_of, facts_of_arguments
from kb.core.facts.found import Found, Trust
from kb.core.facts.implying import compilation_default, implied
from kb.core.facts.model import Fact, How, Vocabulary
from kb.core.facts.naming import canonical
from kb.core.facts.readers.images import facts_of_tag
from kb.core.facts.readers.variables import facts_of_variable
from kb.core.facts.settling import settle

# option of an engine → the argument that it sets
_SAME = {
    "tp": "tensor_parallel_size",
    "c": "ctx_size",
    "m": "model",
    "hf_repo": "model",
    "parallel": "max_num_seqs",
    "np": "max_num_seqs",
    "max_concurrent_requests": "max_num_seqs",
}
_VERSION = {"vllm": "vllm", "sglang": "sglang", "llama.cpp": "llama.cpp", "ollama": "ollama",
            "tgi": "tgi", "lmdeploy": "lmdeploy", "tensorrt-llm": "tensorrt_llm"}  # fmt: skip
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


class Command(Protocol):
    """What is asked of a kb.core.launch.model.Command."""

    @property
    def text(self) -> str: ...
    @property
    def engine(self) -> str: ...
    @property
    def form(self) -> str: ...
    @property
    def model(self) -> str: ...
    @property
    def flags(self) -> Mapping[str, str | bool]: ...
    @property
    def env(self) -> Mapping[str, str]: ...
    @property
    def image(self) -> str: ...
    @property
    def version(self) -> str: ...
    @property
    def complete(self) -> bool: ...


class Defaults(Protocol):
    """What is asked of a flag catalogue."""

    def default(self, flag: str, version: str | None = None) -> str | None: ...


def facts_of_command(
    command: Command,
    vocabulary: Vocabulary,
    catalogues: Mapping[str, Defaults] | None = None,
    version: str = "",
) -> dict[str, Fact]:
    """The facts of a launch command. Absent flags of a complete one give `how: default`, from the
    engine's catalogue for `version` (the command's own where it names one)."""
    engine = canonical("engine", command.engine, vocabulary) or ""
    arguments = _arguments(command)
    found = [*_stated(command, engine, arguments)]
    if command.complete and engine:
        catalogue = (catalogues or {}).get(command.engine)
        found += _defaults(engine, arguments, catalogue, command.version or version)
    return implied(settle(found, vocabulary), vocabulary)


def _arguments(command: Command) -> dict[str, str]:
    """The flags as arguments: `--tensor-parallel-size` → tensor_parallel_size, a switch → True."""
    arguments: dict[str, str] = {}
    for flag, value in command.flags.items():
        key, text = flag.lstrip("-").replace("-", "_"), str(value)
        base, _, inner = key.partition(".")
        if text.startswith(("$", "{{", "<")):
            continue
        if inner:  # --compilation-config.mode 3
            arguments[base] = f'{{"{inner}": {text}, ' + arguments.get(base, "")
        else:
            arguments[_SAME.get(key, key)] = text
    return arguments


def _stated(command: Command, engine: str, arguments: dict[str, str]) -> Iterator[Found]:
    def stated(name: str, raw: str, trust: Trust = Trust.COMMAND) -> Found:
        how: How = "estimated" if trust is Trust.ESTIMATE else "stated"
        return Found(name, raw, trust, text=command.text[:400], how=how)

    if engine:
        yield stated("engine", engine)
    if command.model and not command.model.startswith(("$", "{{", "<")):
        yield stated("model", command.model)
    for name, value in facts_of_arguments(arguments):
        yield stated(name, _sized(value) if name == "max_model_len" else value)
    if compilation := _compilation(arguments):
        yield stated("compilation", compilation)
    for name, value in _of_cache(arguments):
        yield stated(name, value)
    yield from (stated(*each) for each in _of_place(command, engine))


def _of_place(command: Command, engine: str) -> Iterator[tuple[str, str, Trust]]:
    for name, text in command.env.items():
        yield from facts_of_variable(name, text)
    if command.image and "$" not in command.image:
        yield "image", command.image, Trust.IMAGE
        tag = command.image.rsplit("/", 1)[-1].partition(":")[2].partition("@")[0]
        yield from ((name, value, Trust.IMAGE) for name, value in facts_of_tag(engine, tag))
    elif command.version and engine in _VERSION:
        yield _VERSION[engine], command.version, Trust.IMAGE
    if command.form in ("docker", "compose", "dockerfile"):
        yield "platform", "docker", Trust.COMMAND
    elif command.form in ("kubernetes", "helm"):
        yield "platform", "kubernetes", Trust.COMMAND
    elif command.form in ("cmd", "powershell"):
        yield "platform", "windows", Trust.COMMAND


def _sized(value: str) -> str:
    """`32k` → 32000, `32K` → 32768 (vLLM 0.8.4 and later)."""
    units = {"k": 1000, "m": 1000**2, "K": 1024, "M": 1024**2}
    number, unit = value[:-1], value[-1:]
    if unit in units and number.replace(".", "", 1).isdigit():
        return str(int(float(number) * units[unit]))
    return value


def _compilation(arguments: dict[str, str]) -> str:
    """What the flags of vLLM and SGLang say of compilation; "" if nothing."""
    if arguments.get("enforce_eager") == "True" or arguments.get("optimization_level") == "0":
        return "disabled"
    config = arguments.get("compilation_config", "")
    if config == "0":
        return "graphs-only"
    if config.startswith("{"):
        said = compilation_of(arguments | {"enforce_eager": "False"}, first=False)
        return said if said != "enabled" else ""
    return ""


def _of_cache(arguments: dict[str, str]) -> Iterator[tuple[str, str]]:
    """llama.cpp names the types of K and V apart."""
    kinds = [arguments.get(key, "") for key in ("cache_type_k", "cache_type_v")]
    if all(kinds):
        yield "kv_cache_dtype", "/".join(kinds)


def _defaults(
    engine: str, arguments: dict[str, str], catalogue: Defaults | None, version: str
) -> Iterator[Found]:
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
