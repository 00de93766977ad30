"""No template lets text through unescaped or breaks the content policy."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
TEMPLATES = sorted((ROOT / "templates").rglob("*.html"))
FORBIDDEN = {
    "a safe filter": r"\|\s*safe(?:seq)?\b",
    "autoescape off": r"autoescape\s+off",
    "an inline style": r"<style|\sstyle\s*=",
    "an inline script": r"<script(?![^>]*\ssrc=)",
    "an event attribute": r"\son[a-z]+\s*=",
    "an address elsewhere": r"""(?:src|href|action)\s*=\s*["'](?:https?:)?//""",
    "htmx that evaluates": r"hx-on|hx-vals\s*=\s*[\"']js:|hx-vars",
}


@pytest.mark.parametrize("what", FORBIDDEN)
def test_no_template_holds(what: str) -> None:
    pattern = re.compile(FORBIDDEN[what])
    found = [str(path) for path in TEMPLATES if pattern.search(path.read_text("utf-8"))]
    assert TEMPLATES
    assert not found


@pytest.mark.parametrize(
    ("what", "text"),
    [
        ("a safe filter", "{{ a|safe }}"),
        ("an inline style", '<p style="x">'),
        ("an inline script", "<script>x</script>"),
        ("an event attribute", '<p onclick="x">'),
        ("an address elsewhere", '<img src="//evil.example">'),
    ],
)
def test_the_patterns_find_what_they_name(what: str, text: str) -> None:
    assert re.search(FORBIDDEN[what], text)
