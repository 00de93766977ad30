"""The lines of a part in prose → Markdown that reads the same: lists stay lists, output is code."""

import re

from kb.core.articles.sections import block as tidy
from kb.core.plain.commands import is_command_line, mend
from kb.core.plain.layout import Part
from kb.core.plain.samples import bare, is_error_line

_ITEM = re.compile(r"\s*(?:[-*•]\s+|\d+[.)、）]\s*)")
_INLINE = re.compile(r"`([^`\n]+)`")
_FENCES = ("```", "~~~")
_FINAL = re.compile(r"[。．；]+$")


def markdown(part: Part) -> str:
    """A body. Lines that stand under each other become a list, commands and errors blocks."""
    out: list[str] = []
    for block in _blocks(part):
        out.append(_block(block, part.name))
    return tidy("\n\n".join(text for text in out if text))


def _blocks(part: Part) -> list[list[tuple[str, bool]]]:
    """Runs of lines between blank lines; a fence is one run."""
    blocks: list[list[tuple[str, bool]]] = [[]]
    for line, inside in part.lines:
        if (blocks[-1] and inside != blocks[-1][-1][1]) or (not inside and not line.strip()):
            blocks.append([])
        if line.strip() or inside:
            blocks[-1].append((line, inside))
    return [block for block in blocks if block]


def _block(block: list[tuple[str, bool]], name: str) -> str:
    lines = _joined([line for line, _ in block])
    if block[0][1]:
        return "\n".join(mend(line)[0] if is_command_line(line) else line for line in lines)
    if name == "error" and all(is_error_line(bare(line)) for line in lines):
        return "```text\n" + "\n".join(bare(line) for line in lines) + "\n```"
    if len(lines) == 1 or any(_ITEM.match(line) for line in lines):
        return "\n".join(_line(line) for line in lines)
    return _listed(lines, numbered=name == "fix")


def _joined(lines: list[str]) -> list[str]:
    """A command that goes on behind a backslash is one line."""
    joined: list[str] = []
    for line in lines:
        goes_on = joined and joined[-1].endswith("\\") and is_command_line(joined[-1])
        if goes_on and not line.startswith(_FENCES):
            joined[-1] += f"\n{line}"
        else:
            joined.append(line)
    return joined


def _listed(lines: list[str], numbered: bool) -> str:
    out: list[str] = []
    number = 0
    for line in lines:
        if is_command_line(line):
            out.append(_line(line))
        else:
            number += 1
            out.append(f"{number}. {_line(line)}" if numbered else f"- {_line(line)}")
    return "\n".join(out)


def _line(line: str) -> str:
    if is_command_line(line):
        command = mend(_FINAL.sub("", line.strip()))[0]
        return f"\n```bash\n{command}\n```\n"
    text = line.strip()
    if text.startswith(_FENCES):
        return f"\\{text}"  # a fence that nothing closes would swallow the blocks that we make
    return _INLINE.sub(lambda found: f"`{mend(found[1])[0]}`", text)
