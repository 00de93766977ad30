"""Static files in pages: the style sheet for a page that must be shown even where the static files
are missing, and an icon for rows of which a page has hundreds."""

from __future__ import annotations

from functools import cache

from django import template
from django.template.loader import render_to_string
from django.templatetags.static import static

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
