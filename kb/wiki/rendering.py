"""The Markdown of an article → safe HTML by part, made once a revision."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from kb.core.articles import Article
from kb.core.render import VERSION, render, render_inline


class Html(str):
    """What the renderer made. Made nowhere else; only this passes a template unescaped."""

    __slots__ = ()


@dataclass(frozen=True, slots=True)
class Part:
    """A section of a page. `anchor` is stable: its canonical name, or its place."""

    name: str
    heading: str
    anchor: str
    html: Html


def rendered(article: Article) -> dict[str, Any]:
    """`pipeline`, and `sections`: name, heading, html in order."""
    return {
        "pipeline": VERSION,
        "sections": [
            {"name": each.name, "heading": each.heading, "html": render(each.body)}
            for each in article.sections
        ],
    }


def parts(stored: dict[str, Any], article: Article) -> list[Part]:
    """The sections of a stored rendering; made anew where another pipeline made it."""
    current = stored if stored.get("pipeline") == VERSION else rendered(article)
    return [
        Part(each["name"], each["heading"], each["name"] or f"part-{at}", Html(each["html"]))
        for at, each in enumerate(current["sections"], start=1)
    ]


def steps(markdown: tuple[str, ...] | list[str]) -> list[Html]:
    """Steps of a fix; few and short, so rendered when they are first shown."""
    return [_step(step) for step in markdown]


@lru_cache(maxsize=2048)
def _step(markdown: str) -> Html:
    return Html(render(markdown))


@lru_cache(maxsize=4096)
def line(markdown: str) -> Html:
    """One sentence with inline marks only; lists show the same ones again and again."""
    return Html(render_inline(markdown))
