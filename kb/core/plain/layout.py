"""Plain prose → its parts: what stands under which heading or label, and what before the first."""

import re
from dataclasses import dataclass

from kb.core.articles.headings import section_name
from kb.core.fences import fenced

_MARKDOWN = re.compile(r"(?P<level>#{1,6})[ \t]+(?P<heading>.*[^\s#])[ \t#]*$")
_BOLD = re.compile(r"(?:\*\*|__|【)(?P<heading>[^*_【】]{1,60})(?:\*\*|__|】)[ \t]*[:：]?[ \t]*$")
_LABEL = re.compile(
    r"(?P<mark>[-*•][ \t]+)?(?P<bold>\*\*|__|【)?(?P<label>[^\s*_：:【】`][^*_：:【】`\n]{0,29}?)"
    r"(?:\*\*|__|】)?[ \t]*[:：](?:\*\*|__)?(?P<text>[ \t]*\S.*)$"
)
_REFERENCES = re.compile(
    r"(?:sources?|references?|links?|see also|来源|出处|参考(?:资料|链接|文献)?|相关链接|链接)",
    re.I,
)
_TICKED_OFF = re.compile(r"before submitting|checklist|prerequisites|先决条件|提交前", re.I)
_ERROR_NAME = re.compile(r"\w*(?:Error|Exception|Warning)\b|\[|`")


@dataclass(slots=True)
class Part:
    """Lines under one heading; `name` is the canonical section, "" for another or none."""

    name: str
    heading: str
    lines: list[tuple[str, bool]]  # text, and whether it stands in a code fence

    @property
    def text(self) -> str:
        return "\n".join(line for line, _ in self.lines).strip("\n")


def parts(text: str) -> list[Part]:
    """The parts in order; the first has no heading and may be empty. The form that an issue's
    author ticked off says nothing of the fault."""
    found = [Part("", "", [])]
    for line, inside in fenced(text.split("\n")):
        opened = None if inside else _opened(line.strip(), found[-1])
        if opened:
            found.append(opened)
        else:
            found[-1].lines.append((line, inside))
    return [part for part in found if not _TICKED_OFF.match(part.heading)]


def _opened(line: str, current: Part) -> Part | None:
    """The part that a line opens: by a heading of its own, or by a label before its text."""
    if not line:
        return None
    marked = _MARKDOWN.match(line)
    if marked:
        name = section_name(marked["heading"])
        opens = name or len(marked["level"]) < 3  # `### Option 1` stays in its section
        return Part(name, marked["heading"].strip(), []) if opens else None
    bold = _BOLD.match(line)
    heading = bold["heading"] if bold else line
    if len(heading) <= 40 and section_name(heading):
        return Part(section_name(heading), _bare(heading), [])
    return _labelled(line, current)


def _labelled(line: str, current: Part) -> Part | None:
    found = _LABEL.match(line)
    name = section_name(found["label"]) if found else ""
    if found and _REFERENCES.fullmatch(found["label"].strip()):
        return Part("", _bare(found["label"]), [(found["text"].strip(), False)])
    if not found or not name or (found["mark"] and not found["bold"]):
        return None
    text = found["text"].strip()
    if name == "error" and not found["bold"] and not _ERROR_NAME.match(text) and line.isascii():
        # `Error: it failed` is a line of a program, no label of an author's.
        return (
            None if current.name == "error" else Part(name, _bare(found["label"]), [(line, False)])
        )
    return Part(name, _bare(found["label"]), [(text, False)])


def _bare(heading: str) -> str:
    return heading.strip().strip(":：").strip()
