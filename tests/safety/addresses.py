"""Every address of the site, walked from the URLconf, with example parts."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from django.urls import URLPattern, URLResolver, get_resolver
from django.urls.resolvers import RegexPattern

EXAMPLES = {"number": "1", "revision": "1", "token": "nothing", "path": "x", "name": "facts"}


@dataclass(frozen=True, slots=True)
class Address:
    """`route` is as the URLconf writes it; `name` may stand for several methods."""

    name: str
    route: str

    def path(self, slug: str = "open") -> str:
        found = self.route
        for part in ("<slug:slug>", "<str:slug>"):
            found = found.replace(part, slug)
        for name, value in EXAMPLES.items():
            for kind in ("int", "str", "path", "slug"):
                found = found.replace(f"<{kind}:{name}>", value)
        assert "<" not in found, f"give an example for {found}"
        return f"/{found}"

    @property
    def of_article(self) -> bool:
        return ":slug>" in self.route


def addresses() -> list[Address]:
    return sorted(_walk(get_resolver().url_patterns), key=lambda each: each.route)


def _walk(patterns: list[URLPattern | URLResolver], before: str = "") -> Iterator[Address]:
    for each in patterns:
        if isinstance(each, URLResolver):
            yield from _walk(each.url_patterns, before + str(each.pattern))
        elif isinstance(each.pattern, RegexPattern):
            yield Address("nowhere", "api/nowhere")
        else:
            yield Address(each.name or "?", before + str(each.pattern))
