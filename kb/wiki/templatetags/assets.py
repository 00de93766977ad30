"""What pages have in common: the style sheet for a page that must be shown even where the static
files are missing, icons, and components that are rendered once for many pages."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache, lru_cache

from django import template
from django.template.loader import render_to_string
from django.templatetags.static import static
from django.utils.translation import get_language

register = template.Library()


@register.simple_tag
def stylesheet() -> str:
    """Its address, "" where no manifest knows it."""
    try:
        return static("css/site.css")
    except ValueError:
        return ""


@register.simple_tag
@cache
def icon(name: str) -> str:
    """components/icon.html, rendered once a process."""
    return render_to_string("components/icon.html", {"name": name})


@dataclass(frozen=True, slots=True)
class _Given:
    """Values that are the same where they are told the same; not all of them can be hashed."""

    told: str
    values: Mapping[str, object] = field(compare=False)


@register.simple_tag
def same(name: str, **values: object) -> str:
    """A component that shows `values` and the reader's language alone, no request and no reader:
    rendered once a process for what is the same. Of values that tell all of themselves in repr."""
    return _rendered(name, get_language(), _Given(repr(values), values))


@lru_cache(maxsize=4096)
def _rendered(name: str, language: str, given: _Given) -> str:
    return render_to_string(name, dict(given.values))
