"""A pasted `--help` → its options. Reads what argparse, llama.cpp and clap print."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from kb.core.launch.catalogue.model import UNSET, CatalogueError
from kb.core.messages import msg

LONGEST = 1 << 20  # characters; vLLM's whole help is 130 thousand
DEEPEST = 8  # columns before an option; descriptions of all three printers stand deeper
FEWEST = 3  # options below which a text is no help output

ENTRY = re.compile(r" {0,8}(?=--?[A-Za-z?])")
HEAD_END = re.compile(r"(?<=[^\s,])(?: {2,}|\t)")
OPTION = re.compile(r"--?[A-Za-z?][\w.-]*")
ARGPARSE_DEFAULT = re.compile(r"\(default: ([^()]*(?:\([^()]*\)[^()]*)*)\)", re.I)
CLAP_DEFAULT = re.compile(r"\[default: ([^\]]*)\]")
LLAMA_DEFAULT = re.compile(r"\bdefault: '?([^,;')]+)'?")
ENV = re.compile(r"[(\[]env: ([A-Za-z_][A-Za-z0-9_]*)")
POSSIBLE = re.compile(r"\[possible values: ([^\]]*)\]")
POSSIBLE_ROW = re.compile(r"^\s*- ([\w.-]+):", re.M)
DEPRECATED = re.compile(r"\bdeprecated\b", re.I)
PYTHON = {"None": UNSET, "True": "true", "False": "false"}
LIST = re.compile(r"\[[^\]]* ?\.\.\.\]")


@dataclass(frozen=True, slots=True)
class HelpRow:
    """One option: its names, the word for its value ("" for a switch), what is said about it."""

    names: tuple[str, ...]
    value: str
    description: str

    @property
    def flag(self) -> str:
        """The first long name that does not say no, else the first name."""
        long = [name for name in self.names if name.startswith("--")]
        yes = [name for name in long if not name.startswith("--no-")]
        return (yes or long or list(self.names))[0]

    @property
    def negations(self) -> tuple[str, ...]:
        return tuple(name for name in self.names if says_no(name, self.names))

    @property
    def choices(self) -> tuple[str, ...]:
        bare = self.value.strip()
        if bare.startswith("{"):
            return _split(bare[1:].partition("}")[0], ",")
        if bare.startswith("[") and "|" in bare:
            return _split(bare.strip("[]"), "|")
        if found := POSSIBLE.search(self.description):
            return _split(found[1], ",")
        if "Possible values:" in self.description:
            return tuple(POSSIBLE_ROW.findall(self.description.partition("Possible values:")[2]))
        return ()

    @property
    def kind(self) -> str:
        if not self.value:
            return "pair" if self.negations else "switch"
        if LIST.search(self.value):
            return "list"
        return "optional" if _optional(self.value) else "value"

    @property
    def default(self) -> str:
        for pattern in (ARGPARSE_DEFAULT, CLAP_DEFAULT, LLAMA_DEFAULT):
            if found := pattern.search(self.description):
                text = found[1].strip().strip("\"'")
                return PYTHON.get(text, text)
        return ""

    @property
    def env(self) -> str:
        found = ENV.search(self.description)
        return found[1] if found else ""

    @property
    def deprecated(self) -> bool:
        return DEPRECATED.search(self.description[:60]) is not None


def _optional(value: str) -> bool:
    """`[ENABLE_X]` of argparse; `[on|off|auto]` of llama.cpp has to be given."""
    return value.startswith("[") and value.endswith("]") and "|" not in value


def says_no(name: str, names: Iterable[str]) -> bool:
    """`--no-x` beside `--x`, `-nkvo` beside `-kvo`, `--disable-x` behind `--enable-x`."""
    others = [other for other in names if other != name]
    if name.startswith("--no-"):
        return any(other.startswith("--") for other in others)
    if not name.startswith("--"):
        return any(name in (f"-n{other[1:]}", f"-no-{other[1:]}") for other in others)
    return _turned(name) in others and others.index(_turned(name)) < list(names).index(name)


def _turned(name: str) -> str:
    if name.startswith("--disable-"):
        return f"--enable-{name[10:]}"
    return f"--disable-{name[9:]}" if name.startswith("--enable-") else ""


def read_help_rows(text: str) -> tuple[HelpRow, ...]:
    """The options of a help text in order. CatalogueError where there are hardly any."""
    if len(text) > LONGEST:
        raise CatalogueError(msg("larger than {n} KiB; shorten it", n=LONGEST // 1024))
    rows = tuple(row for entry in _entries(text.expandtabs()) if (row := _row(entry)))
    if len(rows) < FEWEST:
        raise CatalogueError(msg("this is no help output: paste all that `--help` prints"))
    return rows


def _entries(text: str) -> Iterator[list[str]]:
    """The lines of each option: its own and the deeper ones below."""
    entry: list[str] = []
    for line in text.splitlines():
        if ENTRY.match(line):
            if entry:
                yield entry
            entry = [line]
        elif entry and (not line.strip() or line.startswith(" ")):
            entry.append(line)
        elif entry:
            yield entry
            entry = []
    if entry:
        yield entry


def _row(lines: list[str]) -> HelpRow | None:
    head, *rest = HEAD_END.split(lines[0].strip(), maxsplit=1)
    names, value = [], ""
    for part in _parts(head):
        found = OPTION.match(part)
        if not found:
            return None
        names.append(found[0])
        value = part[found.end() :].strip(" =") or value
    return HelpRow(tuple(names), value, "\n".join([*rest, *lines[1:]]))


def _parts(head: str) -> list[str]:
    """The names between commas; commas inside brackets belong to a value."""
    parts, depth = [""], 0
    for mark in head:
        depth += (mark in "{[<") - (mark in "}]>")
        if mark == "," and depth <= 0:
            parts.append("")
        else:
            parts[-1] += mark
    return [part.strip() for part in parts if part.strip()]


def _split(text: str, mark: str) -> tuple[str, ...]:
    return tuple(item.strip() for item in text.split(mark) if item.strip())
