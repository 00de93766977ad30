"""Markdown → HTML: guarded blocks, raw HTML as text, then the cleaner."""

from html import escape

import nh3
from markdown import Markdown
from markdown.extensions.toc import TocExtension, slugify_unicode
from markdown.preprocessors import Preprocessor

from kb.core.render.cleaner import ID_PREFIX, clean, clean_inline
from kb.core.render.code import BIDIRECTIONAL, code_block
from kb.core.render.guard import blocks, is_complex
from kb.core.render.links import guard_links

# What was rendered under another version is stale.
VERSION = f"2 nh3-{nh3.__version__}"  # type: ignore[attr-defined]
RENDER_LIMIT = 64 * 1024  # bytes; a longer text is shown as it is
_LINE_LIMIT = 4_000
_CONTENTS = "[TOC]"
_BLOCK_RULES = (
    "empty",
    "indent",
    "code",
    "hashheader",
    "setextheader",
    "hr",
    "olist",
    "ulist",
    "quote",
    "reference",
)


def render(markdown: str) -> str:
    """The HTML of a Markdown text, safe to put on a page. Never raises for any text."""
    if len(markdown.encode(errors="replace")) > RENDER_LIMIT:
        return clean(code_block(_storable(markdown)))
    try:
        return clean(_page().convert(_visible(_storable(markdown))))
    except RecursionError:
        return clean(code_block(_storable(markdown)))


def render_inline(markdown: str) -> str:
    """The HTML of one line (a title, a reason): emphasis, code and links, no blocks."""
    line = " ".join(_storable(markdown).split())
    if len(line) > _LINE_LIMIT or is_complex([line]):
        return clean_inline(escape(line))
    try:
        return clean_inline(_line().convert(_visible(line)))
    except RecursionError:
        return clean_inline(escape(line))


def _storable(text: str) -> str:
    """Without lone surrogates, which no HTML can carry."""
    return text.encode(errors="replace").decode()


def _visible(text: str) -> str:
    """Signs that turn the direction of text around are shown, not obeyed."""
    return BIDIRECTIONAL.sub(lambda found: f"(U+{ord(found.group()):04X})", text)


def _page() -> Markdown:
    toc = TocExtension(marker=_CONTENTS, slugify=_slug, toc_depth="2-4")
    markdown = Markdown(
        extensions=["tables", "sane_lists", "admonition", toc],
        extension_configs={"tables": {"use_align_attribute": True}},
    )
    markdown.preprocessors.deregister("html_block")
    markdown.preprocessors.register(_Blocks(markdown), "blocks", 25)
    return _without_html(markdown)


def _line() -> Markdown:
    markdown = Markdown()
    for name in _BLOCK_RULES:
        markdown.parser.blockprocessors.deregister(name)
    markdown.preprocessors.deregister("html_block")
    return _without_html(markdown)


def _without_html(markdown: Markdown) -> Markdown:
    """Raw HTML becomes text, so that `<module>` of a traceback survives."""
    markdown.inlinePatterns.deregister("html")
    guard_links(markdown)
    return markdown


def _slug(heading: str, separator: str) -> str:
    return ID_PREFIX + slugify_unicode(heading, separator)


def _one_contents(text: str) -> str:
    """Only the first `[TOC]` is one: many of them over many headings would grow without bound."""
    first, marker, rest = text.partition(_CONTENTS)
    return first + marker + rest.replace(_CONTENTS, "&#91;TOC]")


class _Blocks(Preprocessor):
    """Fenced and over-complex blocks become code; the rest is left to Markdown."""

    def run(self, lines: list[str]) -> list[str]:
        out: list[str] = []
        for kind, block in blocks(_one_contents("\n".join(lines))):
            out += block if kind == "text" else ["", self._stashed(kind, block), ""]
        return out

    def _stashed(self, kind: str, block: list[str]) -> str:
        if kind == "fence":
            language = block[0].lstrip("`~").strip().split(" ")[0]
            html = code_block("\n".join(block[1:-1]), language)
        else:
            html = code_block("\n".join(block))
        stashed: str = self.md.htmlStash.store(html)
        return stashed
