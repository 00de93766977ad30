"""Rules of vLLM's front doors that changed with its versions (launch.md section 1)."""

from collections.abc import Iterator

from kb.core.launch.checks.findings import ERROR, NOTE, WARNING, Case, Finding
from kb.core.messages import msg

SERVE = "vllm serve"


def entry(case: Case) -> Iterator[Finding]:
    """How the model is given, for `vllm serve`, the module and the image."""
    if case.catalogue.engine != "vllm":
        return
    if _door(case) == "serve":
        yield from _serve(case)
    elif _door(case) == "module":
        yield from _module(case)
    yield from _config_file(case)


def _door(case: Case) -> str:
    """serve or module; an image's own entry point tells which one it is."""
    if case.command.entry != "image":
        return case.command.entry
    pin = case.catalogue.pin(case.version)
    if pin is None or not pin.entrypoint:
        return ""
    return "module" if "api_server" in pin.entrypoint else "serve"


def _positional(case: Case) -> bool:
    return bool(case.command.model) and not case.has("--model")


def _serve(case: Case) -> Iterator[Finding]:
    if case.before_version("0.5.2"):
        text = msg("`vllm serve` came with vLLM 0.5.2; yours is {yours}", yours=case.version)
        advice = msg(
            "use {instead}", instead="`python -m vllm.entrypoints.openai.api_server --model …`"
        )
        yield Finding("entry", SERVE, text, ERROR, advice)
    elif any(not use.written.named for use in case.uses_of("--model")):
        yield from _model_option(case)
    elif not case.command.model and case.command.complete and not case.has("--config"):
        yield from _no_model(case)


def _model_option(case: Case) -> Iterator[Finding]:
    advice = msg("put the model right behind `vllm serve`")
    if case.from_version("0.8.3") and case.before_version("0.11.1"):
        text = msg("`vllm serve --model` is refused from vLLM 0.8.3 to 0.11.0")
        yield Finding("model-option", "--model", text, ERROR, advice)
    elif case.from_version("0.17.1") and case.has("--served-model-name"):
        text = msg(
            "`--served-model-name` needs the model right behind `vllm serve` since vLLM 0.17"
        )
        yield Finding("model-option", "--served-model-name", text, WARNING, advice)
    elif case.from_version("0.11.1"):
        text = msg("`vllm serve --model` works, with a warning in the log")
        yield Finding("model-option", "--model", text, NOTE, advice)
    elif case.before_version("0.8.3") and not _positional(case):
        text = msg("`vllm serve` needs the model as its first word up to vLLM 0.8.2")
        yield Finding("model-option", "--model", text, ERROR, advice)


def _no_model(case: Case) -> Iterator[Finding]:
    """A list option in front of the model takes it as one more word."""
    for use in case.uses_of("--served-model-name"):
        if len(use.values) > 1:
            yield _swallowed(use.values[-1], case)
            return
    if case.before_version("0.8.3"):
        text = msg("`vllm serve` needs the model as its first word up to vLLM 0.8.2")
        yield Finding("no-model", SERVE, text, ERROR)
    elif case.place is not None:
        text = msg(
            "no model is given: vLLM would load its default, {model}",
            model=case.catalogue.default("--model", case.version) or "",
        )
        yield Finding("no-model", SERVE, text, WARNING)


def _swallowed(model: str, case: Case) -> Finding:
    text = msg(
        "`--served-model-name` takes `{model}` as one more name: no model is left", model=model
    )
    return Finding(
        "swallowed-model",
        "--served-model-name",
        text,
        ERROR,
        msg("put the model right behind `vllm serve`"),
    )


def _module(case: Case) -> Iterator[Finding]:
    if _positional(case) and case.command.written:
        text = msg(
            "the API server's module takes the model as `--model {model}` only",
            model=case.command.model,
        )
        yield Finding("model-positional", case.command.model, text, ERROR)
    elif (
        not case.command.model
        and not case.has("--model")
        and case.command.complete
        and not case.has("--config")
    ):
        default = case.catalogue.default("--model", case.version) or ""
        text = msg("no model is given: vLLM would load its default, {model}", model=default)
        yield Finding("no-model", "--model", text, WARNING)


def _config_file(case: Case) -> Iterator[Finding]:
    for use in case.uses_of("--config"):
        path = use.values[0] if use.values else ""
        if "=" in use.written.name or use.written.joined:
            text = msg("`--config=FILE` is not read: write `--config FILE`")
            yield Finding("config-file", "--config", text, WARNING)
        if path and "$" not in path and not path.endswith((".yaml", ".yml")):
            text = msg(
                "the file of `--config` must end in .yaml or .yml, not `{path}`", path=path[-60:]
            )
            yield Finding("config-file", "--config", text, ERROR)
