"""A launch command → the facts that it states, and those that its absent flags imply."""

import re
from collections.abc import Iterator, Mapping
from typing import Protocol

from kb.core.facts.absent import Defaults, defaults
from kb.core.facts.arguments import compilation_of, facts_of_arguments
from kb.core.facts.found import Found, Trust
from kb.core.facts.implying import implied
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
# a variable, a whole command that was written as one argument, a shell in place of the engine
_NO_NAME = re.compile(r"^[$<]|^\{\{|\s|^(?:/usr)?/bin/|^(?:ba)?sh$")
_POD = re.compile(r"\s*- name:")  # how a container of a manifest begins


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


def facts_of_command(
    command: Command,
    vocabulary: Vocabulary,
    catalogues: Mapping[str, Defaults] | None = None,
    version: str = "",
    line: int | None = None,
) -> dict[str, Fact]:
    """The facts of a launch command that begins in line `line` of a text. Absent flags of a
    complete one give `how: default`, from the engine's catalogue for `version` (the command's own
    where it names one)."""
    engine = canonical("engine", command.engine, vocabulary) or ""
    arguments = _arguments(command)
    found = [*_stated(command, engine, arguments, line)]
    if command.complete and engine:
        catalogue = (catalogues or {}).get(command.engine)
        found += defaults(engine, arguments, catalogue, command.version or version)
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


def _stated(
    command: Command, engine: str, arguments: dict[str, str], line: int | None
) -> Iterator[Found]:
    rows = command.text.splitlines() or [""]

    def stated(name: str, raw: str, trust: Trust = Trust.COMMAND, *, written: str = "") -> Found:
        how: How = "estimated" if trust is Trust.ESTIMATE else "stated"
        at = next((n for n, row in enumerate(rows) if (written or raw) in row), 0)
        place = None if line is None else line + at
        return Found(name, raw, trust, place, rows[at].strip()[:400], how)

    if engine:
        yield stated("engine", engine)
    if command.model and not _NO_NAME.search(command.model):
        yield stated("model", command.model)
    for name, value in facts_of_arguments(arguments):
        sized = _sized(value) if name == "max_model_len" else value
        yield stated(name, sized, written=value)
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
    pod = command.form in ("kubernetes", "helm") or _POD.match(command.text)
    if command.form in ("docker", "compose", "dockerfile") and not pod:
        yield "platform", "docker", Trust.COMMAND
    elif pod:
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
