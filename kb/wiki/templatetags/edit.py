"""Filters of the editor: names of fields with dots, and what is told at one of them."""

from __future__ import annotations

from collections.abc import Mapping

from django import template

from kb.core.messages import Message

register = template.Library()


@register.filter
def dot(name: object, part: object) -> str:
    """`fixes` and `0` → `fixes.0`."""
    return f"{name}.{part}"


@register.filter
def at(errors: Mapping[str, list[Message]], name: str) -> list[Message]:
    """The sentences at a field."""
    return errors.get(name, []) if errors else []
