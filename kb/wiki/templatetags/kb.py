"""Filters of the pages: the one that lets HTML through, sentences of core, texts by language."""

from __future__ import annotations

import re
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
from kb.wiki.rendering import Html, line, steps

register = template.Library()

# Code that a line can hold is not broken at its hyphens: `--max-model-len`.
# A whole command inside a sentence gets lines of its own, and needs no full stop.
_LONG_CODE = re.compile(r"(?<!<pre>)<code>([^<]{60,})</code>[.。]?")
_SHORT_CODE = re.compile(r"<code>([^<\s]{1,34})</code>")

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


WORDS = {
    **KINDS,
    "add": _("add a flag"),
    "set": _("set a flag"),
    "remove": _("remove a flag"),
    "env": _("set a variable"),
    "unset": _("remove a variable"),
    "image": _("take another image"),
    "pip": _("install a package"),
    "client": _("the client"),
    "server": _("the server"),
    "confirmed": _("confirmed"),
    "likely": _("likely"),
    "unknown": _("unknown"),
    "reported": _("reported by others"),
    "reproduced": _("reproduced"),
    "measured": _("measured"),
    "open": _("open"),
    "fixed": _("fixed"),
    "unclear": _("unclear"),
    "en": _("English"),
    "zh": _("Simplified Chinese"),
    "created": _("created"),
    "updated": _("updated"),
    "unchanged": _("unchanged"),
    "draft": _("kept as a draft"),
    "conflict": _("in conflict"),
    "refused": _("refused"),
}


@register.filter
def choice_words(choice: str) -> str:
    """A word of a closed set in the reader's language."""
    return gettext(WORDS[choice]) if choice in WORDS else choice


@register.filter
def rendered(html: object) -> SafeString:
    """The only way HTML gets into a page unescaped: it must come out of kb.wiki.rendering."""
    if not isinstance(html, Html):
        return escape(html)
    marked = _LONG_CODE.sub(r'<code class="long">\1</code>', html)
    return mark_safe(_SHORT_CODE.sub(r'<code class="w">\1</code>', marked))


@register.filter
def said(message: object) -> str:
    """A sentence of core in the reader's language; other values as they are."""
    if isinstance(message, Words):
        return message.told(content_language())
    if not isinstance(message, Message):
        return str(message)
    values = {name: said(value) for name, value in message.values.items()}
    return Message.told(gettext(message.text), values)


@register.filter
def here(texts: Mapping[str, str]) -> str:
    """A text of the contents in the reader's language, else in English."""
    return texts.get(content_language()) or texts.get("en", "")


@register.filter
def prose(markdown: str) -> SafeString:
    """A sentence with inline Markdown, such as a step of a verification."""
    return rendered(line(markdown))


@register.filter
def comment(markdown: str) -> SafeString:
    """A comment: a few sentences of Markdown, rendered as everything that people write."""
    return rendered(steps([markdown])[0])


@register.filter
def change_words(change: Change) -> str:
    """A change as an article writes it: `add --enforce-eager`."""
    form, value = short(change)
    return f"{form} {value}"


@register.filter
def kind_words(kind: str) -> str:
    """What sort of fix it is, in the reader's language."""
    return gettext(KINDS.get(kind, kind))
