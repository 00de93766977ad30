"""Where an article's knowledge comes from: `owner/repository#1` or an address → name and link."""

from __future__ import annotations

import re
from dataclasses import dataclass

_ISSUE = re.compile(r"([\w.-]{1,100}/[\w.-]{1,100})#(\d{1,9})")
_ADDRESS = re.compile(r"https?://[^\s<>\"']{1,1000}")


@dataclass(frozen=True, slots=True)
class Source:
    """`url` is "" where the text is no address that may be linked."""

    name: str
    url: str


def source_of(text: str) -> Source:
    if found := _ISSUE.fullmatch(text.strip()):
        return Source(text.strip(), f"https://github.com/{found[1]}/issues/{found[2]}")
    if _ADDRESS.fullmatch(text.strip()):
        return Source(text.strip().split("://", 1)[1], text.strip())
    return Source(text, "")
