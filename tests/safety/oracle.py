"""What a page of this site must never hold, found as a browser would: by a whole HTML5 parse."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any
from xml.etree.ElementTree import Element

import html5lib

NEVER = {
    "iframe", "frame", "frameset", "object", "embed", "applet", "base", "style", "template",
    "portal", "math", "audio", "video", "source", "track", "marquee", "map", "area", "slot",
    "animate", "set", "foreignObject", "isindex", "bgsound", "noscript", "plaintext", "xmp",
}  # fmt: skip
_SCHEME = re.compile(r"[a-z][a-z0-9+.-]*:", re.IGNORECASE)
_BLANK = re.compile(r"[\x00-\x20]")
_ADDRESSES = {"href", "src", "action", "formaction", "xlink:href", "data", "poster", "ping", "cite"}
_ADDRESSES |= {"background", "srcset", "manifest", "longdesc", "hx-get", "hx-post", "hx-delete"}
_OWN_META = {"viewport", "htmx-config", "color-scheme", "description", None}
_CONTENT_ID = "user-content-"


def findings(html: str, ids: frozenset[str] = frozenset()) -> list[str]:
    """`ids` are those that the page has without anything that a person wrote."""
    tree = html5lib.parse(html, treebuilder="etree", namespaceHTMLElements=False)
    return [found for element in tree.iter() for found in _of_element(element, ids)]


def ids_of(html: str) -> frozenset[str]:
    tree = html5lib.parse(html, treebuilder="etree", namespaceHTMLElements=False)
    return frozenset(found for element in tree.iter() if (found := element.get("id")))


def _of_element(element: Any, ids: frozenset[str]) -> Iterator[str]:
    if not isinstance(element.tag, str):
        return  # a comment
    tag = element.tag.rpartition("}")[2]
    if tag in NEVER:
        yield f"<{tag}>"
    if tag == "script" and (element.text or not _is_own(element.get("src", ""))):
        yield f"script {element.attrib} {element.text}"
    if tag == "meta" and ("http-equiv" in element.attrib or element.get("name") not in _OWN_META):
        yield f"meta {element.attrib}"
    for name, value in element.attrib.items():
        yield from _of_attribute(element, tag, str(name).rpartition("}")[2], value, ids)


def _of_attribute(
    element: Element, tag: str, name: str, value: str, ids: frozenset[str]
) -> Iterator[str]:
    if name.startswith("on") or name in {"style", "srcdoc", "is", "nonce"}:
        yield f"{tag} {name}={value}"
    if name.startswith(("hx-on", "hx-vars", "x-", "data-hx", "_")) or "js:" in value[:4]:
        yield f"{tag} {name}={value}"
    if name == "id" and ids and value not in ids and not value.startswith(_CONTENT_ID):
        yield f"{tag} id={value}"
    if name in _ADDRESSES and not _may_lead(tag, element, value):
        yield f"{tag} {name}={value}"


def _may_lead(tag: str, element: Element, value: str) -> bool:
    """A link may lead elsewhere, without us; everything else stays here."""
    bare = _BLANK.sub("", value)
    if tag != "a":
        return _is_own(bare)
    if not _SCHEME.match(bare):
        return True
    return bare.lower().startswith(("http:", "https:", "mailto:")) and "noreferrer" in str(
        element.get("rel")
    )


def _is_own(address: str) -> bool:
    return not _SCHEME.match(address) and not address.startswith(("//", "/\\", "\\"))
