"""The grammar of the search page, in which no input is a syntax error.

    nccl hang engine:vllm -topic:docker status:published "system not yet initialized" -"rank 0"

A name that is no operator, a quote without an end, a lone minus and `--flag` are words as they
stand. `parse(format(query)) == query` for every query.
"""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from kb.core.redact import redact
from kb.search.analysis import words
from kb.search.index import Narrowing

LONGEST_QUERY = 2_000  # characters; the search box is no place for a log
MOST_PARTS = 64

# What people write → the facet's name.
OPERATORS: Mapping[str, str] = {
    "engine": "engine",
    "version": "version",
    "topic": "topic",
    "status": "state",
    "state": "state",
    "symptom": "symptom",
    "stage": "stage",
    "gpu": "gpu",
    "quantization": "quantization",
    "modality": "modality",
    "language": "language",
    "lang": "language",
}
_WRITTEN = {facet: name for name, facet in reversed([*OPERATORS.items()])}

_NAME = "|".join(OPERATORS)
_PART = re.compile(rf'-?(?:(?:{_NAME}):)?"[^"]*"|\S+', re.IGNORECASE)
_QUOTED = re.compile(rf'-?(?:(?:{_NAME}):)?"[^"]*"', re.IGNORECASE)
_OPERATOR = re.compile(rf'(-?)({_NAME}):(?:"([^"]*)"|([^\s"]+))', re.IGNORECASE)
_PHRASE = re.compile(r'(-?)"([^"]*)"')
_UNWANTED = re.compile(r"-([^\W\d_][^\s\"]*)")
_FLAG = re.compile(r"--[a-z]", re.IGNORECASE)
_DASHES = str.maketrans({"–": "-", "—": "-", "－": "-", "：": ":", "“": '"', "”": '"', "＂": '"'})


@dataclass(frozen=True, slots=True)
class Part:
    """One part of a query: a word, a phrase, or (with a `facet`) an operator's value."""

    text: str
    facet: str = ""
    phrase: bool = False
    unwanted: bool = False

    def __str__(self) -> str:
        name = f"{_WRITTEN[self.facet]}:" if self.facet else ""
        quoted = self.phrase or (bool(self.facet) and not re.fullmatch(r'[^\s"]+', self.text))
        return f"{'-' * self.unwanted}{name}" + (f'"{self.text}"' if quoted else self.text)


@dataclass(frozen=True, slots=True)
class Query:
    """A search as it was typed, in parts."""

    parts: tuple[Part, ...] = ()

    def values(self, facet: str) -> tuple[str, ...]:
        """What is asked of a facet: `values("version")` is for the caller to judge."""
        return tuple(p.text for p in self.parts if p.facet == facet and not p.unwanted)

    @property
    def phrases(self) -> tuple[str, ...]:
        """Phrases that a found text must hold."""
        return tuple(p.text for p in self.parts if p.phrase and not p.unwanted and not p.facet)

    def terms(self) -> dict[str, float]:
        """The words to ask for; those of a phrase weigh more."""
        found: dict[str, float] = {}
        for part in self.parts:
            if not part.facet and not part.unwanted:
                for word in words(part.text):
                    found[word] = max(found.get(word, 0.0), 1.5 if part.phrase else 1.0)
        return found

    def narrowing(self, also: Narrowing | None = None) -> Narrowing:
        """What the operators, quotes and minus signs leave; `also` holds besides and wins."""
        also = also or Narrowing()
        return Narrowing(
            only={**_facets(self.parts, unwanted=False), **also.only},
            never={**_facets(self.parts, unwanted=True), **also.never},
            needed=(*also.needed, *_words(p.text for p in self.parts if p.text in self.phrases)),
            unwanted=(*also.unwanted, *_unwanted(self.parts)),
        )


def parse(text: str) -> Query:
    """The query that `text` is, secrets masked. Never fails; over 2,000 characters are cut."""
    safe = redact(text[:LONGEST_QUERY], personal=False).text
    found = _PART.findall(safe.translate(_DASHES))[:MOST_PARTS]
    told = [part if _QUOTED.fullmatch(part) else part.replace('"', "") for part in found]
    command = any(map(_FLAG.match, told))  # beside `--flag`, `-tp 2` is a flag as well
    return Query(tuple(part for one in told if (part := _part(one, command))))


def format(query: Query) -> str:
    """The text of a query, for the search box and the address."""
    return " ".join(str(part) for part in query.parts)


def with_value(query: Query, facet: str, value: str) -> Query:
    """The query narrowed to one value of a facet, in place of any other."""
    kept = (part for part in query.parts if part.facet != facet)
    return Query((*kept, Part(value, facet=facet)))


def without_facet(query: Query, facet: str) -> Query:
    """The query without what it asks of a facet."""
    return Query(tuple(part for part in query.parts if part.facet != facet))


def _part(text: str, command: bool) -> Part | None:
    if found := _OPERATOR.fullmatch(text):
        value, facet = (found[3] or found[4] or "").strip(), OPERATORS[found[2].lower()]
        return Part(value, facet=facet, unwanted=bool(found[1])) if value else None
    if found := _PHRASE.fullmatch(text):
        phrase = found[2].strip()
        return Part(phrase, phrase=True, unwanted=bool(found[1])) if phrase else None
    if (found := _UNWANTED.fullmatch(text)) and not command:
        return Part(found[1], unwanted=True)
    text = text.replace('"', "")
    return Part(text) if text.strip("-") else None


def _facets(parts: Iterable[Part], *, unwanted: bool) -> dict[str, tuple[str, ...]]:
    """Values by facet. A version is no value to look up but a bound to judge."""
    found: dict[str, tuple[str, ...]] = {}
    for part in parts:
        if part.facet not in ("", "version") and part.unwanted == unwanted:
            values = tuple(filter(None, part.text.split(",")))
            found[part.facet] = (*found.get(part.facet, ()), *values)
    return found


def _words(texts: Iterable[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(word for text in texts for word in words(text)))


def _unwanted(parts: Iterable[Part]) -> tuple[str, ...]:
    """The first (whole) word of each: `-cuda` leaves out cuda; a phrase is for the caller."""
    texts = [p.text for p in parts if p.unwanted and not p.facet and not p.phrase]
    return tuple(dict.fromkeys(found[0] for text in texts if (found := list(words(text)))))
