"""The body of an article ⇄ its sections."""

import re
from collections.abc import Sequence

from kb.core.articles.headings import section_name
from kb.core.articles.model import Section
from kb.core.articles.reading import Reading
from kb.core.fences import fenced
from kb.core.messages import msg

_HEADING = re.compile(r"##[ \t]+(?P<heading>.*[^\s#])[ \t#]*$")
SECTION_LIMIT = 64 * 1024


def sections(body: str, first_line: int, reading: Reading) -> tuple[Section, ...]:
    """The parts of a Markdown body. Text before the first heading is an unnamed summary."""
    parts = _split(body)
    found = [_section(heading, lines) for heading, lines, _ in parts]
    _refuse_twice(found, [first_line + at for _, _, at in parts], reading)
    named = {part.name for part in found}
    if found and not found[0].heading and "summary" not in named:
        found[0] = Section("summary", "", found[0].body)
    return tuple(part for part in found if part.heading or part.body)


def _split(body: str) -> list[tuple[str, list[str], int]]:
    """(heading, lines under it, its 0-based line) in order; the first heading may be ""."""
    parts: list[tuple[str, list[str], int]] = [("", [], 0)]
    for number, (line, inside) in enumerate(fenced(body.split("\n"))):
        found = None if inside else _HEADING.match(line)
        if found:
            parts.append((" ".join(found["heading"].split()), [], number))
        else:
            parts[-1][1].append(line)
    return parts


def _section(heading: str, lines: Sequence[str]) -> Section:
    return Section(section_name(heading) if heading else "", heading, block("\n".join(lines)))


def block(text: str) -> str:
    """Markdown without blank lines around it and blanks at its end."""
    return re.sub(r"\A(?:[ \t]*\n)+", "", text).rstrip()


def _refuse_twice(found: Sequence[Section], lines: Sequence[int], reading: Reading) -> None:
    first: dict[str, Section] = {}
    for part, line in zip(found, lines, strict=True):
        path = f"sections.{part.name or part.heading}"
        if len(part.body.encode(errors="replace")) > SECTION_LIMIT:
            reading.refuse(line, path, msg("a section may hold 64 KiB; shorten it"))
        key = part.name or part.heading.casefold()
        if key and key in first:
            message = msg(
                "`{heading}` is here twice (first as `{first}`); join them or use `###`",
                heading=part.heading,
                first=first[key].heading,
            )
            reading.refuse(line, path, message)
        first.setdefault(key, part)


def body(parts: Sequence[Section]) -> str:
    """The Markdown that `sections` reads back."""
    texts = (
        f"## {part.heading}\n\n{part.body}".rstrip() if part.heading else part.body
        for part in parts
    )
    return "\n\n".join(texts)
