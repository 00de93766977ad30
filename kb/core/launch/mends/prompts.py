"""What a terminal or a page puts around a command: prompts, fences, quote marks, backticks."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from kb.core.launch.launchers import HINT
from kb.core.launch.mends.mending import Mended, Mending, mended
from kb.core.launch.mends.regions import LAUNCH
from kb.core.launch.model import Repair
from kb.core.launch.spans import Edit
from kb.core.messages import msg

_OPENS = re.compile(r"^[ \t]*(?:```|~~~)[^\n`]*\n", re.M)
_CLOSES = re.compile(r"^[ \t]*(?:```|~~~)[ \t]*$", re.M)
_QUOTE_MARK = re.compile(r"^[ \t]*> ?", re.M)
_INLINE = re.compile(r"\A\s*(`{1,2}|\*\*)([^`\n]+?)\1[.。]?\s*\Z")
_PROMPT = re.compile(
    r"[ \t]*(?:(?:\([\w.+/-]+\)[ \t]*)+(?:[$#%>❯➜λ][ \t]+)?"  # (env) $
    r"|PS(?: [A-Za-z]:\\[^>\n]*)?> ?"  # PS C:\>
    r"|[A-Za-z]:\\[^>\n]*> ?"  # C:\>
    r"|[$%❯➜λ»][ \t]+)"
)
# [env] user@host:/path$   [user@host dir]#   bash-5.1#   root@1a2b:/app#
_HOST = re.compile(
    r"[ \t]*(?:\([\w.+/-]+\)[ \t]*)*"
    r"(?:\[?[\w.+-]+@[\w.-]+[^\n$#%>❯]{0,80}?\]?|(?:ba|z|da)?sh-[\d.]+)[ \t]?[$#%>❯][ \t]+"
)
# what a log, `set -x` and `ps aux` put before a command
_STAMP = re.compile(
    r"[ \t]*\[?\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d[\d.,]*(?:Z|[+-]\d\d:?\d\d)?\]?[ \t]+(?=\S)"
)
_TRACE = re.compile(r"[ \t]*\+{1,4}[ \t]+(?=\S)")
_PROCESS = re.compile(
    r"[\w+-]+[ \t]+\d+(?:[ \t]+\d+\.\d){2}(?:[ \t]+\d+){2}(?:[ \t]+\S+){3}[ \t]+\d+:\d\d[ \t]+"
)
_STEP = re.compile(r"[ \t]*(?:\d{1,2}[.)]|[*•])[ \t]+(?=\S)")  # of a list in a text
_SYMBOLS = re.compile(r"[^\w\s\"'`./$~(\[{<#%-][^\n]{0,60}?[❯➜λ»✗✔$%>][ \t]+(?=\S)")
_STARTS = re.compile(
    r"(?<!\S)(?:[A-Za-z_]\w*=|(?:sudo|nohup|env|exec|time|numactl|srun|torchrun|uv|vllm|sglang|ollama|lmdeploy"
    r"|docker|podman|nerdctl|trtllm-serve|text-generation-launcher)\s|python[\d.]*\s|\S*llama\S*\s|\S+/vllm\s)"
)
_LONGEST = 80  # characters of a folder and a branch
_HASH = re.compile(r"[ \t]*# (?=\S)")
_SECOND = {
    "\\": re.compile(r">[ ]?"),
    "^": re.compile(r"(?:More\? |>[ ]?)"),
    "`": re.compile(r">>?[ ]?"),
}


def fenced(text: str, mending: Mending) -> Mended:
    """The one fenced block of a message that holds a launch command; quote marks and backticks
    go."""
    text, quoted = _without_quote_marks(text)
    blocks = [each for each in fences(text) if HINT.search(each.inner) or each.is_all(text)]
    if len(blocks) == 1:
        what = msg("the command was taken out of the code block")
        return Mended(blocks[0].inner, (*quoted, Repair(what)))
    inline = _INLINE.match(text)
    if inline:
        return Mended(inline[2], (*quoted, Repair(msg("the marks around the command went"))))
    return Mended(text, quoted)


@dataclass(frozen=True, slots=True)
class Fence:
    start: int
    end: int
    inner: str

    def is_all(self, text: str) -> bool:
        return not (text[: self.start] + text[self.end :]).strip()


def fences(text: str) -> Iterator[Fence]:
    """Each from its opening line to the next line that closes: linear, also where none does."""
    opens = _OPENS.search(text)
    while opens and (closes := _CLOSES.search(text, opens.end())):
        inner = text[opens.end() : closes.start()].removesuffix("\n")
        yield Fence(opens.start(), closes.end(), inner)
        opens = _OPENS.search(text, closes.end())


def _without_quote_marks(text: str) -> tuple[str, tuple[Repair, ...]]:
    lines = [line for line in text.splitlines() if line.strip()]
    if not lines or not all(line.lstrip().startswith(">") for line in lines):
        return text, ()
    return _QUOTE_MARK.sub("", text), (Repair(msg("quote marks at the line starts went")),)


def first_prompt(text: str, mending: Mending) -> Mended:
    """The prompt before the command's first line goes."""
    end, launch = 0, LAUNCH.search(text)
    most = launch.start() if launch else len(text)
    for pattern in (_STEP, _STAMP, _TRACE, _PROCESS, _HOST, _PROMPT, _PROMPT, _SYMBOLS):
        if (found := pattern.match(text, end)) and found.end() <= most:
            end = found.end()
    end = _program(text, end) if end else 0
    if not end and (found := _HASH.match(text)):
        end = found.end()
    return mended(text, [Edit(0, end, "")] if end else [], "the prompt of the terminal went")


def _program(text: str, at: int) -> int:
    """Behind the folder and branch that an arrow prompt shows (`➜  ~ git:(main) ✗ `)."""
    if not re.search(r"[➜❯λ»✗✔]", text[:at]):
        return at
    line = text[at:].partition("\n")[0]
    found = _STARTS.search(line[:_LONGEST])
    return at + found.start() if found else at


def second_prompts(text: str, mending: Mending) -> Mended:
    """`> ` at a line start goes where the line before is continued: there it is the shell's
    prompt."""
    edits, at, continued = [], 0, False
    for line in text.splitlines(keepends=True):
        found = _SECOND.get(mending.dialect.escape, _SECOND["\\"]).match(line)
        if continued and found:
            edits.append(Edit(at, at + found.end(), ""))
        continued = line.rstrip().endswith(mending.dialect.escape)
        at += len(line)
    return mended(text, edits, "the shell's prompts at the line starts went ({count})")
