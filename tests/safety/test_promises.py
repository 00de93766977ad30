"""The page of promises and SECURITY.md name tests that are there, in both languages the same."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

TESTS = Path(__file__).resolve().parents[1]
ROOT = TESTS.parent
PAGES = {
    "en": ROOT / "kb/wiki/help/en/safety.md",
    "zh": ROOT / "kb/wiki/help/zh/safety.md",
    "security": ROOT / "SECURITY.md",
}
NAMED = re.compile(r"`([\w/]+\.py)::(test_\w+)`")
FIGURE = re.compile(r"\d[\d.,]*\d|\d")
# What a program could be started or a text be run with.
ATTRIBUTES = re.compile(r"system$|popen$|exec[lv]|spawn|posix_spawn")
# `start` becomes the server: this project, in a process that holds nothing more.
ITSELF = ("kb/wiki/server.py", "execve")
STARTS = {"subprocess", "pty", "multiprocessing", "ctypes", "runpy"}
RUNS = {"eval", "exec", "compile", "__import__"}


def named(page: str) -> list[tuple[str, str]]:
    return NAMED.findall(PAGES[page].read_text("utf-8"))


@pytest.mark.parametrize("page", PAGES)
def test_every_test_that_is_named_is_there(page: str) -> None:
    rows = named(page)
    assert len(rows) > 20
    missing = [
        f"{file}::{test}"
        for file, test in rows
        if f"def {test}("
        not in ((TESTS / file).read_text("utf-8") if (TESTS / file).exists() else "")
    ]
    assert missing == []


def test_both_languages_promise_the_same() -> None:
    assert named("en") == named("zh")
    english, chinese = (PAGES[page].read_text("utf-8") for page in ("en", "zh"))
    rows = [[line for line in text.split("\n") if "::test_" in line] for text in (english, chinese)]
    for ours, theirs in zip(*rows, strict=True):
        digits = [sorted(FIGURE.findall(line.split("|")[2])) for line in (ours, theirs)]
        assert set(digits[0]) <= set(digits[1]) | {"99", "2", "8"}, ours


@pytest.mark.parametrize("page", ["en", "zh"])
def test_a_promise_has_a_figure_and_a_test(page: str) -> None:
    for line in PAGES[page].read_text("utf-8").split("\n"):
        if line.startswith("| ") and not line.startswith(("| Promise", "| 承诺")):
            promise, reached, test = line.strip("| ").split(" | ")
            assert promise and reached and NAMED.search(test), line


def of_ours() -> Iterator[tuple[str, ast.AST]]:
    for path in sorted((ROOT / "kb").rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            yield str(path.relative_to(ROOT)), node


def test_the_site_starts_no_program() -> None:
    """But itself, nor evaluates a text: what an author writes is shown and checked, never run."""
    found = []
    for path, node in of_ours():
        modules = [node.module] if isinstance(node, ast.ImportFrom) else []
        modules += [each.name for each in node.names] if isinstance(node, ast.Import) else []
        found += [(path, each) for each in modules if each and each.split(".")[0] in STARTS]
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in RUNS:
            found.append((path, node.func.id))
        if isinstance(node, ast.Attribute) and ATTRIBUTES.match(node.attr):
            found.append((path, node.attr))
    assert found == [ITSELF]
