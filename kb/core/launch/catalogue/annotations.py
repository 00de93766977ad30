"""Python annotations of configuration classes → the word for a JSON key's type."""

import re

PLAIN = {
    "int": "int",
    "float": "float",
    "bool": "bool",
    "str": "text",
    "dict": "object",
    "Path": "path",
}
QUOTED = re.compile(r"'([^']*)'")


def type_text(annotation: str) -> str:
    """int, float, bool, text, path, object, name (of an enum), list, list[int], or `a|b|c`."""
    text = _bare(annotation)
    if text.startswith("list"):
        return _list(text)
    if text.startswith("Literal"):
        return _choice(text)
    if text.startswith(("dict", "Union", "Annotated")):
        return "object" if text.startswith("dict") else "text"
    last = text.rsplit(".", 1)[-1]
    return PLAIN.get(last) or (
        "name" if annotation.startswith("<enum") or last.endswith("Enum") else "object"
    )


def _bare(annotation: str) -> str:
    text = annotation.removeprefix("<class '").removeprefix("<enum '").removesuffix("'>")
    text = text.removesuffix(" | None")
    return text[len("Optional[") : -1] if text.startswith("Optional[") else text


def _list(text: str) -> str:
    inner = text[len("list[") : -1]
    return f"list[{PLAIN[inner]}]" if inner in PLAIN else "list"


def _choice(text: str) -> str:
    """A table that cut a long choice short leaves an odd quote: then any text."""
    names = QUOTED.findall(text)
    whole = text.count("'") % 2 == 0 and text.endswith("]") and names
    return "|".join(names) if whole and "," not in text.rsplit("'", 1)[-1] else "text"
