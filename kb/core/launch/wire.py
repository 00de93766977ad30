"""The contract's change objects (`{"op": "add-flag", …}`) ⇄ Change."""

import re
from collections.abc import Callable, Mapping
from typing import TypedDict

from kb.core.articles.model import Change, Conditions
from kb.core.conditions import Condition
from kb.core.launch.model import LaunchError
from kb.core.messages import msg

_WHEN = re.compile(r"\s*([A-Za-z_][\w.]*)\s*((?:[=<>!~]=|[<>]).+)")
_DEPTH = 4  # `multi` inside `multi`
_Given = Mapping[str, object]


def change_from_json(given: object, depth: int = 0) -> tuple[Change, ...]:
    """The changes that a change object means, `multi` in its order. Raises LaunchError."""
    if not isinstance(given, Mapping) or not isinstance(given.get("op"), str):
        raise LaunchError(msg('a change is an object with an "op"'))
    if given["op"] == "multi":
        return _several(given, depth)
    read = _READERS.get(str(given["op"]))
    if read is None:
        raise LaunchError(msg("{op}: no such change", op=given["op"]))
    return read(given, str(given["op"]))


def _several(given: _Given, depth: int) -> tuple[Change, ...]:
    ops = given.get("ops")
    if not isinstance(ops, list) or depth >= _DEPTH:
        raise LaunchError(msg('"multi" needs a list "ops" of changes'))
    return tuple(change for one in ops for change in change_from_json(one, depth + 1))


def _text(given: _Given, key: str) -> str:
    value = given.get(key)
    if isinstance(value, bool) or not isinstance(value, str | int | float):
        raise LaunchError(msg('the change needs a text "{key}"', key=key))
    return str(value)


def _optional(given: _Given, key: str) -> str | None:
    return None if given.get(key) is None else _text(given, key)


def _when(given: _Given) -> tuple[Condition, ...]:
    wanted = _optional(given, "when")
    found = _WHEN.fullmatch(wanted) if wanted else None
    if wanted and not found:
        raise LaunchError(msg('"when" names a version: vllm>=0.13'))
    return (Condition(found[1], found[2], (found[2],)),) if found else ()


class _Beside(TypedDict):
    """What any change may say besides."""

    because: str
    price: str
    when: Conditions


def _beside(given: _Given) -> _Beside:
    because, price = (_optional(given, key) or "" for key in ("because", "price"))
    return {"because": because, "price": price, "when": _when(given)}


def _flag(given: _Given, op: str) -> tuple[Change, ...]:
    value = _text(given, "value") if op == "set-flag" else _optional(given, "value")
    flag = _text(given, "flag")
    return (Change(op, flag, value, **_beside(given)),)


def _env(given: _Given, op: str) -> tuple[Change, ...]:
    beside = _beside(given)
    if "remove" in given:
        removed = given["remove"]
        names = removed if isinstance(removed, list) else [removed]
        return tuple(Change(op, name=str(name), **beside) for name in names)
    wanted = given.get("set")
    if not isinstance(wanted, Mapping) or not wanted:
        raise LaunchError(msg('"env" needs "set": {NAME: value} or "remove": NAME'))
    return tuple(Change(op, name=str(name), value=_text(wanted, name), **beside) for name in wanted)


def _image(given: _Given, op: str) -> tuple[Change, ...]:
    value = _optional(given, "tag") or _text(given, "image")
    return (Change(op, value=value, **_beside(given)),)


def _pip(given: _Given, op: str) -> tuple[Change, ...]:
    name, bound = _text(given, "package"), _optional(given, "specifier") or ""
    bound = f"=={bound}" if bound[:1].isdigit() else bound
    return (Change(op, name=name, value=bound, **_beside(given)),)


def _repair(given: _Given, op: str) -> tuple[Change, ...]:
    return (Change(op, value=_optional(given, "what"), **_beside(given)),)


_READERS: dict[str, Callable[[_Given, str], tuple[Change, ...]]] = {
    "add-flag": _flag,
    "set-flag": _flag,
    "remove-flag": _flag,
    "env": _env,
    "image-tag": _image,
    "pip": _pip,
    "repair": _repair,
}


def change_as_json(change: Change) -> dict[str, object]:
    """The change as the contract writes it."""
    said = {"because": change.because, "price": change.price}
    return {"op": change.op, **_parts(change), **{key: text for key, text in said.items() if text}}


def _parts(change: Change) -> dict[str, object]:
    if change.op == "env" and change.value is None:
        return {"remove": change.name}
    if change.op == "env":
        return {"set": {change.name: change.value}}
    if change.op == "image-tag":
        return {"image": f"{change.name}:{change.value}"} if change.name else {"tag": change.value}
    if change.op == "pip":
        return {"package": change.name, "specifier": change.value or ""}
    if change.op == "repair":
        return {"what": change.value or ""}
    value = {} if change.value is None else {"value": change.value}
    return {"flag": change.flag, **value}
