"""Engine arguments → options: which words are a flag, which its value, and which flag it really
is."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from kb.core.launch.model import Catalogue, Catalogues, Resolved

_OPTION = re.compile(r"--?[A-Za-z?][^\s=]*(?:=|$)|--?[A-Za-z?][^\s=]*", re.S)
_ATTACHED = re.compile(r"(-O)(\d|\{.*)", re.S)


@dataclass(frozen=True, slots=True)
class Name:
    """An option's name, resolved. `path` is the part after the first dot
    (`--compilation-config.mode`)."""

    flag: str
    kind: str = "unknown"
    negated: bool = False
    path: str = ""
    ambiguous: tuple[str, ...] = ()

    @property
    def takes_value(self) -> bool:
        return bool(self.path) or self.kind in ("value", "list", "json")


@dataclass(frozen=True, slots=True)
class Option:
    """One option in an argument list: items `first` to `last` (inclusive). `style` tells where
    the value is:
    word (the next item), equals (after `=` in the same item), attached (-O3), "" where there is
    none."""

    first: int
    last: int
    written: str  # the name as the user wrote it
    name: Name
    value: str | None = None
    style: str = ""


@dataclass(frozen=True, slots=True)
class Grammar:
    """How one engine in one version reads its options."""

    engine: str
    version: str | None = None
    catalogue: Catalogue | None = None

    def name(self, written: str) -> Name:
        """What an option name means; where the catalogue is silent, the name itself with dashes."""
        base, _, path = written.partition(".")
        found = self._resolve(base)
        if found is None:
            return Name(plain_name(base), path=path)
        flag = found.flag or plain_name(base)
        return Name(flag, found.kind, found.negated, path, found.ambiguous)

    def known(self, written: str) -> bool:
        base = written.partition(".")[0]
        return self._resolve(base) is not None

    def _resolve(self, written: str) -> Resolved | None:
        """In the user's version; else in any version, so that a removed flag keeps its kind."""
        if self.catalogue is None:
            return None
        found = self.catalogue.resolve(written, self.version) if self.version else None
        return found or self.catalogue.resolve(written, None)


def grammar_for(engine: str, version: str | None, catalogues: Catalogues) -> Grammar:
    return Grammar(engine, version, catalogues.get(engine))


def plain_name(written: str) -> str:
    return written if written.startswith("--no_") else written.replace("_", "-")


def looks_like_option(word: str) -> bool:
    """A word that a parser would take for an option: `-1` and `-0.5` are values."""
    return bool(_OPTION.match(word))


def split_option(word: str) -> tuple[str, str | None, str]:
    """The written name, the value in the same word if there is one, and the style of writing."""
    if found := _ATTACHED.fullmatch(word):
        return found[1], found[2], "attached"
    name, equals, value = word.partition("=")
    return (name, value, "equals") if equals else (word, None, "")


def read_options(words: Sequence[str], grammar: Grammar) -> tuple[Option, ...]:
    """The options among the arguments, in order."""
    found: list[Option] = []
    at = 0
    while at < len(words):
        if looks_like_option(words[at]):
            found.append(_option(words, at, grammar))
            at = found[-1].last
        at += 1
    return tuple(found)


def _option(words: Sequence[str], at: int, grammar: Grammar) -> Option:
    written, value, style = split_option(words[at])
    name = grammar.name(written)
    if style:
        return Option(at, at, written, name, value, style)
    last = at + _values(words, at, name)
    if last == at:
        return Option(at, at, written, name)
    return Option(at, last, written, name, " ".join(words[at + 1 : last + 1]), "word")


def _values(words: Sequence[str], at: int, name: Name) -> int:
    """How many of the following words are the option's value."""
    follows = words[at + 1 : at + 2]
    if not follows:
        return 0
    if name.kind in ("switch", "pair") and not name.path:
        return int(follows[0].casefold() in ("true", "false"))
    if name.kind == "list" and not name.path:
        return _run(words, at + 1)
    return int(not looks_like_option(follows[0]))


def _run(words: Sequence[str], start: int) -> int:
    at = start
    while at < len(words) and not looks_like_option(words[at]):
        at += 1
    return at - start


def positionals(words: Sequence[str], options: Sequence[Option]) -> tuple[int, ...]:
    """The items that belong to no option."""
    taken = {at for option in options for at in range(option.first, option.last + 1)}
    return tuple(at for at in range(len(words)) if at not in taken)


def equals_style(words: Sequence[str]) -> bool:
    """Are more values written as `--flag=value` than as `--flag value`?"""
    options = [at for at, word in enumerate(words) if looks_like_option(word)]
    joined = sum("=" in words[at] for at in options)
    apart = sum(
        "=" not in words[at] and at + 1 < len(words) and not looks_like_option(words[at + 1])
        for at in options
    )
    return joined > apart
