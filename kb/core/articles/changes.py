"""The short form of a launch change (`add: --flag value`) ⇄ Change."""

import re
from collections.abc import Callable, Mapping
from dataclasses import replace

from kb.core.articles.applies import conditions, written
from kb.core.articles.model import Change
from kb.core.articles.reading import Reading, entries, fields, join, text, texts, words
from kb.core.articles.reads import unreadable
from kb.core.documents import Block, Flow, Node
from kb.core.documents.emitter import Value
from kb.core.messages import Message, msg

_FLAG = re.compile(r"(?P<flag>--?[A-Za-z][\w.+-]*)(?:[ =](?P<value>\S.*))?", re.DOTALL)
_ENV = re.compile(r"(?P<name>[A-Za-z_]\w*)=(?P<value>.*)", re.DOTALL)
_NAME = re.compile(r"(?P<name>[A-Za-z_]\w*)")
_IMAGE = re.compile(r"(?:(?P<name>[\w.-]+(?::\d+)?(?:/[\w.-]+)*):)?(?P<value>[\w][\w.-]*)")
_PIP = re.compile(r"(?P<name>[A-Za-z0-9][\w.-]*(?:\[[\w.,-]+\])?)\s*(?P<value>(?:[=<>!~]=?|@).*)?")

_FORMS: Mapping[str, tuple[str, re.Pattern[str], str]] = {
    "add": ("add-flag", _FLAG, "`--flag` or `--flag value`"),
    "set": ("set-flag", _FLAG, "`--flag value`"),
    "remove": ("remove-flag", _FLAG, "`--flag`"),
    "env": ("env", _ENV, "`NAME=value`"),
    "unset": ("env", _NAME, "`NAME`"),
    "image": ("image-tag", _IMAGE, "`repository:tag`"),
    "pip": ("pip", _PIP, "`package==1.2`"),
}
_KNOWN = (*_FORMS, "reads", "because", "price", "when")


def changes(node: Node | None, path: str, reading: Reading) -> tuple[Change, ...]:
    read = (_change(value, where, reading) for where, value in entries(node, path, reading))
    return tuple(change for change in read if change)


def _change(node: Node, path: str, reading: Reading) -> Change | None:
    found = fields(node, path, _KNOWN, reading)
    forms = [key for key in found if key in _FORMS]
    if len(forms) != 1:
        message = msg("a change has exactly one of {forms}", forms=", ".join(_FORMS))
        reading.refuse(node.line, path, message)
        return None
    return _of_form(forms[0], found, path, reading)


def _of_form(form: str, found: Mapping[str, Node], path: str, reading: Reading) -> Change | None:
    where = join(path, form)
    change = read_change(form, words(found[form], where, reading))
    if isinstance(change, Message):
        reading.refuse(found[form].line, where, change)
        return None
    line = found[form].line
    change = _with_reads(change, found.get("reads"), line, join(path, "reads"), reading)
    return replace(
        change,
        because=text(found.get("because"), join(path, "because"), reading),
        price=text(found.get("price"), join(path, "price"), reading),
        when=conditions(found.get("when"), join(path, "when"), reading),
    )


def _with_reads(
    change: Change, node: Node | None, line: int, path: str, reading: Reading
) -> Change:
    change = replace(change, reads=texts(node, path, reading))
    if problem := unreadable(change):
        reading.refuse(node.line if node else line, path, problem)
    return change


def read_change(form: str, value: str) -> Change | Message:
    """A change from its short form (`add`, `--flag value`), or what would be right."""
    op, pattern, example = _FORMS[form]
    given = pattern.fullmatch(value)
    if not given or not _fits(form, given.groupdict()):
        return msg("write {example}", example=example)
    parts = given.groupdict()
    return Change(op, parts.get("flag") or "", _bare(parts.get("value")), parts.get("name") or "")


def _bare(value: str | None) -> str | None:
    """A value without the shell's quotes: each form of a command quotes it in its own way."""
    quote = value[:1] if value else ""
    quoted = quote in ("'", '"') and value and value[1:].find(quote) == len(value) - 2
    return value[1:-1] if value and quoted else value


def _fits(form: str, parts: Mapping[str, str | None]) -> bool:
    if form == "set":
        return parts["value"] is not None
    return form != "remove" or parts["value"] is None


def translated_changes(node: Node | None, path: str, reading: Reading) -> tuple[Change, ...]:
    """The texts of a translation's changes, in the order of the original's."""
    read: list[Change] = []
    for where, value in entries(node, path, reading):
        found = fields(value, where, ("because", "price"), reading)
        because = text(found.get("because"), join(where, "because"), reading)
        price = text(found.get("price"), join(where, "price"), reading)
        read.append(Change("", because=because, price=price))
    return tuple(read)


_SHORT: Mapping[str, Callable[[Change], tuple[str, str]]] = {
    "add-flag": lambda change: ("add", _flag(change)),
    "set-flag": lambda change: ("set", _flag(change)),
    "remove-flag": lambda change: ("remove", change.flag),
    "env": lambda change: (
        ("unset", change.name) if change.value is None else ("env", f"{change.name}={change.value}")
    ),
    "image-tag": lambda change: ("image", f"{change.name}:{change.value}".lstrip(":")),
    "pip": lambda change: ("pip", f"{change.name}{change.value or ''}"),
}


def _flag(change: Change) -> str:
    return change.flag if change.value is None else f"{change.flag} {change.value}"


def short(change: Change) -> tuple[str, str]:
    """The key and value that an article writes: ("add", "--flag value")."""
    return _SHORT[change.op](change)


def written_changes(found: tuple[Change, ...]) -> list[Value]:
    return [_written(change) for change in found]


def _written(change: Change) -> dict[str, Value]:
    lines: dict[str, Value] = dict([short(change)]) if change.op else {}
    if change.reads:
        lines["reads"] = change.reads[0] if len(change.reads) == 1 else list(change.reads)
    for key, value in (("because", change.because), ("price", change.price)):
        if value:
            lines[key] = Block(value) if "\n" in value else value
    if change.when:
        lines["when"] = Flow(written(change.when))
    return lines
