"""A Command → the same server in another form, everything quoted for it."""

import json
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from kb.core.launch.dialects import SH
from kb.core.launch.model import Command, LaunchError, LaunchQuestion, Written
from kb.core.launch.quoting import quote
from kb.core.launch.yamlvalues import write, write_scalar
from kb.core.messages import msg

_RUNS = re.compile(r"\$\(|`|[\r\n\x00]")
_VARIABLE = re.compile(r"\$\{?([A-Za-z_]\w*)\}?", re.ASCII)
_MODEL_FLAGS = ("--model", "--model-path", "--model-id", "-m")
_HUB = re.compile(r"[\w-]+/[\w.-]+(?<!\.gguf)(?::[\w.-]+)?")  # a name on the hub, not a file
_LONGEST_LINE = 90


@dataclass(frozen=True, slots=True)
class _Engine:
    words: tuple[str, ...]  # how it starts outside a container
    model: str  # the option of the model; "" = the word behind
    image: str
    port: int
    inside: tuple[str, ...] = ()  # what the image has to be told to start


ENGINES = {
    "vllm": _Engine(("vllm", "serve"), "", "vllm/vllm-openai", 8000),
    "sglang": _Engine(
        ("python3", "-m", "sglang.launch_server"), "--model-path", "lmsysorg/sglang", 30000,
        ("python3", "-m", "sglang.launch_server"),
    ),
    "llamacpp": _Engine(("llama-server",), "-m", "ghcr.io/ggml-org/llama.cpp:server-cuda", 8080),
    "ollama": _Engine(("ollama", "serve"), "-", "ollama/ollama", 11434),
    "tgi": _Engine(
        ("text-generation-launcher",), "--model-id",
        "ghcr.io/huggingface/text-generation-inference", 80,
    ),
    "lmdeploy": _Engine(
        ("lmdeploy", "serve", "api_server"), "", "openmmlab/lmdeploy", 23333,
        ("lmdeploy", "serve", "api_server"),
    ),
}  # fmt: skip


def to_form(command: Command, form: str) -> str:
    """`command` as shell, docker, compose, kubernetes or config (a YAML file for `--config`).

    What only the old form had (volumes, redirections) is not in it. Raises LaunchError for a form
    or engine that we cannot write, LaunchQuestion where a value is computed by the user's shell."""
    render = _FORMS.get(form)
    engine = ENGINES.get(command.engine)
    if render is None or engine is None:
        raise LaunchError(msg("{engine} as {form}: we cannot write that",
                              engine=command.engine or "?", form=form))  # fmt: skip
    for text in (
        command.model,
        *command.env.values(),
        *(w for one in command.written for w in one.words),
    ):
        if _RUNS.search(text):
            raise LaunchQuestion(msg("{value} is computed by your shell: what is it?", value=text))
    return render(command, engine)


def _groups(command: Command) -> Iterator[list[str]]:
    """The options without the model's, one list an option."""
    for one in command.written:
        if one.name in _MODEL_FLAGS:
            continue
        if one.joined:
            yield [f"{one.name}={one.words[0]}"]
        else:
            yield [one.name, *one.words]


def _model(command: Command, option: str) -> list[str]:
    if not command.model or option == "-":
        return []
    if option == "-m" and _HUB.fullmatch(command.model):
        return ["-hf", command.model]
    return [option, command.model] if option else [command.model]


def _shell(command: Command, engine: _Engine) -> str:
    env = [f"{name}={_word(value)}" for name, value in command.env.items()]
    head = " ".join([*env, *engine.words, *map(_word, _model(command, engine.model))])
    return _lines(head, [" ".join(map(_word, group)) for group in _groups(command)])


def _word(value: str) -> str:
    return quote(value, SH)


def _lines(head: str, parts: list[str]) -> str:
    line = " ".join([head, *parts])
    return line if len(line) <= _LONGEST_LINE else " \\\n  ".join([head, *parts])


def _image(command: Command, engine: _Engine) -> str:
    if command.image:
        return command.image
    known = ":" in engine.image or not command.version
    return engine.image if known else f"{engine.image}:v{command.version.removeprefix('v')}"


def _inside(command: Command, engine: _Engine) -> list[list[str]]:
    """The words behind the image. The vLLM image takes `--model` in every version."""
    start = [list(engine.inside)] if engine.inside else []
    option = engine.model or ("" if engine.inside else "--model")
    model = _model(command, option)
    return [*start, *([model] if model else []), *_groups(command)]


def _port(command: Command, engine: _Engine) -> str:
    port = str(command.flags.get("--port", engine.port))
    return port if port.isdigit() else str(engine.port)


def _docker(command: Command, engine: _Engine) -> str:
    port = _port(command, engine)
    env = [f"-e {_word(f'{name}={value}')}" for name, value in command.env.items()]
    options = [
        "--gpus all",
        "--ipc=host",
        f"-p {port}:{port}",
        *env,
        _word(_image(command, engine)),
    ]
    words = [" ".join(map(_word, group)) for group in _inside(command, engine)]
    return _lines("docker run", [*options, *words])


def _dollars(value: str) -> str:
    """compose replaces `$NAME` itself; any other dollar is written twice."""
    return value if _VARIABLE.fullmatch(value) else value.replace("$", "$$")


def _compose(command: Command, engine: _Engine) -> str:
    port = _port(command, engine)
    rows = [f"  {command.engine}:", f"    image: {write(_image(command, engine))}"]
    if command.env:
        rows.append("    environment:")
        rows += [
            f"      - {write(f'{name}={_dollars(value)}')}" for name, value in command.env.items()
        ]
    rows += ["    ports:", f'      - "{port}:{port}"', "    ipc: host", "    command:"]
    words = [word for group in _inside(command, engine) for word in group]
    rows += [f"      - {write(_dollars(word))}" for word in words]
    return "\n".join(["services:", *rows]) + "\n"


def _kubernetes(command: Command, engine: _Engine) -> str:
    def item(value: str) -> str:
        return write(_VARIABLE.sub(r"$(\1)", value) if _VARIABLE.fullmatch(value) else value, '"')

    rows = [f"- name: {command.engine}", f"  image: {write(_image(command, engine))}"]
    if command.env:
        rows.append("  env:")
        for name, value in command.env.items():
            rows += [f"  - name: {name}", f"    value: {item(value)}"]
    rows.append("  args:")
    rows += [f"  - {item(word)}" for group in _inside(command, engine) for word in group]
    return "\n".join(["containers:", *rows]) + "\n"


def _config(command: Command, engine: _Engine) -> str:
    if command.engine != "vllm":
        raise LaunchError(msg("only vLLM reads such a file"))
    rows = [f"model: {write(command.model)}"] if command.model else []
    rows += [_pair(one) for one in command.written if one.name not in _MODEL_FLAGS]
    return "\n".join(rows) + "\n"


def _pair(one: Written) -> str:
    if not one.name.startswith("--") or "." in one.name:
        raise LaunchQuestion(
            msg("{name} has no place in the file: write its long name", name=one.name)
        )
    name = one.name.lstrip("-").replace("_", "-")
    if not one.words:
        return f"{name}: true"
    if len(one.words) > 1:
        return f"{name}: [{', '.join(map(json.dumps, one.words))}]"
    return f"{name}: {write_scalar(one.words[0])}"


_FORMS: dict[str, Callable[[Command, _Engine], str]] = {
    "shell": _shell,
    "docker": _docker,
    "compose": _compose,
    "kubernetes": _kubernetes,
    "config": _config,
}
