"""Commands in prose: found, mended where copying damaged them, and what was mended."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from kb.core.articles.model import Mend
from kb.core.launch.mends.regions import LAUNCH

_OTHERS = re.compile(
    r"(?:(?:uv |python3? -m )?pip3? install|docker (?:pull|compose)"
    r"|conda install|apt(?:-get)? install|systemctl)\s"
)
_INLINE = re.compile(r"`([^`\n]+)`")
_PROMPT = re.compile(r"^\s*(?:[-*•]\s+|\d+[.)、）]\s+)?(?:\$\s+)?")
_LEADS = re.compile(r"[\x21-\x7e\u2010-\u2015]")
_CHINESE = re.compile(r"[\u3400-\u9fff，。；：！？、]")
_FINAL = re.compile(r"[。．，；：、！？]+$|(?<=[^\s.])[.;,]$")

_DASH = "\u2010-\u2015\u2212\ufe58\ufe63\uff0d"
_DASHED = re.compile(rf"(?<!\S)[{_DASH}]-?(?P<name>[A-Za-z][\w.-]*)")
_QUOTES = str.maketrans({"‘": "'", "’": "'", "“": '"', "”": '"', "«": '"', "»": '"'})
_QUOTED = re.compile(r"\S*[‘’“”«»]\S*")
# Outside a command only a word with a dash inside is taken for an option.
_DASHED_OPTION = re.compile(rf"(?<![^\s`（(])[{_DASH}]-?(?P<name>[a-z][a-z0-9]*(?:[-_][a-z0-9]+)+)")
_BLANK = re.compile("[\u00a0\u2007\u202f\u3000]")
_NOTHING = re.compile("[\u200b\ufeff\u2060]")


@dataclass(frozen=True, slots=True)
class Found:
    """A command of the text: `raw` as it stands there, `text` as it can be run."""

    raw: str
    text: str
    mends: tuple[Mend, ...]
    serves: bool  # it starts a server; otherwise it installs, pulls …


def commands(text: str) -> Iterator[Found]:
    """The commands of a prose text in order: in backticks, in fences, or on lines of their own."""
    lines = text.split("\n")
    at = 0
    while at < len(lines):
        taken = 1
        for raw in _INLINE.findall(lines[at]) if not is_command_line(lines[at]) else ():
            if _serves(raw) or _OTHERS.match(raw):
                yield _found(raw)
        if is_command_line(lines[at]):
            taken = _length(lines, at)
            yield _found(_PROMPT.sub("", "\n".join(lines[at : at + taken]), count=1))
        at += taken


def _serves(text: str) -> bool:
    return bool(LAUNCH.search(text))


def is_command_line(line: str) -> bool:
    """A line that holds nothing but a command, a list mark or prompt before it apart."""
    bare = _PROMPT.sub("", line, count=1)
    if not bare or bare.startswith("`") or not _LEADS.match(bare):
        return False
    if _CHINESE.search(_FINAL.sub("", bare.rstrip())):
        return False
    found = LAUNCH.search(bare)
    return bool(found and _only_words_before(bare[: found.start()])) or bool(_OTHERS.match(bare))


def _only_words_before(text: str) -> bool:
    """What may stand before the launcher on its line: variables, wrappers, paths; no sentence."""
    return all(re.fullmatch(r"[\w./-]+=\S*|[\w./-]+", word) for word in text.split()) and (
        len(text.split()) <= 3 or "=" in text
    )


def _length(lines: list[str], at: int) -> int:
    """How many lines a command takes: those that end in a backslash go on."""
    end = at
    while end + 1 < len(lines) and lines[end].rstrip().endswith("\\"):
        if lines[end + 1].startswith(("```", "~~~")):
            break
        end += 1
    return end - at + 1


def _found(raw: str) -> Found:
    bare = _FINAL.sub("", raw.strip())
    text, mends = mend(bare)
    return Found(raw, text, mends, _serves(text))


def mend(command: str) -> tuple[str, tuple[Mend, ...]]:
    """A command without the damage of copying, and each mended word once."""
    mends: dict[Mend, None] = {}

    def dashed(found: re.Match[str]) -> str:
        name = found["name"]
        return _noted(mends, found.group(), ("--" if len(name) > 1 else "-") + name)

    def quoted(found: re.Match[str]) -> str:
        return _noted(mends, found.group(), found.group().translate(_QUOTES))

    text = _DASHED.sub(dashed, command)
    text = _QUOTED.sub(quoted, text)
    text = _BLANK.sub(lambda found: _noted(mends, f"U+{ord(found.group()):04X}", " "), text)
    text = _NOTHING.sub(lambda found: _noted(mends, f"U+{ord(found.group()):04X}", ""), text)
    return text, tuple(mends)


def mend_options(prose: str) -> tuple[str, tuple[Mend, ...]]:
    """Prose in which `–enforce-eager` is the option that was meant."""
    mends: dict[Mend, None] = {}
    text = _DASHED_OPTION.sub(
        lambda found: _noted(mends, found.group(), f"--{found['name']}"), prose
    )
    return text, tuple(mends)


def _noted(mends: dict[Mend, None], before: str, after: str) -> str:
    mends.setdefault(Mend(before, after if after.strip() else repr(after)))
    return after
