"""How often each fix of an article helped, where a page shows fixes."""

from __future__ import annotations

from collections.abc import Mapping

from django import template

from kb.diagnosis.learning import counts_of

register = template.Library()


@register.simple_tag
def outcomes_of(slug: str) -> dict[str, dict[str, int]]:
    """Results by fix; one query an article."""
    return counts_of(slug)


@register.filter
def of(counts: Mapping[str, Mapping[str, int]], fix: str) -> Mapping[str, int]:
    return counts.get(fix, {}) if counts else {}
