"""Filters of the pages: the one that lets HTML through, sentences of core, texts by language."""

from __future__ import annotations

from collections.abc import Mapping

from django import template
from django.utils.html import escape
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext
from django.utils.translation import gettext_noop as _

from kb.core.articles import Change
from kb.core.articles.changes import short
from kb.core.messages import Message, Words
from kb.http import content_language
from kb.wiki.rendering import Html, line

register = template.Library()

KINDS = {
    "workaround": _("workaround"),
    "configuration": _("configuration"),
    "upgrade": _("upgrade"),
    "downgrade": _("downgrade"),
    "install": _("installation"),
    "code": _("change of code"),
    "hardware": _("other hardware"),
    "watch-upstream": _("follow upstream"),
}


@register.filter
def rendered(html: object) -> SafeString:
    """The only way HTML gets into a page unescaped: it must come out of kb.wiki.rendering."""
    return mark_safe(html) if isinstance(html, Html) else escape(html)


@register.filter
def said(message: object) -> str:
    """A sentence of core in the reader's language; other values as they are."""
    if isinstance(message, Words):
        return message.texts.get(content_language()) or str(message)
    if not isinstance(message, Message):
        return str(message)
    values = {name: said(value) for name, value in message.values.items()}
    return gettext(message.text).format(**values) if values else gettext(message.text)


@register.filter
def here(texts: Mapping[str, str]) -> str:
    """A text of the contents in the reader's language, else in English."""
    return texts.get(content_language()) or texts.get("en", "")


@register.filter
def prose(markdown: str) -> SafeString:
    """A sentence with inline Markdown, such as a step of a verification."""
    return rendered(line(markdown))


@register.filter
def change_words(change: Change) -> str:
    """A change as an article writes it: `add --enforce-eager`."""
    form, value = short(change)
    return f"{form} {value}"


@register.filter
def kind_words(kind: str) -> str:
    """What sort of fix it is, in the reader's language."""
    return gettext(KINDS.get(kind, kind))
