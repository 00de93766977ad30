"""What stands in a command against a change: taken out or named, and said either way."""

# ruff: noqa: E501  (a row is one command, a change and what becomes of it)

import pytest

from kb.core.articles.model import Change
from kb.core.launch import fix_command
from tests.core.launch.catalogues import ALL
from tests.core.launch.tiny import add, env, put

BACKEND = add("--attention-backend", "TRITON_ATTN")
OUT = [
    ("vllm", "0.13.0", "A=1 VLLM_ATTENTION_BACKEND=x vllm serve m", BACKEND,
     "A=1 vllm serve m --attention-backend TRITON_ATTN"),
    ("vllm", "0.13.0", "docker run -e VLLM_ATTENTION_BACKEND=x -e A=1 vllm/vllm-openai:v0.13.0 -q q",
     BACKEND,
     "docker run -e A=1 vllm/vllm-openai:v0.13.0 -q q --attention-backend TRITON_ATTN"),
    ("vllm", "0.13.0", "VLLM_ATTENTION_BACKEND=x vllm serve m --attention-backend TRITON_ATTN", BACKEND,
     "vllm serve m --attention-backend TRITON_ATTN"),
    ("vllm", "0.10.2", "vllm serve m --disable-log-requests", add("--enable-log-requests"),
     "vllm serve m --enable-log-requests"),
    ("vllm", "0.13.0", "vllm serve m --no-enforce-eager", add("--enforce-eager"),
     "vllm serve m --enforce-eager"),
]  # fmt: skip


@pytest.mark.parametrize(("engine", "version", "text", "change", "wanted"), OUT)
def test_the_other_side_goes_and_is_told(
    engine: str, version: str, text: str, change: Change, wanted: str
) -> None:
    outcome = fix_command(text, change, engine, version, ALL)
    assert outcome.after == wanted
    assert outcome.changes == (change,)
    assert outcome.warnings or "--no-enforce-eager" in text
    assert fix_command(wanted, change, engine, version, ALL).after == wanted


NAMED = [
    ("vllm", "0.11.0", "vllm serve m -O3", add("--enforce-eager"), "--compilation-config"),
    ("vllm", "0.13.0", "vllm serve m -O3", add("--enforce-eager"), "--optimization-level"),
    ("vllm", "0.11.0", "vllm serve m --enforce-eager", put("-O", "3"), "--compilation-config"),
    ("vllm", "0.11.0", "vllm serve m --enforce-eager",
     add("--compilation-config.cudagraph_mode", "FULL"), "--compilation-config"),
    ("sglang", "0.4.6", "python -m sglang.launch_server --model m --cuda-graph-bs 1 2",
     add("--disable-cuda-graph"), "--cuda-graph-bs"),
]  # fmt: skip


@pytest.mark.parametrize(("engine", "version", "text", "change", "other"), NAMED)
def test_what_loses_its_effect_stays_and_is_named(
    engine: str, version: str, text: str, change: Change, other: str
) -> None:
    outcome = fix_command(text, change, engine, version, ALL)
    assert outcome.after and outcome.after.startswith(text)
    assert any(other in str(each) for each in outcome.warnings)


KEPT = [
    ("0.10.0", "VLLM_ATTENTION_BACKEND=x vllm serve m", BACKEND),  # the flag is not there yet
    (None, "VLLM_ATTENTION_BACKEND=x vllm serve m", BACKEND),
    ("0.13.0", "VLLM_ATTENTION_BACKEND=x vllm serve m", env("A", "1")),
    ("0.13.0", "VLLM_ATTENTION_BACKEND=x vllm serve m", add("--max-num-seqs", "4")),
]


@pytest.mark.parametrize(("version", "text", "change"), KEPT)
def test_nothing_goes_where_it_is_not_sure(version: str | None, text: str, change: Change) -> None:
    assert "VLLM_ATTENTION_BACKEND=x" in (
        fix_command(text, change, "vllm", version, ALL).after or ""
    )
