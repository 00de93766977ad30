"""`--help` of the three kinds of printers, and a build of one's own beside the versions read."""

import argparse

import pytest

from kb.core.launch.catalogue.help_text import HelpRow, read_help_rows
from kb.core.launch.catalogue.source import read_tables
from kb.core.launch.catalogue.writing import write_tables
from kb.core.launch.flags import Catalogue, CatalogueError, import_help, read_help
from tests.core.launch.catalogues import catalogue, loaded

LLAMA = """
----- common params -----

-h,    --help, --usage                  print usage and exit
-t,    --threads N                      number of CPU threads (default: 7)
                                        (env: LLAMA_ARG_THREADS)
-fa,   --flash-attn [on|off|auto]       flash attention ('on', 'off' or 'auto', default: 'auto')
                                        (env: LLAMA_ARG_FLASH_ATTN)
-kvo,  --kv-offload, -nkvo, --no-kv-offload
                                        whether the KV cache goes to the GPU (default: enabled)
--our-own-thing FNAME                   a file
"""

CLAP = """
Our launcher

Usage: text-generation-launcher [OPTIONS]

Options:
      --model-id <MODEL_ID>
          The model: a hub id or a folder --with-dashes

          [env: MODEL_ID=]
          [default: some/model]

      --quantize <QUANTIZE>
          How weights are quantized

          [env: QUANTIZE=]

          Possible values:
          - awq:  four bits
          - fp8:  eight bits

      --json-output
          Writes JSON

  -p, --port <PORT>
          The port [env: PORT=] [default: 3000] [possible values: 3000, 80]
"""


def argparse_help() -> str:
    parser = argparse.ArgumentParser(
        prog="vllm serve", formatter_class=argparse.ArgumentDefaultsHelpFormatter
    )
    parser.add_argument("--max-model-len", type=int, default=None, help="longest context")
    parser.add_argument("--tensor-parallel-size", "-tp", type=int, default=1, help="cards")
    parser.add_argument(
        "--enforce-eager", action=argparse.BooleanOptionalAction, default=False, help="no graphs"
    )
    parser.add_argument("--dtype", choices=["auto", "half", "fp6"], default="auto", help="type")
    parser.add_argument("--served-model-name", nargs="+", default=None, help="names")
    parser.add_argument("--our-kernel", nargs="?", default="x", help="see --dtype and\n - more")
    parser.add_argument("--speculative-config", default=None, help="JSON")
    parser.add_argument("--fast", action="store_true", help="deprecated: is the default")
    return parser.format_help()


def row(rows: tuple[HelpRow, ...], flag: str) -> HelpRow:
    (found,) = [one for one in rows if one.flag == flag]
    return found


@pytest.mark.parametrize(
    ("flag", "kind", "choices", "default"),
    [
        ("--max-model-len", "value", (), "unset"),
        ("--tensor-parallel-size", "value", (), "1"),
        ("--enforce-eager", "pair", (), "false"),
        ("--dtype", "value", ("auto", "half", "fp6"), "auto"),
        ("--served-model-name", "list", (), "unset"),
        ("--our-kernel", "optional", (), "x"),
        ("--fast", "switch", (), "false"),
        ("--help", "switch", (), ""),
    ],
)
def test_argparse(flag: str, kind: str, choices: tuple[str, ...], default: str) -> None:
    found = row(read_help_rows(argparse_help()), flag)
    assert (found.kind, found.choices, found.default) == (kind, choices, default)


def test_argparse_names() -> None:
    rows = read_help_rows(argparse_help())
    assert row(rows, "--tensor-parallel-size").names == ("--tensor-parallel-size", "-tp")
    assert row(rows, "--enforce-eager").negations == ("--no-enforce-eager",)
    assert row(rows, "--fast").deprecated


@pytest.mark.parametrize(
    ("flag", "names", "kind", "choices", "default", "env"),
    [
        ("--threads", ("-t", "--threads"), "value", (), "7", "LLAMA_ARG_THREADS"),
        (
            "--flash-attn",
            ("-fa", "--flash-attn"),
            "value",
            ("on", "off", "auto"),
            "auto",
            "LLAMA_ARG_FLASH_ATTN",
        ),
        (
            "--kv-offload",
            ("-kvo", "--kv-offload", "-nkvo", "--no-kv-offload"),
            "pair",
            (),
            "enabled",
            "",
        ),
        ("--our-own-thing", ("--our-own-thing",), "value", (), "", ""),
    ],
)
def test_llamacpp(
    flag: str,
    names: tuple[str, ...],
    kind: str,
    choices: tuple[str, ...],
    default: str,
    env: str,
) -> None:
    found = row(read_help_rows(LLAMA), flag)
    assert (found.names, found.kind, found.choices, found.default, found.env) == (
        names,
        kind,
        choices,
        default,
        env,
    )


def test_llamacpp_negations() -> None:
    found = row(read_help_rows(LLAMA), "--kv-offload")
    assert found.negations == ("-nkvo", "--no-kv-offload")


@pytest.mark.parametrize(
    ("flag", "kind", "choices", "default", "env"),
    [
        ("--model-id", "value", (), "some/model", "MODEL_ID"),
        ("--quantize", "value", ("awq", "fp8"), "", "QUANTIZE"),
        ("--json-output", "switch", (), "", ""),
        ("--port", "value", ("3000", "80"), "3000", "PORT"),
    ],
)
def test_clap(flag: str, kind: str, choices: tuple[str, ...], default: str, env: str) -> None:
    found = row(read_help_rows(CLAP), flag)
    assert (found.kind, found.choices, found.default, found.env) == (kind, choices, default, env)


@pytest.mark.parametrize("text", ["", "no options here", "  --one X  a\n", "x" * (1 << 20) + "x"])
def test_no_help(text: str) -> None:
    with pytest.raises(CatalogueError):
        read_help_rows(text)


@pytest.fixture(scope="module")
def ours() -> Catalogue:
    return Catalogue(read_help(argparse_help(), "0.24.0+ours", catalogue("vllm").tables))


@pytest.mark.parametrize(
    ("option", "version", "status"),
    [
        ("--our-kernel", "0.24.0+ours", "here"),
        ("--our-kernel", "0.24.0", "later"),
        ("--our-kernel", "0.25.1", "removed"),
        ("--max-num-seqs", "0.24.0+ours", "removed"),  # the pasted help lacks it
        ("--max-num-seqs", "0.24.0", "here"),
        ("--max-num-seqs", "0.25.1", "here"),
        ("--swap-space", "0.24.0", "removed"),
        ("-tp", "0.24.0+ours", "here"),
    ],
)
def test_a_build_of_ones_own(ours: Catalogue, option: str, version: str, status: str) -> None:
    found = ours.resolve(option, version)
    assert found is not None and found.status == status


def test_the_build_has_its_own_values_and_keeps_what_help_does_not_tell(ours: Catalogue) -> None:
    assert ours.kind("--speculative-config", "0.24.0+ours") == "json"
    assert ours.kind("--max-model-len", "0.24.0+ours") == "value:size"
    assert ours.default("--enforce-eager", "0.24.0+ours") == "false"
    assert ours.default("--gpu-memory-utilization", "0.25.1") == "0.92"
    assert "fp6" in ours.tables.flags["--dtype"].choices


def test_other_versions_stay_as_they_were(ours: Catalogue) -> None:
    before = catalogue("vllm")
    for version in before.versions:
        for option in list(before.names.exact)[::5]:
            assert ours.resolve(option, version) == before.resolve(option, version), option


def test_a_build_speaks_for_itself_alone(ours: Catalogue) -> None:
    found = ours.resolve("--max-num-seqs", "0.24.1")
    assert found is not None and found.status == "here"


def test_reading_a_build_again_changes_nothing(ours: Catalogue) -> None:
    again = read_help(argparse_help(), "0.24.0+ours", ours.tables)
    assert again == ours.tables
    assert read_tables(loaded(write_tables(again))) == again


def test_the_file_with_the_build_reads_as_the_build(ours: Catalogue) -> None:
    before = loaded(write_tables(catalogue("vllm").tables))
    text = import_help(argparse_help(), "0.24.0+ours", before)
    assert read_tables(loaded(text)) == ours.tables


def test_a_build_newer_than_all() -> None:
    newest = Catalogue(read_help(argparse_help(), "0.99.0", catalogue("vllm").tables))
    assert newest.newest == "0.99.0"
    assert read_tables(loaded(write_tables(newest.tables))) == newest.tables
    found = newest.resolve("--max-num-seqs", "0.99.0")
    assert found is not None and found.status == "removed"


@pytest.mark.parametrize("version", ["ours", "", "latest"])
def test_a_build_needs_a_version_that_compares(version: str) -> None:
    with pytest.raises(CatalogueError):
        read_help(argparse_help(), version, catalogue("vllm").tables)
