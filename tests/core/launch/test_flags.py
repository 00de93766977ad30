"""What an option means in a version: rows tried with the real parsers, and every name there is."""

import pytest

from kb.core.launch.flags import Resolved
from tests.core.launch.catalogues import ALL, catalogue

RESOLVED = [
    # engine, option, version, flag, how, status
    ("vllm", "--max-model-len", "0.24.0", "--max-model-len", "exact", "here"),
    ("vllm", "--max_model_len", "0.24.0", "--max-model-len", "underscore", "here"),
    ("vllm", "--max_model_len=8", "0.24.0", "--max-model-len", "underscore", "here"),
    ("vllm", "--gpu-memory-util", "0.24.0", "--gpu-memory-utilization", "abbreviation", "here"),
    ("vllm", "--gpu_memory_util", "0.24.0", "--gpu-memory-utilization", "abbreviation", "here"),
    ("vllm", "-tp", "0.24.0", "--tensor-parallel-size", "exact", "here"),
    ("vllm", "-tp=2", "0.24.0", "--tensor-parallel-size", "exact", "here"),
    ("vllm", "-O3", "0.10.2", "--compilation-config", "joined", "here"),
    ("vllm", "-O3", "0.24.0", "--optimization-level", "joined", "here"),
    ("vllm", "-cc.mode=0", "0.24.0", "--compilation-config", "dotted", "here"),
    ("vllm", "-cc.mode", "0.10.2", "--compilation-config", "dotted", "later"),
    ("vllm", "--swap-space", "0.20.0", "--swap-space", "exact", "removed"),
    ("vllm", "--swap-space", "0.18.0", "--swap-space", "exact", "removed"),
    ("vllm", "--swap-space", "nightly", "--swap-space", "exact", "maybe"),
    ("vllm", "--device", "0.24.0", "--device", "exact", "removed"),
    ("vllm", "--attention-backend", "0.12.0", "--attention-backend", "exact", "later"),
    ("vllm", "--attention-backend", "0.13.0rc1", "--attention-backend", "exact", "maybe"),
    ("vllm", "--disable-log-requests", "0.16.0", "--disable-log-requests", "exact", "here"),
    ("vllm", "--disable-log-requests", "0.20.0", "--disable-log-requests", "exact", "removed"),
    ("vllm", "--disable-log-requests", "0.33.0", "--enable-log-requests", "exact", "here"),
    ("vllm", "--disable-prefix-caching", "0.33.0", "--enable-prefix-caching", "exact", "here"),
    ("vllm", "--no-enforce-eager", "0.24.0", "--enforce-eager", "exact", "here"),
    ("vllm", "--no-enforce-eager", "0.8.5", "--enforce-eager", "exact", "later"),
    ("sglang", "--tp", "0.5.9", "--tp-size", "abbreviation", "here"),
    ("sglang", "--tp", "0.2.15", "--tp-size", "abbreviation", "here"),
    ("sglang", "--tensor-parallel-size", "0.5.18", "--tp-size", "exact", "here"),
    ("sglang", "--tensor-parallel-size", None, "--tp-size", "exact", "here"),
    ("sglang", "--model", "0.4.3.post4", "--model-path", "abbreviation", "here"),
    ("sglang", "--mem-frac", "0.5.2", "--mem-fraction-static", "abbreviation", "here"),
    ("llamacpp", "-ngl", "b4589", "--n-gpu-layers", "exact", "here"),
    ("llamacpp", "-nkvo", None, "--kv-offload", "exact", "here"),
    ("llamacpp", "--n_gpu_layers", None, "--n-gpu-layers", "underscore", "here"),
    ("llamacpp", "--no-host", None, "--no-host", "exact", "here"),
    ("tgi", "-p8080", "3.3.0", "--port", "joined", "here"),
]


@pytest.mark.parametrize(("engine", "option", "version", "flag", "how", "status"), RESOLVED)
def test_an_option_means(
    engine: str, option: str, version: str | None, flag: str, how: str, status: str
) -> None:
    found = catalogue(engine).resolve(option, version)
    assert found is not None
    assert (found.flag, found.how, found.status) == (flag, how, status)


@pytest.mark.parametrize(
    ("engine", "option", "version"),
    [
        ("vllm", "-tp2", "0.24.0"),
        ("vllm", "-language-model-only", "0.24.0"),
        ("vllm", "--cc", "0.24.0"),
        ("vllm", "--no-such-thing", "0.24.0"),
        ("llamacpp", "--ctx", None),
        ("tgi", "--max-total", None),
        ("vllm", "", None),
        ("vllm", "--", None),
        ("vllm", "=", None),
    ],
)
def test_no_version_knows(engine: str, option: str, version: str | None) -> None:
    found = catalogue(engine).resolve(option, version)
    assert found is None or found.ambiguous


@pytest.mark.parametrize(
    ("engine", "option", "version"),
    [
        ("vllm", "--max_model_len", "0.4.2"),  # before FlexibleArgumentParser
        ("vllm", "--compilation-config.level", "0.8.5"),
        ("vllm", "--compilation-config.pass_config.a+", "0.9.0"),
        ("sglang", "--mem_fraction_static", "0.5.9"),
        ("tgi", "--num_shard", None),
        ("llamacpp", "--ctx-size=4096", None),
    ],
)
def test_a_parser_refuses_the_spelling(engine: str, option: str, version: str | None) -> None:
    found = catalogue(engine).resolve(option, version)
    assert found is not None and found.flag and not found.accepted


def test_an_ambiguous_beginning_names_all() -> None:
    found = catalogue("vllm").resolve("--max-num", "0.24.0")
    assert found is not None and not found.flag
    assert {"--max-num-seqs", "--max-num-batched-tokens"} <= set(found.ambiguous)


def test_the_inline_value_and_the_key_come_back() -> None:
    found = catalogue("vllm").resolve("--compilation_config.pass_config.x+=a,b", "0.24.0")
    assert found is not None
    assert (found.key, found.value, found.words) == ("pass_config.x+", "a,b", (0, 0))


@pytest.mark.parametrize(
    ("engine", "option", "version", "kind", "words"),
    [
        ("vllm", "--enforce-eager", "0.8.5", "switch", (0, 0)),
        ("vllm", "--enforce-eager", "0.24.0", "pair", (0, 0)),
        ("vllm", "--enable-chunked-prefill", "0.8.0", "optional", (0, 1)),
        ("vllm", "--enable-chunked-prefill", "0.8.5", "pair", (0, 0)),
        ("vllm", "--served-model-name", "0.24.0", "list", (1, 99)),
        ("vllm", "--limit-mm-per-prompt", "0.6.0", "value", (1, 1)),
        ("vllm", "--limit-mm-per-prompt", "0.10.0", "json", (1, 1)),
        ("vllm", "--limit-mm-per-prompt.image", "0.24.0", "json", (1, 1)),
        ("llamacpp", "-fa", "0.3.16", "switch", (0, 0)),
        ("llamacpp", "-fa", "0.3.36", "value", (1, 1)),
        ("llamacpp", "-fa", "b9999", "optional", (0, 1)),
        ("sglang", "--disable-cuda-graph", "0.5.23", "switch", (0, 0)),
    ],
)
def test_kinds_follow_the_version(
    engine: str, option: str, version: str, kind: str, words: tuple[int, int]
) -> None:
    found = catalogue(engine).resolve(option, version)
    assert found is not None
    assert (found.kind, found.words) == (kind, words)


@pytest.mark.parametrize("engine", ["vllm", "sglang", "llamacpp", "tgi"])
def test_every_name_resolves_in_every_version_that_has_it(engine: str) -> None:
    subject = catalogue(engine)
    for option, names in subject.names.exact.items():
        for name in names:
            for first, last in name.spans:
                for version in subject.versions[first : last + 1]:
                    found = subject.resolve(option, version)
                    assert found is not None
                    assert found == Resolved(
                        name.flag, found.kind, found.type, name.negated, option
                    ), (option, version)


@pytest.mark.parametrize("engine", ["vllm", "sglang", "llamacpp", "tgi"])
def test_every_default_loads_and_every_spelling_resolves(engine: str) -> None:
    subject = catalogue(engine)
    for flag in subject.tables.flags:
        for version in (*subject.versions[::7], subject.newest):
            default = subject.default(flag, version)
            assert default is None or isinstance(default, str)
            for option in subject.spellings(flag, version):
                found = subject.resolve(option, version)
                assert found is not None and found.flag == flag


@pytest.mark.parametrize(
    ("flag", "version", "default"),
    [
        ("--max-num-seqs", "0.6.4", "256"),
        ("--max-num-seqs", "0.24.0", None),
        ("--gpu-memory-utilization", "0.19.0", "0.9"),
        ("--gpu-memory-utilization", "0.24.0", "0.92"),
        ("--enforce-eager", "0.24.0", "false"),
        ("--compilation-config", "0.24.0", None),
        ("--nothing", "0.24.0", None),
    ],
)
def test_defaults_follow_the_version(flag: str, version: str, default: str | None) -> None:
    assert catalogue("vllm").default(flag, version) == default


@pytest.mark.parametrize(
    ("name", "nearest"),
    [
        ("--max-modle-len", "--max-model-len"),
        ("--gpu_memory_utilisation", "--gpu-memory-utilization"),
    ],
)
def test_the_nearest_name_comes_first(name: str, nearest: str) -> None:
    assert catalogue("vllm").nearest(name, "0.24.0")[0] == nearest


def test_catalogues_are_a_mapping_that_reads_late() -> None:
    assert list(ALL)[:2] == ["vllm", "sglang"]
    assert ALL.get("nothing") is None


def test_a_release_tells_what_it_was_built_with() -> None:
    pin = catalogue("vllm").pin("0.24.0")
    assert pin is not None and pin.requires["torch"].startswith("==")
    assert catalogue("vllm").pin("0.24.1.dev3") is None
