"""The style sheet for a page that must be shown even where the static files are missing."""

from __future__ import annotations

from django import template
from django.templatetags.static import static

register = template.Library()


@register.simple_tag
def stylesheet() -> str:
    """Its address, "" where no manifest knows it."""
    try:
        return static("css/site.css")
    except ValueError:
        return ""
