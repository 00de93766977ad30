"""A line that YAML reads as something else → the form that says what was meant."""

import re
from collections.abc import Sequence

from kb.core.messages import Message, msg

_INDICATORS = ">!*&%@`"
_LEAD = r"(?P<lead>[ ]*(?:-[ ]+)*(?:[a-z][a-z0-9_-]*:[ ]+)?)"
_WHOLE = re.compile(rf"{_LEAD}(?P<value>[{_INDICATORS}].*)$")
_PLAIN = re.compile(rf"{_LEAD}(?P<value>[^\s\"'|>].*)$")
_IN_FLOW = re.compile(rf"(?<=[\[{{,: ])(?P<value>[{_INDICATORS}][^,\]}}\"']*[^,\]}}\"'\s])")
_HEADER = re.compile(r">[-+]?\s*(#.*)?$")
_OPENS_FLOW = re.compile(r"[ ]*(?:-[ ]+)*(?:[a-z][a-z0-9_-]*:[ ]+)?[\[{]")
_LIST_OF_WORDS = re.compile(r"[ ]*(?:-[ ]+)*(?:[a-z][a-z0-9_-]*:[ ]+)[\[{].*[\]}][ ]*(#.*)?$")


def quoted(value: str) -> str:
    """`value` in the quotes that need the least escaping."""
    if '"' in value or "\\" in value:
        return "'" + value.replace("'", "''") + "'"
    return f'"{value}"'


def _without_comment(value: str) -> str:
    return re.split(r"\s+#", value, maxsplit=1)[0].rstrip()


def _quote_in_flow(line: str) -> str | None:
    mended = _IN_FLOW.sub(lambda found: quoted(found["value"]), line)
    return mended if mended != line else None


def quote_line(line: str) -> str | None:
    """`line` with the values quoted that begin with a sign of YAML's (`>1`, `!=0.9`, `*glob*`)."""
    if _OPENS_FLOW.match(line):
        return _quote_in_flow(line)
    found = _WHOLE.match(line)
    if not found or _HEADER.match(found["value"]):
        return None
    return found["lead"] + quoted(_without_comment(found["value"]))


def block_lines(line: str) -> tuple[str, str] | None:
    """`line` as a `|` block, for text that YAML would split at `: ` or take for a list."""
    found = _PLAIN.match(line)
    if not found or not found["lead"].strip():
        return None
    lead = found["lead"]
    return f"{lead}|", " " * (len(lead) - len(lead.lstrip(" ")) + 2) + found["value"]


def mend(line: str) -> tuple[Sequence[str], Message] | None:
    """Lines to write in place of `line`, and the sentence that says so; None where we know none."""
    simple = quote_line(line)
    if simple:
        return [simple], msg(
            "YAML takes a value that begins so for a sign of its own; write {form}",
            form=f"`{simple.strip()}`",
        )
    block = None if _LIST_OF_WORDS.match(line) else block_lines(line)
    if not block:
        return None
    return block, msg(
        "YAML would split this text; write it as a block: {form}",
        form=f"`{block[0].strip()}`, and under it, indented, `{block[1].strip()}`",
    )
