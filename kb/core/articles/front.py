"""The front matter of an article → its values, by a table of fields."""

from collections.abc import Callable, Mapping
from typing import Any

from kb.core.articles.applies import alternatives, conditions
from kb.core.articles.fixes import checks, fixes, translated_checks, translated_fixes
from kb.core.articles.model import Cause, Environment, Mend, Sample, Verification
from kb.core.articles.reading import (
    Reading,
    choice,
    day,
    entries,
    fields,
    join,
    slug,
    text,
    texts,
    truth,
    words,
)
from kb.core.articles.references import link, links
from kb.core.articles.versions import versions
from kb.core.articles.words import CERTAINTIES, EVIDENCE, SEEN_BY, STATES, UPSTREAM_STATES
from kb.core.documents import Fields, Node
from kb.core.languages import is_language
from kb.core.messages import msg

Read = Callable[[Node | None, str, Reading], object]


def _language(node: Node | None, path: str, reading: Reading) -> str:
    value = words(node, path, reading)
    if value and node and not is_language(value):
        reading.refuse(node.line, path, msg("a language is written as `en` or `zh`"))
    return value or "en"


def _samples(node: Node | None, path: str, reading: Reading) -> tuple[Sample, ...]:
    read = (_sample(value, where, reading) for where, value in entries(node, path, reading))
    return tuple(dict.fromkeys(sample for sample in read if sample.text))


def _sample(node: Node, path: str, reading: Reading) -> Sample:
    if not (isinstance(node, Fields) and {"text", "seen_by"} & set(node.entries)):
        return Sample(text(node, path, reading))
    found = fields(node, path, ("text", "seen_by"), reading)
    seen_by = choice(found.get("seen_by"), join(path, "seen_by"), SEEN_BY, "", reading)
    return Sample(text(found.get("text"), join(path, "text"), reading), seen_by)


def _environment(node: Node | None, path: str, reading: Reading) -> Environment:
    found = fields(node, path, ("requires", "seen", "clear"), reading)
    return Environment(
        conditions(found.get("requires"), join(path, "requires"), reading),
        conditions(found.get("seen"), join(path, "seen"), reading),
        alternatives(found.get("clear"), join(path, "clear"), reading),
    )


def _cause(node: Node | None, path: str, reading: Reading) -> Cause:
    found = fields(node, path, ("certainty", "ruled_out", "open"), reading)
    certainty = choice(
        found.get("certainty"), join(path, "certainty"), CERTAINTIES, "unknown", reading
    )
    return Cause(certainty, *_cause_texts(found, path, reading))


def _cause_texts(
    found: Mapping[str, Node], path: str, reading: Reading
) -> tuple[tuple[str, ...], str]:
    ruled_out = texts(found.get("ruled_out"), join(path, "ruled_out"), reading)
    return ruled_out, text(found.get("open"), join(path, "open"), reading)


def _translated_cause(node: Node | None, path: str, reading: Reading) -> Cause:
    found = fields(node, path, ("ruled_out", "open"), reading)
    return Cause("unknown", *_cause_texts(found, path, reading))


def _upstream(node: Node | None, path: str, reading: Reading) -> dict[str, str]:
    found = fields(node, path, ("state", "link", "checked"), reading)
    state = choice(found.get("state"), join(path, "state"), UPSTREAM_STATES, "", reading)
    read = {
        "state": state,
        "link": link(found.get("link"), join(path, "link"), reading),
        "checked": day(found.get("checked"), join(path, "checked"), reading),
    }
    return {key: value for key, value in read.items() if value}


def _verify(node: Node | None, path: str, reading: Reading) -> tuple[Verification, ...]:
    read = []
    for where, value in entries(node, path, reading):
        found = fields(value, where, ("do", "expect", "without"), reading)
        do = text(found.get("do"), join(where, "do"), reading)
        if not do:
            reading.draft(value.line, join(where, "do"), msg("`{key}` is missing", key="do"))
        expect = text(found.get("expect"), join(where, "expect"), reading)
        without = truth(found.get("without"), join(where, "without"), False, reading)
        read.append(Verification(do, expect, without))
    return tuple(read)


def _pastes(node: Node | None, path: str, reading: Reading) -> tuple[tuple[str, ...], ...]:
    found = fields(node, path, ("must", "must_not"), reading)
    must = texts(found.get("must"), join(path, "must"), reading)
    return must, texts(found.get("must_not"), join(path, "must_not"), reading)


def _mends(node: Node | None, path: str, reading: Reading) -> tuple[Mend, ...]:
    read = []
    for where, value in entries(node, path, reading):
        found = fields(value, where, ("before", "after"), reading)
        before = text(found.get("before"), join(where, "before"), reading)
        read.append(Mend(before, text(found.get("after"), join(where, "after"), reading)))
    return tuple(read)


def _state(node: Node | None, path: str, reading: Reading) -> str:
    return choice(node, path, STATES, "published", reading)


def _evidence(node: Node | None, path: str, reading: Reading) -> str:
    return choice(node, path, EVIDENCE, "reported", reading)


def _lines(node: Node | None, path: str, reading: Reading) -> tuple[str, ...]:
    return texts(node, path, reading, words)


def _slugs(node: Node | None, path: str, reading: Reading) -> tuple[str, ...]:
    return texts(node, path, reading, slug)


# In the order in which `format` writes them.
FIELDS: Mapping[str, Read] = {
    "title": words,
    "language": _language,
    "translation_of": slug,
    "follows": words,
    "errors": _samples,
    "hints": texts,
    "environment": _environment,
    "checks": checks,
    "cause": _cause,
    "upstream": _upstream,
    "fixed_in": versions,
    "fixes": fixes,
    "verify": _verify,
    "sources": links,
    "evidence": _evidence,
    "checked": day,
    "review_by": day,
    "matches": _pastes,
    "state": _state,
    "audience": _lines,
    "formerly": _slugs,
    "superseded_by": slug,
    "proposed": _lines,
    "mended": _mends,
}

# What a translation carries; everything else is its original's.
TRANSLATED: Mapping[str, Read] = {
    "title": words,
    "language": _language,
    "translation_of": slug,
    "follows": words,
    "checks": translated_checks,
    "cause": _translated_cause,
    "fixes": translated_fixes,
    "verify": _verify,
    "state": _state,
}


def front_matter(node: Node | None, reading: Reading) -> dict[str, Any]:
    """The values of all fields by name; a field that is absent has its default."""
    table = TRANSLATED if _is_translation(node) else FIELDS
    _refuse_originals(node, table, reading)
    found = fields(node, "", tuple(FIELDS), reading)
    return {name: read(found.get(name), name, reading) for name, read in table.items()}


def _is_translation(node: Node | None) -> bool:
    return isinstance(node, Fields) and "translation_of" in node.entries


def _refuse_originals(node: Node | None, table: Mapping[str, Read], reading: Reading) -> None:
    if not isinstance(node, Fields):
        return
    for key, place in node.keys.items():
        if key in FIELDS and key not in table:
            message = msg("`{key}` is its original's; a translation has no own", key=key)
            reading.refuse(place.line, key, message)
