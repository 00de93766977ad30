"""What is told about a command in a version: one row a rule."""

import random

import pytest

from kb.core.launch.checks.explaining import MASK
from kb.core.launch.flags import check, check_upgrade, explain
from kb.core.launch.model import Command, Written
from tests.core.launch.catalogues import ALL, catalogue

Option = tuple[str, ...]


def command(
    *options: Option,
    engine: str = "vllm",
    model: str = "org/model",
    entry: str = "serve",
    env: dict[str, str] | None = None,
) -> Command:
    """Options as (name, word, word …); a name with `=` is joined."""
    written = tuple(_written(option) for option in options)
    return Command(
        engine=engine,
        form="shell",
        text="",
        model=model,
        env=env or {},
        written=written,
        entry=entry,
    )


def _written(option: Option) -> Written:
    name, equals, value = option[0].partition("=")
    return Written(name, (value,), True) if equals else Written(name, option[1:])


def found(subject: Command, version: str | None) -> list[tuple[str, str, str]]:
    return [(one.level, one.kind, one.flag) for one in check(subject, version, ALL)]


CLEAN = [
    ("vllm", "0.24.0", [("--max-model-len", "32768"), ("-tp", "2"), ("--enforce-eager",)]),
    ("vllm", "0.24.0", [("--max_model_len", "32K"), ("-O3",), ("-cc.mode=3",)]),
    ("vllm", "0.24.0", [("--max-model-len", "$LEN"), ("--dtype", "${DTYPE}")]),
    ("vllm", "0.9.2", [("--limit-mm-per-prompt", "image=4")]),
    ("vllm", "0.9.2", [("--limit-mm-per-prompt", '{"image": 4}')]),
    ("vllm", "0.8.4", [("--limit-mm-per-prompt", "image=4,video=1")]),
    ("vllm", "0.8.0", [("--enable-chunked-prefill", "False")]),
    ("vllm", "0.24.0", [("--compilation-config", '{"cudagraph_mode": "NONE"}')]),
    ("vllm", "0.24.0", [("--served-model-name", "a", "b")]),
    ("vllm", "0.24.0", [("--hf-overrides", '{"rope_parameters": {"x": 1}}')]),
    ("sglang", "0.5.9", [("--tp-size", "2"), ("--mem-fraction-static", "0.8")]),
    ("llamacpp", "0.3.36", [("-m", "x.gguf"), ("-ngl", "99"), ("-fa", "on")]),
    ("llamacpp", "b4589", [("-m", "x.gguf"), ("-fa",)]),
    ("tgi", "3.0", [("--model-id", "m"), ("--quantize", "awq")]),
    ("vllm", "nightly", [("--max-model-len", "4096")]),
]


@pytest.mark.parametrize(("engine", "version", "options"), CLEAN)
def test_nothing_to_tell(engine: str, version: str, options: list[Option]) -> None:
    assert found(command(*options, engine=engine), version) == []


FOUND = [
    # version, option, level, kind
    ("0.24.0", ("--max-modle-len", "4"), "error", "unknown"),
    ("nightly", ("--max-modle-len", "4"), "warning", "unknown"),
    ("0.60.0", ("--max-modle-len", "4"), "warning", "unknown"),
    ("0.24.0", ("--swap-space", "4"), "error", "removed"),
    ("nightly", ("--swap-space", "4"), "warning", "removed"),
    ("0.12.0", ("--attention-backend", "FLASH_ATTN"), "error", "later"),
    ("0.13.0rc1", ("--attention-backend", "FLASH_ATTN"), "note", "undecided"),
    ("0.24.0", ("--max-num", "4"), "error", "ambiguous"),
    ("0.24.0", ("--gpu-memory-util", "0.8"), "note", "abbreviation"),
    ("0.4.2", ("--max_model_len", "4"), "error", "spelling"),
    ("0.8.4", ("--compilation-config.level", "3"), "error", "spelling"),
    ("0.24.0", ("--enforce-eager=False",), "error", "value-for-switch"),
    ("0.8.5", ("--enable-chunked-prefill=False",), "error", "value-for-switch"),
    ("0.24.0", ("--max-model-len",), "error", "missing-value"),
    ("0.24.0", ("--max-model-len", "many"), "error", "type"),
    ("0.8.0", ("--max-model-len", "32k"), "error", "type"),
    ("0.24.0", ("--max-model-len", "32k"), "note", "unit"),
    ("0.24.0", ("--gpu-memory-utilization", "90%"), "", ""),  # a template mark: not judged
    ("0.24.0", ("--gpu-memory-utilization", "0,9"), "error", "type"),
    ("0.24.0", ("--dtype", "fp8"), "error", "choice"),
    ("0.16.0", ("--kv-cache-dtype", "nvfp4"), "error", "choice"),
    ("0.24.0", ("--kv-cache-dtype", "something-new"), "", ""),  # an open list
    ("0.10.0", ("--limit-mm-per-prompt", "image=4"), "error", "type"),
    ("0.8.0", ("--limit-mm-per-prompt", '{"image": 4}'), "error", "type"),
    ("0.24.0", ("--speculative-config", "{'method': 'ngram'}"), "error", "type"),
    ("0.10.2", ("--compilation-config", '{"mode": 3}'), "warning", "json-key"),
    ("0.10.2", ("--compilation-config.mode=3",), "warning", "json-key"),
    ("0.24.0", ("--compilation-config.level", "3"), "warning", "json-key"),
    ("0.24.0", ("--compilation-config", '{"cudagraph_mod": "NONE"}'), "warning", "json-key"),
    ("0.24.0", ("--enable-auto-tool-choice",), "error", "needs"),
    ("0.24.0", ("--config=serve.yaml",), "warning", "config-file"),
    ("0.24.0", ("--config", "serve.json"), "error", "config-file"),
    ("0.14.0", ("--disable-log-requests",), "note", "deprecated"),
]


@pytest.mark.parametrize(("version", "option", "level", "kind"), FOUND)
def test_one_option(version: str, option: Option, level: str, kind: str) -> None:
    expected = [(level, kind, option[0].partition("=")[0])] if kind else []
    assert found(command(option, entry=""), version) == expected


ENTRIES = [
    # version, entry, model, options, level, kind
    ("0.5.0", "serve", "m", [], "error", "entry"),
    ("0.8.2", "serve", "", [], "error", "no-model"),
    ("0.24.0", "serve", "", [], "warning", "no-model"),
    ("0.10.0", "serve", "m", [("--model", "m")], "error", "model-option"),
    ("0.13.0", "serve", "m", [("--model", "m")], "note", "model-option"),
    (
        "0.24.0",
        "serve",
        "m",
        [("--model", "m"), ("--served-model-name", "a")],
        "warning",
        "model-option",
    ),
    ("0.10.0", "serve", "", [("--served-model-name", "a", "m")], "error", "swallowed-model"),
    ("0.24.0", "serve", "", [("--served-model-name", "a", "m")], "error", "swallowed-model"),
    ("0.10.0", "image", "m", [("--dtype", "auto")], "error", "model-positional"),
    ("0.13.0", "image", "m", [("--dtype", "auto")], "", ""),
    ("0.10.0", "image", "m", [("--model", "m")], "", ""),
    ("0.24.0", "module", "m", [("--model", "m")], "", ""),
    ("0.24.0", "module", "", [], "warning", "no-model"),
]


@pytest.mark.parametrize(("version", "entry", "model", "options", "level", "kind"), ENTRIES)
def test_how_the_model_is_given(
    version: str, entry: str, model: str, options: list[Option], level: str, kind: str
) -> None:
    kinds = [one[:2] for one in found(command(*options, entry=entry, model=model), version)]
    assert kinds == ([(level, kind)] if kind else [])


VARIABLES = [
    ("vllm", "0.24.0", "VLLM_ATTENTION_BACKEND", "ignored-variable"),
    ("vllm", "0.13.0", "VLLM_ATTENTION_BACKEND", None),
    ("vllm", "0.11.1", "VLLM_USE_V1", "ignored-variable"),
    ("vllm", "0.6.0", "VLLM_USE_V1", "ignored-variable"),
    ("vllm", "latest", "VLLM_USE_V1", "ignored-variable"),
    ("vllm", "0.24.0", "VLLM_ATENTION_BACKEND", "unknown-variable"),
    ("vllm", "0.24.0", "NCCL_DEBUG", None),
    ("ollama", "0.9.6", "OLLAMA_MAX_VRAM", "ignored-variable"),
    ("ollama", "0.9.6", "OLLAMA_HOST", None),
    ("llamacpp", "0.3.36", "LLAMA_ARG_CTX_SIZE", None),
    ("llamacpp", "0.3.36", "LLAMA_ARG_NOTHING", "unknown-variable"),
    ("tgi", "3.0", "MODEL_ID", None),
]


@pytest.mark.parametrize(("engine", "version", "name", "kind"), VARIABLES)
def test_environment_variables(engine: str, version: str, name: str, kind: str | None) -> None:
    subject = command(engine=engine, env={name: "1"})
    assert found(subject, version) == ([("warning", kind, name)] if kind else [])


def test_an_option_of_another_engine_is_named_with_its_name_here() -> None:
    (one,) = check(command(("--ctx-size", "4096")), "0.24.0", ALL)
    assert "llama.cpp" in str(one.advice) and "--max-model-len" in str(one.advice)


def test_a_removed_flag_names_its_replacement() -> None:
    (one,) = check(command(("--guided-decoding-backend", "xgrammar")), "0.24.0", ALL)
    assert str(one.message) == "`--guided-decoding-backend` is gone since vLLM 0.12"
    assert "--structured-outputs-config.backend" in str(one.advice)


def test_what_lies_between_two_versions_read_is_said_so() -> None:
    (one,) = check(command(env={"VLLM_ATTENTION_BACKEND": "X"}), "0.24.0", ALL)
    assert "by 0.16; 0.14.1 still" in str(one.message)


def test_the_last_one_wins() -> None:
    twice = command(("--max-model-len", "8192"), ("--max-model-len=4096",))
    (one,) = check(twice, "0.24.0", ALL)
    assert (one.kind, one.level) == ("duplicate", "warning")
    assert "--max-model-len 4096" in str(one.message)


def test_yes_and_no_contradict() -> None:
    both = command(("--enforce-eager",), ("--no-enforce-eager",))
    assert found(both, "0.24.0") == [("warning", "contradiction", "--enforce-eager")]


def test_a_stray_false_behind_a_switch() -> None:
    stray = Written("--enable-chunked-prefill", (), after=("False",))
    subject = Command(engine="vllm", form="shell", text="", model="m", written=(stray,))
    (one,) = check(subject, "0.10.0", ALL)
    assert one.kind == "value-for-switch" and "--no-enable-chunked-prefill" in str(one.advice)


def test_a_command_without_its_words_is_checked_by_its_flags() -> None:
    subject = Command(engine="vllm", form="shell", text="", model="m", flags={"--swap-space": "4"})
    assert found(subject, "0.24.0") == [("error", "removed", "--swap-space")]


def test_the_version_of_the_command_itself_is_the_default() -> None:
    subject = Command(
        engine="vllm", form="docker", text="", flags={"--swap-space": "4"}, version="0.24.0"
    )
    assert [one[1] for one in found(subject, None)] == ["removed"]


def test_an_engine_without_a_catalogue_finds_nothing() -> None:
    assert check(command(("--x",), engine="lmdeploy"), "1.0", ALL) == ()


def test_an_upgrade_breaks_and_changes() -> None:
    subject = command(("-O3",), ("--swap-space", "4"), env={"VLLM_ATTENTION_BACKEND": "X"})
    kinds = {one.kind for one in check_upgrade(subject, "0.11.0", "0.24.0", ALL)}
    assert {"removed", "ignored-variable", "meaning", "default", "built-with"} <= kinds


def test_an_upgrade_is_silent_about_what_was_broken_before() -> None:
    subject = command(("--swap-space", "4"), ("--no-such", "1"))
    flags = {one.flag for one in check_upgrade(subject, "0.24.0", "0.25.1", ALL)}
    assert not flags & {"--swap-space", "--no-such"}


def test_a_command_is_explained_flag_by_flag() -> None:
    subject = command(
        ("--max_model_len", "4096"), ("--api-key", "s3cret"), env={"HF_TOKEN": "hf_x"}
    )
    rows = explain(subject, "0.24.0", "zh", ALL)
    assert [row.canonical for row in rows] == ["--max-model-len", "--api-key", "HF_TOKEN"]
    assert "上下文" in rows[0].meaning
    assert [row.value for row in rows] == ["4096", MASK, MASK]


def test_an_explanation_falls_back_to_english() -> None:
    (row,) = explain(command(("--dtype", "auto")), "0.24.0", "fr", ALL)
    assert row.meaning.startswith("Number format") and row.default == "auto"


def test_a_variable_that_the_engine_only_lists_is_explained_by_the_shared_table() -> None:
    (row,) = explain(command(env={"CUDA_VISIBLE_DEVICES": "0"}), "0.24.0", "zh", ALL)
    assert "显卡" in row.meaning and row.since is not None


WORDS = ["True", "4", "{", '{"a": [', "image=4", "", "$X", "-1", "\u2028", "a" * 500, "∞", "0x1F"]


@pytest.mark.parametrize("engine", ["vllm", "sglang", "llamacpp", "ollama", "tgi"])
def test_no_command_raises(engine: str) -> None:
    chance = random.Random(engine)
    names = [*catalogue(engine).names.exact, "--", "-", "--=", "---x", "--a.b+", "-O", "", "--é"]
    versions = [*catalogue(engine).versions, "latest", "", "0.1.dev1", "9" * 70, "v1.2.3rc1"]
    for _ in range(400):
        options = [
            (chance.choice(names), *chance.sample(WORDS, chance.randrange(3))) for _ in range(6)
        ]
        subject = command(
            *[option for option in options if option[0] or option[1:]],
            engine=engine,
            entry=chance.choice(["serve", "module", "image", ""]),
            env={chance.choice(["VLLM_X", "OLLAMA_HOST", "é", ""]): chance.choice(WORDS)},
        )
        version = chance.choice(versions)
        for one in check(subject, version, ALL):
            assert str(one.message)
        check_upgrade(subject, version, chance.choice(versions), ALL)
        explain(subject, version, "zh", ALL)
