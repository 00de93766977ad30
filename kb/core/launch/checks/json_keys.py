"""Keys inside JSON flags and dotted options: vLLM takes some unknown ones without any effect."""

import json
from collections.abc import Iterator

from kb.core.launch.catalogue.model import Flag, Key
from kb.core.launch.catalogue.timeline import present, short
from kb.core.launch.checks.findings import WARNING, Case, Finding, Use
from kb.core.launch.checks.nearest import nearest_word
from kb.core.messages import Message, msg

FREE = ("object", "list", "text", "path")
"""Types below which any key may stand."""

MOST_KEYS = 50  # of one command line; what is longer is no hand-written JSON


def json_keys(case: Case) -> Iterator[Finding]:
    for use in case.uses:
        row = case.catalogue.tables.flags.get(use.flag)
        if row and row.keys and _taken(use) and case.place is not None:
            for path in _paths(use)[:MOST_KEYS]:
                yield from _of(path, row, use, case)


def _taken(use: Use) -> bool:
    return use.there and use.resolved is not None and use.resolved.accepted


def _paths(use: Use) -> list[str]:
    assert use.resolved is not None
    if use.resolved.key:
        return [use.resolved.key.rstrip("+").replace("-", "_")]
    return [path for value in use.values for path in _keys(_loaded(value), "")]


def _loaded(value: str) -> object:
    try:
        return json.loads(value)
    except (ValueError, RecursionError):
        return None


def _keys(value: object, prefix: str) -> list[str]:
    if not isinstance(value, dict):
        return []
    found = []
    for key, inner in value.items():
        found += [f"{prefix}{key}", *(_keys(inner, f"{key}.") if not prefix else [])]
    return found


def _of(path: str, row: Flag, use: Use, case: Case) -> Iterator[Finding]:
    keys = {key.name: key for key in row.keys}
    known = keys.get(path)
    if known is None:
        if _nameable(path, keys) and not _before_keys(row, case):
            yield _unknown(path, row, use, case)
    elif case.place and present(known.spans, case.place) is False:
        yield Finding("json-key", use.written.name, _absent(known, row, case), WARNING)


def _nameable(path: str, keys: dict[str, Key]) -> bool:
    """Whether the table knows all keys at this depth: below a free object it does not."""
    head, dot, _ = path.partition(".")
    return not dot or any(name.startswith(f"{head}.") for name in keys)


def _before_keys(row: Flag, case: Case) -> bool:
    """Before the first version in which the keys of any flag could be read nothing is known."""
    first = min(first for key in row.keys for first, _ in key.spans)
    return case.place is None or case.place.high < first


def _unknown(path: str, row: Flag, use: Use, case: Case) -> Finding:
    text = msg(
        "`{flag}` of {engine} {version} has no key `{key}`: it is refused or has no effect",
        flag=row.name,
        engine=case.engine,
        version=case.version,
        key=path,
    )
    near = nearest_word(path, [key.name for key in row.keys])
    advice = msg("did you mean {names}?", names=f"`{near}`") if near else None
    return Finding("json-key", use.written.name, text, WARNING, advice)


def _absent(key: Key, row: Flag, case: Case) -> Message:
    timeline, place = case.catalogue.timeline, case.place
    assert place is not None
    first, last = key.spans[0][0], key.spans[-1][1]
    names = {"flag": row.name, "key": key.name, "engine": case.engine}
    if first > place.low:
        return msg(
            "key `{key}` of `{flag}` is in {engine} {there}, not yet in {before}",
            there=short(timeline.read[first]),
            before=short(timeline.read[max(first - 1, 0)]),
            **names,
        )
    return msg(
        "key `{key}` of `{flag}` is gone by {engine} {there}",
        there=short(timeline.read[last + 1]),
        **names,
    )
