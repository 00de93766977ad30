"""Fixes and checks in a front matter → values."""

from collections.abc import Mapping

from kb.core.articles.applies import alternatives
from kb.core.articles.changes import changes, translated_changes
from kb.core.articles.model import Check, Fix
from kb.core.articles.reading import (
    Reading,
    choice,
    entries,
    fields,
    join,
    slug,
    text,
    texts,
    truth,
    words,
)
from kb.core.articles.versions import versions
from kb.core.articles.words import FIX_KINDS
from kb.core.documents import Node, Text
from kb.core.messages import msg

FIX_FIELDS = (
    "id",
    "title",
    "kind",
    "when",
    "restart",
    "steps",
    "launch",
    "run",
    "command",
    "until",
)


def fixes(node: Node | None, path: str, reading: Reading) -> tuple[Fix, ...]:
    read = [_fix(value, where, reading) for where, value in entries(node, path, reading)]
    _unique([fix.id for fix in read], node, path, reading)
    return tuple(read)


def _fix(node: Node, path: str, reading: Reading) -> Fix:
    found = fields(node, path, FIX_FIELDS, reading)
    _needs(found, node, path, ("id", "title", "kind"), reading)
    return Fix(
        id=_id(found, path, reading),
        title=words(found.get("title"), join(path, "title"), reading),
        kind=choice(found.get("kind"), join(path, "kind"), FIX_KINDS, FIX_KINDS[0], reading),
        when=alternatives(found.get("when"), join(path, "when"), reading),
        restart=truth(found.get("restart"), join(path, "restart"), True, reading),
        steps=texts(found.get("steps"), join(path, "steps"), reading),
        launch=changes(found.get("launch"), join(path, "launch"), reading),
        run=texts(found.get("run"), join(path, "run"), reading),
        command=text(found.get("command"), join(path, "command"), reading),
        until=versions(found.get("until"), join(path, "until"), reading),
    )


def translated_fixes(node: Node | None, path: str, reading: Reading) -> tuple[Fix, ...]:
    """The texts of a translation's fixes; everything else of a fix is its original's."""
    read: list[Fix] = []
    for where, value in entries(node, path, reading):
        found = fields(value, where, ("id", "title", "steps", "launch"), reading)
        _needs(found, value, where, ("id",), reading)
        fix = Fix(
            id=_id(found, where, reading),
            title=words(found.get("title"), join(where, "title"), reading),
            kind="",
            steps=texts(found.get("steps"), join(where, "steps"), reading),
            launch=translated_changes(found.get("launch"), join(where, "launch"), reading),
        )
        read.append(fix)
    _unique([fix.id for fix in read], node, path, reading)
    return tuple(read)


def checks(node: Node | None, path: str, reading: Reading) -> tuple[Check, ...]:
    known = ("id", "ask", "command", "expect")
    return _checks(node, path, known, reading)


def translated_checks(node: Node | None, path: str, reading: Reading) -> tuple[Check, ...]:
    return _checks(node, path, ("id", "ask"), reading)


def _checks(
    node: Node | None, path: str, known: tuple[str, ...], reading: Reading
) -> tuple[Check, ...]:
    read: list[Check] = []
    for where, value in entries(node, path, reading):
        found = fields(value, where, known, reading)
        _needs(found, value, where, ("id", "ask"), reading)
        read.append(_check(found, where, reading))
    _unique([check.id for check in read], node, path, reading)
    return tuple(read)


def _check(found: Mapping[str, Node], path: str, reading: Reading) -> Check:
    return Check(
        id=_id(found, path, reading),
        ask=words(found.get("ask"), join(path, "ask"), reading),
        command=text(found.get("command"), join(path, "command"), reading),
        expect=choice(found.get("expect"), join(path, "expect"), ("yes", "no"), "yes", reading),
    )


def _id(found: Mapping[str, Node], path: str, reading: Reading) -> str:
    return slug(found.get("id"), join(path, "id"), reading)


def _needs(
    found: Mapping[str, Node], node: Node, path: str, needed: tuple[str, ...], reading: Reading
) -> None:
    for key in needed:
        value = found.get(key)
        if value is None or (isinstance(value, Text) and not value.value.strip()):
            reading.draft(node.line, join(path, key), msg("`{key}` is missing", key=key))


def _unique(ids: list[str], node: Node | None, path: str, reading: Reading) -> None:
    for number, name in enumerate(ids):
        if node is not None and name and name in ids[:number]:
            where = f"{path}[{number}].id"
            reading.refuse(node.line, where, msg("the id `{id}` is here twice", id=name))
