"""`{% url %}` for all templates: an address without values in it is put together once a process."""

from __future__ import annotations

from functools import lru_cache

from django import template
from django.template.base import Parser, Token
from django.template.context import Context
from django.template.defaulttags import URLNode
from django.template.defaulttags import url as any_address
from django.urls import get_script_prefix, get_urlconf, reverse
from django.utils.html import conditional_escape

register = template.Library()


class _Plain(URLNode):
    """Names are the site's own, without namespaces: a request decides nothing."""

    def render(self, context: Context) -> str:
        if not context.autoescape:
            return super().render(context)
        return _address(self.view_name.resolve(context), get_script_prefix(), get_urlconf())


@register.tag
def url(parser: Parser, token: Token) -> URLNode:
    """As Django's own, whatever it is given."""
    node = any_address(parser, token)
    if node.args or node.kwargs or node.asvar:
        return node
    return _Plain(node.view_name, node.args, node.kwargs, node.asvar)


@lru_cache(maxsize=512)
def _address(name: str, prefix: str, urlconf: str | None) -> str:
    return conditional_escape(reverse(name, urlconf=urlconf))
