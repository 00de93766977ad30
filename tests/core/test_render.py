"""Markdown → safe HTML: what it keeps, what it stops, what it costs."""

import re
import time
from html.parser import HTMLParser

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kb.core.render import VERSION, pipeline, render, render_inline
from kb.core.render.cleaner import clean, clean_inline
from tests.core.vectors import OTHERS, OWN

TAGS = {
    "a",
    "br",
    "code",
    "em",
    "span",
    "strong",
    "blockquote",
    "div",
    "hr",
    "li",
    "ol",
    "p",
    "pre",
}
TAGS |= {
    "pre",
    "table",
    "tbody",
    "td",
    "th",
    "thead",
    "tr",
    "ul",
    *(f"h{level}" for level in "123456"),
}
ATTRIBUTES = {"href", "title", "rel", "class", "id", "align", "start"}
SCHEME = re.compile(r"[a-zA-Z][a-zA-Z0-9+.-]*:")
CLASS = re.compile(
    r"language-[a-z]+|highlight|toc|admonition|admonition-title|odd-character|[a-z]{1,11}\d?"
)


def is_safe(address: str) -> bool:
    """As a browser reads it: controls and blanks at the ends, tabs and newlines do not count."""
    bare = re.sub(r"[\t\n\r]", "", address).strip("".join(map(chr, range(33))))
    return not SCHEME.match(bare) or bare.startswith(("http:", "https:", "mailto:"))


class Findings(HTMLParser):
    """What a page must never hold."""

    def __init__(self, html: str) -> None:
        super().__init__(convert_charrefs=True)
        self.found: list[str] = []
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag not in TAGS:
            self.found.append(f"<{tag}>")
        for name, value in attrs:
            self.attribute(tag, name, value or "")

    def attribute(self, tag: str, name: str, value: str) -> None:
        if name not in ATTRIBUTES:
            self.found.append(f"{tag} {name}")
        if name == "href" and not is_safe(value):
            self.found.append(f"{tag} {value}")
        if name == "id" and not value.startswith("user-content-"):
            self.found.append(f"{tag} id {value}")
        if name == "class" and not all(CLASS.fullmatch(word) for word in value.split()):
            self.found.append(f"{tag} class {value}")
        if name == "rel" and value != "noopener noreferrer nofollow ugc":
            self.found.append(f"{tag} rel {value}")

    def handle_decl(self, decl: str) -> None:
        self.found.append(f"<!{decl}>")

    def handle_comment(self, data: str) -> None:
        self.found.append(f"<!--{data}-->")


def findings(html: str) -> list[str]:
    return Findings(html).found


def markdown_alone(text: str) -> str:
    """The first layer without the cleaner behind it."""
    return pipeline._page().convert(pipeline._visible(pipeline._storable(text)))


def test_the_oracle_sees_what_it_should() -> None:
    for html in (
        "<script>",
        "<a onclick=x>",
        "<a href=javascript:x>",
        "<p id=x>",
        "<b class=modal>",
    ):
        assert findings(html)
    assert sum(bool(findings(vector)) for vector in OWN) > len(OWN) / 2


@pytest.mark.parametrize("vector", OWN)
def test_our_own_vectors_are_harmless(vector: str) -> None:
    for text in (
        vector,
        f"a {vector} b",
        f"- {vector}\n",
        f"> {vector}\n",
        f"| {vector} | b |\n|---|---|\n",
    ):
        assert findings(render(text)) == []
        assert findings(render_inline(text)) == []


@pytest.mark.parametrize("vector", OWN)
def test_the_cleaner_holds_alone(vector: str) -> None:
    assert findings(clean(vector)) == []
    assert findings(clean_inline(vector)) == []


@pytest.mark.parametrize("vector", OWN)
def test_markdown_holds_without_the_cleaner(vector: str) -> None:
    found = findings(markdown_alone(vector))
    assert [entry for entry in found if entry != "a rel"] == []


def test_the_vectors_of_others_are_harmless_too() -> None:
    if not OTHERS:
        pytest.skip("../shared/safety is not there")
    for vector in OTHERS:
        assert findings(render(vector)) == [], vector
        assert findings(clean(vector)) == [], vector
        assert findings(render_inline(vector)) == [], vector


@pytest.mark.parametrize("vector", OWN)
def test_cleaning_again_changes_nothing(vector: str) -> None:
    html = render(vector)
    assert clean(html) == html


KEPT = [
    ("in <module> of <Tensor>", "<p>in &lt;module&gt; of &lt;Tensor&gt;</p>"),
    ("`a<b> & c`", "<code>a&lt;b&gt; &amp; c</code>"),
    ("**b** and *i*", "<strong>b</strong> and <em>i</em>"),
    ("vision_tower_x", "<p>vision_tower_x</p>"),
    (
        "![shot](https://x.org/a.png)",
        '<a href="https://x.org/a.png" rel="noopener noreferrer nofollow ugc">shot</a>',
    ),
    ("```bash\nvllm serve\n```", '<pre><code class="language-bash">'),
    ("```vbscript\nx\n```", '<pre><code class="language-text">x\n</code></pre>'),
    ("~~~\n<b>\n~~~", "&lt;b&gt;"),
    ("```\nopen", "<p>"),
    ("a|b\n-|-:\n1|2", '<td align="right">2</td>'),
    ("!!! warning\n    hot", '<div class="admonition warning">'),
    ("3. c\n4. d", '<ol start="3">'),
    ("### 世界 x", '<h3 id="user-content-世界-x">'),
    ("[TOC]\n\n## A", '<a href="#user-content-a"'),
    ("a \u202e b", "(U+202E)"),
    ("```\nrm\u200b -rf\n```", '<span class="odd-character">U+200B</span>'),
    ("\x02wzxhzdk:0\x03", "wzxhzdk:0"),
]


@pytest.mark.parametrize(("markdown", "html"), KEPT)
def test_what_people_write_is_kept(markdown: str, html: str) -> None:
    assert html in render(markdown)


def test_a_log_without_fences_becomes_readable() -> None:
    log = "\n".join(f"INFO [worker.py:{n}] <rank {n}> loaded [shard]" for n in range(80))
    assert render(log).startswith('<div class="highlight"><pre>')
    assert "[worker.py:79] &lt;rank 79&gt;" in render(log)


def test_a_line_has_no_blocks() -> None:
    assert (
        render_inline("# 1. Use `--x`\n\n- **now**")
        == "# 1. Use <code>--x</code> - <strong>now</strong>"
    )
    assert render_inline("<script>x</script>") == "&lt;script&gt;x&lt;/script&gt;"


def test_any_text_is_answered() -> None:
    for text in ("", "\ud800", "\x00", "x" * 100_000, "[" * 5_000, "a\u2028b"):
        assert findings(render(text)) == []
        assert findings(render_inline(text)) == []


def test_one_table_of_contents_at_most() -> None:
    html = render("[TOC]\n\n" * 50 + "## a\n\n" * 50)
    assert html.count('class="toc"') == 1


def test_rendered_text_names_its_version() -> None:
    assert re.fullmatch(r"\d+ nh3-[\d.]+", VERSION)


@settings(max_examples=40, deadline=None)
@given(st.text("[]()*_`<>&!#-|\n a", min_size=1, max_size=60))
def test_a_repeated_piece_costs_little(piece: str) -> None:
    text = (piece * (16_000 // len(piece) + 1))[:16_000]
    before = time.process_time()
    assert findings(render(text)) == []
    assert time.process_time() - before < 5
