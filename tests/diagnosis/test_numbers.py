"""A number that the error names gets into the command."""

from textwrap import dedent
from typing import Any

from kb.diagnosis.engine import Given, diagnose
from kb.diagnosis.linting.commands import number_findings
from kb.diagnosis.linting.finding import Read
from tests.diagnosis.library import article, library

SOURCE = """
---
title: The context does not fit
errors:
  - |
    ValueError: the context is larger than the KV cache (7344 tokens)
environment:
  requires: {engine: vllm}
fixes:
  - id: shorter
    title: Serve a shorter context
    kind: configuration
    launch:
      - set: --max-model-len {tokens}
        reads: larger than the KV cache ({tokens} tokens)
    command: vllm serve example/model --max-model-len 7200
---
## Symptom
It stops.
## Fix
Shorter.
"""
LINE = "ValueError: the context is larger than the KV cache ({} tokens)"
OWN = "vllm serve my/model --max-model-len=131072 --port 9000"
CHANGED = {"op": "set-flag", "flag": "--max-model-len", "value": "18400"}
FITS = library(fits=SOURCE)


def launch(paste: str, command: str = "") -> Any:
    return diagnose(Given(paste=paste, command=command), FITS).as_json()["launch"]


def test_the_own_command_gets_the_number_of_the_own_error() -> None:
    found = launch(LINE.format("18,400"), OWN)
    assert found["after"] == "vllm serve my/model --max-model-len=18400 --port 9000"
    assert found["changes"] == [CHANGED]


def test_the_command_of_the_article_gets_it_too() -> None:
    found = launch(LINE.format(18400))
    assert (found["origin"], found["after"]) == (
        "article",
        "vllm serve example/model --max-model-len 18400",
    )


def test_the_root_line_speaks_before_the_others() -> None:
    log = f"INFO was: {LINE.format(1)} once\n{LINE.format(18400)}"
    assert launch(log, OWN)["after"].split()[3] == "--max-model-len=18400"


def test_a_number_that_is_not_there_is_asked_for() -> None:
    found = launch(LINE.format("some"), OWN)
    assert found["after"] is None
    assert "larger than the KV cache ({tokens} tokens)" in found["question"]


def test_lint_wants_a_sample_that_holds_the_number() -> None:
    good = Read("a.md", article(SOURCE, "a"))
    assert list(number_findings(good)) == []
    bad = Read("a.md", article(dedent(SOURCE).replace("(7344 tokens)", "(too small)"), "a"))
    assert [finding.field for finding in number_findings(bad)] == ["fixes[0].launch[0].reads"]
