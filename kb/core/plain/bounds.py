"""Prose → ranges of versions: `vLLM 0.10.1 及以后`, `transformers 4.44 or older`."""

import re
from collections.abc import Iterator

from kb.core.facts import FactKind, Vocabulary, read_facts
from kb.core.facts.model import fold
from kb.core.plain.clauses import sentences
from kb.core.text import read_lines

# Bounded, so that a text of nothing but digits and dots costs no more than another.
_VERSION = r"(?<![\w.])(?:v?\d{1,5}(?:\.\d{1,6}){1,3}(?:[.+]?[a-z]\w{0,20})?|b\d{3,5})(?![\w])"
# What stands before or behind a version → the sign of its bound. The first that fits counts.
_BEFORE = (
    (">=", r">=|≥|不低于|不早于|since|from|至少|at least"),
    ("<=", r"<=|≤|不高于|不晚于|up to|at most|至多|最高"),
    (">", r">|高于|晚于|大于|after|above|newer than"),
    ("<", r"<|低于|早于|小于|before|below|older than|prior to"),
)
_BEHIND = (
    (">=", r"(?:版本)?(?:及|和|或|以及)?(?:其|之|更)?(?:以后|以上|以来|之后|更高|更新|后续|起)"
           r"|\+|(?:and|or) (?:later|newer|above|higher|up)|onwards?"),
    ("<=", r"(?:版本)?(?:及|和|或|以及)(?:其|之|更)?(?:以下|以前|之前|更低|更早|更旧)|(?:版本)?以下"
           r"|(?:and|or) (?:earlier|older|below|lower)"),
    ("<", r"(?:版本)?(?:以前|之前)"),
)  # fmt: skip
_NAME = r"(?<![\w.-])[A-Za-z][\w.-]{0,30}"
_FIXED = re.compile(
    rf"(?:(?P<name>{_NAME})[ \t]*)?(?P<zh>{_VERSION})[ \t]*(?:版本)?(?:中|里)?(?:已经?|被)?修复"
    rf"|fixed (?:in|by|since|with) (?:version )?(?:(?P<of>{_NAME}) )?(?P<en>{_VERSION})",
    re.I,
)
_UNTIL = r"到|至|~|～|–|—|-|to|through|until"


def bounds_of(text: str, vocabulary: Vocabulary) -> dict[str, str]:
    """The range of each component that the text gives one for, as a condition: `>=0.10.1`,
    `>=0.8.0,<=0.9.1`. A version that stands alone is no range."""
    return {
        kind.name: bound
        for kind in vocabulary.facts.values()
        if kind.kind == "version" and (bound := next(_bounds(text, kind), ""))
    }


def fixed_in(text: str, vocabulary: Vocabulary) -> dict[str, str]:
    """The version that the text calls the first without the fault, by component: the one it names,
    else the engine."""
    found = next(filter(None, map(_FIXED.search, sentences(text))), None)
    if found is None:
        return {}
    component = _component(found["name"] or found["of"] or "", vocabulary) or _engine(
        text, vocabulary
    )
    return {component: _plain(found["zh"] or found["en"])} if component in vocabulary.facts else {}


def _engine(text: str, vocabulary: Vocabulary) -> str:
    fact = read_facts(read_lines(text), vocabulary).get("engine")
    return (fact.value if fact else None) or ""


def _component(name: str, vocabulary: Vocabulary) -> str:
    kinds = (kind for kind in vocabulary.facts.values() if kind.kind == "version")
    named = (kind.name for kind in kinds if fold(name) in {fold(each) for each in _names(kind)})
    return next(named, "")


def _bounds(text: str, kind: FactKind) -> Iterator[str]:
    for found in _pattern(kind).finditer(text):
        low, high = (_plain(found[name]) for name in ("low", "high"))
        if high:
            yield f">={low},<={high}"
        elif sign := _sign(found["before"] or "", _BEFORE) or _sign(found["behind"], _BEHIND):
            yield f"{sign}{low}"


def _pattern(kind: FactKind) -> re.Pattern[str]:
    names = "|".join(re.escape(name) for name in _names(kind))
    before = "|".join(words for _, words in _BEFORE)
    until = rf"(?:[ \t]*(?:{_UNTIL})[ \t]*(?P<high>{_VERSION}))?"
    return re.compile(
        rf"(?<![\w./-])(?:{names})[ \t]*(?:版本|version)?[ \t]*(?P<before>{before})?[ \t]*"
        rf"(?P<low>{_VERSION}){until}[ \t]*(?P<behind>[^\n]{{0,16}})",
        re.I,
    )


def _names(kind: FactKind) -> set[str]:
    return {
        kind.name,
        kind.name.replace("_", "-"),
        kind.name.replace("_", " "),
        *kind.label.values(),
    }


def _plain(version: str | None) -> str:
    return (version or "").lower().removeprefix("v").rstrip(".")


def _sign(words: str, rows: tuple[tuple[str, str], ...]) -> str:
    return next((sign for sign, pattern in rows if re.match(pattern, words, re.I)), "")
