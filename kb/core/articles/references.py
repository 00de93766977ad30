"""Where something was read: `owner/repository#123` or an http(s) address."""

import re

from kb.core.articles.reading import Reading, texts, words
from kb.core.documents import Node
from kb.core.messages import msg

_ISSUE = re.compile(r"[\w.-]+/[\w.-]+(?:#|@|/discussions/|/pull/)[\w.-]+")
_ADDRESS = re.compile(r"https?://[^\s<>\"'`\\]+")


def link(node: Node | None, path: str, reading: Reading) -> str:
    value = words(node, path, reading)
    if value and node and not (_ISSUE.fullmatch(value) or _ADDRESS.fullmatch(value)):
        message = msg("write `owner/repository#123` or an address with https://")
        reading.refuse(node.line, path, message)
    return value


def links(node: Node | None, path: str, reading: Reading) -> tuple[str, ...]:
    return texts(node, path, reading, link)


def address(reference: str) -> str:
    """The address to link to, "" for a reference of another kind."""
    if _ADDRESS.fullmatch(reference):
        return reference
    repository, found, number = reference.partition("#")
    if found and number.isdigit():
        return f"https://github.com/{repository}/issues/{number}"
    return ""
