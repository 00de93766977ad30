"""Links and images in Markdown: known schemes only, nothing foreign loaded with a page."""

import re
from html import unescape
from typing import Any
from xml.etree.ElementTree import Element

from markdown import Markdown
from markdown.inlinepatterns import (
    IMAGE_LINK_RE,
    IMAGE_REFERENCE_RE,
    ImageInlineProcessor,
    ImageReferenceInlineProcessor,
)
from markdown.treeprocessors import Treeprocessor
from markdown.util import AMP_SUBSTITUTE

_NO_PART = re.compile(r"[\x00-\x20]")  # browsers skip these in front of a scheme
_SCHEME = re.compile(r"[a-z][a-z0-9+.-]*:", re.IGNORECASE)
_SAFE = ("http:", "https:", "mailto:")


def guard_links(markdown: Markdown) -> None:
    """Images become links, and links with other schemes lose their address."""
    patterns = markdown.inlinePatterns
    patterns.register(_LinkedImage(IMAGE_LINK_RE, markdown), "image_link", 150)
    patterns.register(_LinkedReference(IMAGE_REFERENCE_RE, markdown), "image_reference", 140)
    markdown.treeprocessors.register(_Schemes(markdown), "schemes", 5)


class _Schemes(Treeprocessor):
    """The cleaner does this again; each of the two holds alone."""

    def run(self, root: Element) -> None:
        for link in root.iter("a"):
            if not _is_safe(link.get("href", "")):
                del link.attrib["href"]


def _is_safe(address: str) -> bool:
    bare = _NO_PART.sub("", unescape(address.replace(AMP_SUBSTITUTE, "&")))
    return not _SCHEME.match(bare) or bare.lower().startswith(_SAFE)


def _as_link(image: Any) -> Any:
    """Nothing foreign is loaded with a page: an image is offered as a link."""
    if not isinstance(image, Element) or image.tag != "img":
        return image
    link = Element("a", {"href": image.get("src", "")})
    link.text = image.get("alt") or image.get("src")
    return link


class _LinkedImage(ImageInlineProcessor):
    def handleMatch(self, m: re.Match[str], data: str) -> Any:  # type: ignore[override]
        image, start, end = super().handleMatch(m, data)
        return _as_link(image), start, end


class _LinkedReference(ImageReferenceInlineProcessor):
    def makeTag(self, href: str, title: str, text: str) -> Element:
        image = super().makeTag(href, title, text)
        link: Element = _as_link(image)
        return link
