"""Imports run one way: api → diagnosis → wiki → search → core; core knows no Django."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
MAY_IMPORT = {
    "core": {"core"},
    "search": {"core", "search"},
    "accounts": {"core", "accounts"},
    "wiki": {"core", "search", "accounts", "wiki"},
    "diagnosis": {"core", "search", "accounts", "wiki", "diagnosis"},
    "api": {"core", "search", "accounts", "wiki", "diagnosis", "api"},
}
# What all rooms of the site share; neither core nor search may know it.
SHARED = {"http", "appearance", "env", "secret", "settings", "wsgi", "urls"} | {
    "metrics",
    "logs",
    "observing",
    "replica",
    "kept_pages",
    "letting_go",
    "postgresql",
}
FOREIGN = {
    "core": {
        "django",
        "whoosh",
        "gunicorn",
        "os",
        "pathlib",
        "socket",
        "logging",
        "urllib.request",
    },
    "search": {"django", "gunicorn", "logging", "socket"},
}
# The server names the application of the whole site.
EXEMPT = {("kb/wiki/arbiter.py", "kb.wsgi")}


def modules(room: str) -> list[Path]:
    return sorted(
        path for path in (ROOT / "kb" / room).rglob("*.py") if "migrations" not in path.parts
    )


def imported(path: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: relative import"
            yield node.module or ""
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


@pytest.mark.parametrize("room", MAY_IMPORT)
def test_a_room_imports_only_what_is_below_it(room: str) -> None:
    allowed = MAY_IMPORT[room] | (SHARED if room not in FOREIGN else set())
    wrong = [
        f"{path.relative_to(ROOT)}: {name}"
        for path in modules(room)
        for name in imported(path)
        if name.startswith("kb.")
        and name.split(".")[1] not in allowed
        and (str(path.relative_to(ROOT)), name) not in EXEMPT
    ]
    assert modules(room)
    assert not wrong


@pytest.mark.parametrize("room", FOREIGN)
def test_core_and_search_are_pure(room: str) -> None:
    wrong = [
        f"{path.relative_to(ROOT)}: {name}"
        for path in modules(room)
        for name in imported(path)
        if any(name == foreign or name.startswith(f"{foreign}.") for foreign in FOREIGN[room])
    ]
    assert not wrong


def test_only_corpus_opens_the_articles() -> None:
    named = [
        str(path.relative_to(ROOT))
        for path in (ROOT / "kb").rglob("*.py")
        if "ARTICLES_DIR" in path.read_text("utf-8")
    ]
    opens = [path for path in named if not path.startswith("kb/wiki/corpus/")]
    # Settings and env name the folder, `start` hands it to the corpus.
    assert set(opens) <= {"kb/settings.py", "kb/env.py", "kb/wiki/management/commands/start.py"}


def test_html_is_let_through_in_one_place() -> None:
    trusted = [
        str(path.relative_to(ROOT))
        for path in (ROOT / "kb").rglob("*.py")
        if "mark_safe" in path.read_text("utf-8") or "SafeString(" in path.read_text("utf-8")
    ]
    assert trusted == ["kb/wiki/templatetags/kb.py"]
