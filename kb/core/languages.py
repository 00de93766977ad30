"""Languages of content, as BCP 47 tags."""

import re

_TAG = re.compile(r"[a-z]{2,3}(?:-[A-Za-z0-9]{2,8})*")
_CHINESE = re.compile(r"[\u3400-\u9fff]")


def is_language(tag: str) -> bool:
    return bool(_TAG.fullmatch(tag))


def language_of(text: str) -> str:
    """The language that a prose text seems to be written in: "zh" or "en". Of a text that is full
    of commands and output, the lines count that have Chinese in them."""
    chinese = len(_CHINESE.findall(text))
    lines = [line for line in text.split("\n") if line.strip()]
    written = sum(bool(_CHINESE.search(line)) for line in lines)
    return "zh" if chinese * 8 > len(text) - chinese or written * 3 > len(lines) else "en"
